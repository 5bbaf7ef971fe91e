// The response that the model had before it was discretised, on the frequencies of the discrete
// one (MATHS section 3).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

/// H(i omega/delta) of the continuous model at each omega, radians a step. Not finite where a pole
/// lies on the axis there.
std::vector<Complex> continuous_curve(const ssm::ContinuousModel& model,
                                      std::span<const double> omega, double delta,
                                      const compute::Progress& progress);

}  // namespace ssmscope::spectrum
