// The kernel and the response as plain single precision gives them, beside double precision.
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

struct SinglePrecision {
  std::vector<double> kernel;      ///< NaN from where it left the range of float32
  std::vector<Complex> response;   ///< not finite where 1 - abar e^{-i omega} became 0
  double kernel_difference = 0.0;  ///< largest |difference| over the largest |kernel|; NaN: none
  double response_difference =
      0.0;  ///< largest |difference| over the largest |response|; NaN: none
};

/// The parameters rounded to float32, discretised there ((e^z - 1)/lambda as it stands: undefined
/// at lambda = 0), then the recurrence x_l = abar x_{l-1} and the sum over modes, one operation
/// after the other. `kernel` and `response`: of the same model in double precision.
SinglePrecision single_precision(const ssm::ContinuousModel& model,
                                 const Discretisation& discretisation,
                                 std::span<const double> kernel, std::span<const double> omega,
                                 std::span<const Complex> response,
                                 const compute::Progress& progress);

}  // namespace ssmscope::spectrum
