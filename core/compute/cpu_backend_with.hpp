// For tests and benchmarks: the CPU backend with inner loops of one's choice.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"
#include "core/compute/cpu_kernels.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::compute::detail {

/// `loops` must be one of supported_kernels().
std::unique_ptr<Backend> make_cpu_backend_with(Pool& pool, const CpuKernels& loops);

}  // namespace ssmscope::compute::detail
