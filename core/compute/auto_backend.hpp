// The CPU for small work, a device for large: each call goes where it was measured to be faster.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"
#include "core/compute/crossover.hpp"

namespace ssmscope::compute {

/// A call of work from `crossover` on goes to `device`, a smaller one to `cpu`. The name is the
/// device's; what ran elsewhere says so, as every backend does. tolerance(): the larger one.
std::unique_ptr<Backend> make_auto_backend(std::shared_ptr<Backend> cpu,
                                           std::shared_ptr<Backend> device, Crossover crossover);

}  // namespace ssmscope::compute
