// The state trajectory, and the ring field that is its transform across the modes.
#pragma once

#include "gpu/scan.hpp"

namespace ssmscope::gpu {

/// out: models x steps x modes, steps >= 1.
template <class Real>
Outcome states_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                         std::span<Complex> out);

/// The same of the ring field; `input.weight` is set here.
template <class Real>
Outcome ring_field_on_device(const Tools& tools, const ModelBatch& batch, ScanInput input,
                             std::span<Complex> out);

extern template Outcome states_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                                const ScanInput& input, std::span<Complex> out);
extern template Outcome states_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                                 const ScanInput& input, std::span<Complex> out);
extern template Outcome ring_field_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                                    ScanInput input, std::span<Complex> out);
extern template Outcome ring_field_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                                     ScanInput input, std::span<Complex> out);

}  // namespace ssmscope::gpu
