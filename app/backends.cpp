#include "app/backends.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/compute/cpu_backend.hpp"
#include "core/scenario/error.hpp"

namespace ssmscope::app {

namespace {

constexpr std::string_view kVulkan = "vulkan";

bool names_vulkan(std::string_view name) {
  if (name == kVulkan) return true;
  if (!name.starts_with("vulkan:")) return false;
  const std::string_view index = name.substr(kVulkan.size() + 1);
  return !index.empty() && index.size() <= 3 &&
         std::all_of(index.begin(), index.end(), [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

std::string known_backend(const std::string& name) {
  if (name == "cpu" || name == "auto" || names_vulkan(name)) return "";
  return "--backend must be cpu, vulkan, vulkan:K (K a device number) or auto, not " + name;
}

std::shared_ptr<compute::Backend> make_backend(const std::string& name, compute::Pool& pool) {
  if (names_vulkan(name)) {
    throw InputError("the backend " + name +
                     " is not built into this version; --backend cpu computes everything");
  }
  return compute::make_cpu_backend(pool);
}

std::string describe_devices(compute::Pool& pool) {
  const auto cpu = compute::make_cpu_backend(pool);
  return "cpu     " + cpu->name() + ", " + std::to_string(pool.threads()) +
         " threads, float64: kernel, states, ring field, response, frequency response, Toeplitz "
         "product\nvulkan  not built into this version\nauto    cpu\n";
}

}  // namespace ssmscope::app
