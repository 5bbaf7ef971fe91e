// The frequency response as a sum over modes, one thread a frequency.
#pragma once

#include "gpu/operation.hpp"

namespace ssmscope::gpu {

/// out: models x omega.size(), not empty.
template <class Real>
Outcome frequency_on_device(const Tools& tools, const ModelBatch& batch,
                            std::span<const double> omega, std::span<Complex> out);

extern template Outcome frequency_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                                   std::span<const double> omega,
                                                   std::span<Complex> out);
extern template Outcome frequency_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                                    std::span<const double> omega,
                                                    std::span<Complex> out);

}  // namespace ssmscope::gpu
