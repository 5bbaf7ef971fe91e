// The continuous phase of a frequency response, followed along omega (MATHS section 3).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/spectrum/convention.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

/// At each omega asked for; NaN where H is lost in rounding or a zero lies on the circle there.
struct FollowedResponse {
  std::vector<double> phase;        ///< radians
  std::vector<double> group_delay;  ///< steps, -d phase/d omega in closed form
};

/// Phase and delay at each omega, ascending in (0, pi], followed from omega = 0 by bisection: the
/// same on every grid.
FollowedResponse follow_response(const ssm::DiscreteModel& model, std::span<const double> omega,
                                 compute::Progress& progress,
                                 Convention convention = Convention::Present);

}  // namespace ssmscope::spectrum
