// The response as matrix products: with j the step within a chunk,
//   y_j = Re sum_m (factor c_m abar_m^{j+1}) x_m + sum_{i<=j} h_{j-i} u_i + d u_j,
// x the states before the chunk, h the kernel without its direct term.
#pragma once

#include "gpu/scan.hpp"

namespace ssmscope::gpu {

/// out: models x steps, steps >= 1; backwards in time where the input is.
template <class Real>
Outcome response_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                           std::span<double> out);

extern template Outcome response_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                                  const ScanInput& input, std::span<double> out);
extern template Outcome response_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                                   const ScanInput& input, std::span<double> out);

}  // namespace ssmscope::gpu
