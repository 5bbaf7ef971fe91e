// The kernel by two-level powers: with l = a S + b,
//   h_l = Re sum_m (factor c_m bbar_m abar_m^{aS}) abar_m^b,
// a real (L/S x 2M)(2M x S) matrix product with (L/S + S) M powers, each exact to rounding.
#pragma once

#include <span>

#include "core/compute/cpu_operation.hpp"

namespace ssmscope::compute::detail {

void kernel_of_model(const Operation& op, const ModelView& model, std::span<double> out);

}  // namespace ssmscope::compute::detail
