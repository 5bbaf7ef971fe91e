// The reference backend: float64 on all cores.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::compute {

/// Uses `pool`, which must outlive it. Safe to call from several threads at once.
std::unique_ptr<Backend> make_cpu_backend(Pool& pool);

}  // namespace ssmscope::compute
