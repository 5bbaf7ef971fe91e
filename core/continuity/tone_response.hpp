// Answers of a diagonal model, continuous and discrete, to sums of exponentials, in closed form:
// no stepping, so that a step of any fineness costs the same (MATHS sections 1 and 7).
#pragma once

#include <vector>

#include "core/compute/progress.hpp"
#include "core/continuity/smooth_input.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::continuity {

/// Times i * spacing, i = 1..count.
struct TimeGrid {
  double spacing = 1.0;
  int count = 0;
};

/// y*(t) from x(0) = 0. O((modes + terms) count + modes terms).
std::vector<double> exact_response(const ssm::ContinuousModel& model, const SmoothInput& input,
                                   const TimeGrid& grid, compute::Progress& progress);

/// y of the model discretised by `rule` with step grid.spacing/stride, x_0 = 0, at every
/// stride-th step; over (t_{k-1}, t_k] the input is held as `hold` says. The same cost.
std::vector<double> stepped_response(const ssm::ContinuousModel& model, Rule rule, Hold hold,
                                     const SmoothInput& input, const TimeGrid& grid, int stride,
                                     compute::Progress& progress);

}  // namespace ssmscope::continuity
