// Which of the inner loops this machine can run.
#pragma once

#include <vector>

#include "core/compute/cpu_kernels.hpp"

namespace ssmscope::compute::detail {

/// All that can run here, the widest last; never empty. They agree to rounding, not bit for bit.
std::vector<const CpuKernels*> supported_kernels();

}  // namespace ssmscope::compute::detail
