// Where the modes are when a window starts that is not at the input's first step.
#pragma once

#include "core/compute/backend.hpp"
#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::ring {

/// x after steps 0 .. first - 1 of the input, from rest: the explicit operator in blocks, over
/// those inputs alone of which anything is left that a double can hold. O(modes) memory; time
/// O(modes x min(first, 805 times the longest mode memory)).
ComplexList state_before(const ssm::DiscreteModel& model, const Input& input, std::size_t first,
                         compute::Backend& backend, compute::Progress& progress);

}  // namespace ssmscope::ring
