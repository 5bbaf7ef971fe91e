// Which state an output reads (MATHS section 1).
#pragma once

namespace ssmscope::spectrum {

enum class Convention {
  Present,  ///< y_t reads x_t = abar x_{t-1} + bbar u_t: the input of a step is already in it (S4)
  Delayed,  ///< y_t reads x_{t-1}: one step later, H' = z^-1 (H - D) + D
};

}  // namespace ssmscope::spectrum
