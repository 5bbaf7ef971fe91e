// The frequency response as a sum of fractions, two modes and their conjugates at a time.
#pragma once

#include <span>

#include "core/compute/cpu_operation.hpp"

namespace ssmscope::compute::detail {

/// out: models x omega.size().
void frequency_of_batch(const Operation& op, const ModelBatch& batch, std::span<const double> omega,
                        std::span<Complex> out);

}  // namespace ssmscope::compute::detail
