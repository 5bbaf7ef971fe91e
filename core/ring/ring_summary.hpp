// What a ring does, in a few numbers: how fast its waves travel, what they lose on the way round,
// how many modes alias (MATHS section 2).
#pragma once

#include <optional>

#include "core/ring/ring_analysis.hpp"

namespace ssmscope::ring {

struct RingSummary {
  bool travels = false;  ///< there are two oscillators at least
  /// Group velocities of the steps themselves (of `turn`), nodes a step: a rule that bends
  /// frequencies, like bilinear, makes waves disperse that do not in continuous time.
  double slowest = 0.0;
  double fastest = 0.0;
  bool alike = false;        ///< one speed, but for rounding
  bool keeps_shape = false;  ///< and one damping: a pulse is the same after a lap, but for its size
  /// The factor by which the root mean square falls in a lap, once no input comes in any more;
  /// below 1 it grows. Nothing where the window does not hold a whole lap of that kind.
  std::optional<double> loss_a_lap;
  int aliased = 0;  ///< modes
};
RingSummary summarise(const RingResult& result, const Discretisation& how);

/// Steps a lap of a pulse that keeps its shape: 2 pi/d, d the even spacing of Im turn along the
/// ring (the group velocity is M d/(2 pi) nodes a step). NaN where the spacing is not even, so that
/// the waves disperse, where they fade at different rates, and of a single mode. `turn` as in
/// RingResult.
double even_lap(const ComplexList& turn);

}  // namespace ssmscope::ring
