// The backends by the names that the command line uses.
#pragma once

#include <memory>
#include <string>

#include "app/gpu_report.hpp"
#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::app {

/// Empty for cpu, vulkan, vulkan:K and auto; else a sentence with the names.
std::string known_backend(const std::string& name);

/// The device of `report` that `name` means: for vulkan:K that one, for vulkan the best (a real
/// one before a software one), for auto the best real one. Null, with the reason in one sentence.
const TriedDevice* find_device(const GpuReport& report, const std::string& name,
                               std::string& reason);

/// A backend on `tried`; `automatic` leaves small work to `cpu`. Throws std::exception.
std::shared_ptr<compute::Backend> make_device_backend(const TriedDevice& tried, bool automatic,
                                                      std::shared_ptr<compute::Backend> cpu,
                                                      compute::Pool& pool);

/// Throws InputError for a device that this machine does not have. "auto" is the CPU where there
/// is no real GPU that can be used. The first call of a device tries the drivers (gpu_report()).
std::shared_ptr<compute::Backend> make_backend(const std::string& name, compute::Pool& pool);

/// The text of `ssmscope devices`. `again`: forget earlier trials of the drivers.
std::string describe_devices(compute::Pool& pool, bool again);

}  // namespace ssmscope::app
