// The recurrence x_t = abar x_{t-1} + bbar u_t and what is made of its states. Time is cut into
// chunks whose length depends on nothing but the sizes: first the states that each chunk would
// leave if it began at zero (all chunks at once), then the state at each chunk's beginning
// through abar^chunk, then the chunks again, all at once. So the numbers do not depend on the
// number of threads, and rounding grows with chunk + steps/chunk instead of with the steps.
#pragma once

#include <span>

#include "core/compute/cpu_operation.hpp"

namespace ssmscope::compute::detail {

/// Where a scan begins: u has one sample a step; `initial` holds `modes` states, or none.
struct ScanInput {
  std::span<const double> u;
  std::span<const Complex> initial;
};

/// out: steps x modes.
void states_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                     std::span<Complex> out);
/// out: steps x modes (nodes).
void ring_field_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                         std::span<Complex> out);
/// out: steps.
void response_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                       std::span<double> out);

}  // namespace ssmscope::compute::detail
