// The backends by the names that the command line uses.
#pragma once

#include <memory>
#include <string>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::app {

/// Empty for cpu, vulkan, vulkan:K and auto; else a sentence with the names.
std::string known_backend(const std::string& name);

/// Throws InputError for a backend that this build or machine does not have. "auto" is the CPU
/// where there is no real GPU that we can use.
std::shared_ptr<compute::Backend> make_backend(const std::string& name, compute::Pool& pool);

/// The text of `ssmscope devices`.
std::string describe_devices(compute::Pool& pool);

}  // namespace ssmscope::app
