// The kernel by two-level powers: with l = a S + b,
//   h_l = Re sum_m (factor c_m bbar_m abar_m^{aS}) abar_m^b,
// a real (L/S x 2M)(2M x S) matrix product. Both tables of powers are themselves products of two
// short tables that the host makes exact to rounding.
#pragma once

#include "gpu/operation.hpp"

namespace ssmscope::gpu {

/// out: models x length, length >= 1.
template <class Real>
Outcome kernel_on_device(const Tools& tools, const ModelBatch& batch, std::size_t length,
                         std::span<double> out);

extern template Outcome kernel_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                                std::size_t length, std::span<double> out);
extern template Outcome kernel_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                                 std::size_t length, std::span<double> out);

}  // namespace ssmscope::gpu
