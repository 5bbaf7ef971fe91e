#include "app/backends.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include "app/gpu_trial.hpp"
#include "core/compute/auto_backend.hpp"
#include "core/compute/cpu_backend.hpp"
#include "core/scenario/error.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::app {

namespace {

constexpr std::string_view kAuto = "auto";
constexpr std::string_view kVulkan = "vulkan";
constexpr std::string_view kNumbered = "vulkan:";

bool names_vulkan(std::string_view name) {
  if (name == kVulkan) return true;
  if (!name.starts_with(kNumbered)) return false;
  const std::string_view index = name.substr(kNumbered.size());
  return !index.empty() && index.size() <= 3 &&
         std::all_of(index.begin(), index.end(), [](unsigned char c) { return std::isdigit(c); });
}

const TriedDevice* numbered_device(const GpuReport& report, std::size_t index,
                                   std::string& reason) {
  for (const TriedDevice& tried : report.devices) {
    if (tried.device.index != index) continue;
    if (tried.device.usable) return &tried;
    reason = tried.device.name + " cannot be used: " + tried.device.reason;
    return nullptr;
  }
  reason = report.notice;
  if (report.devices.size() == 1) {
    reason = "there is only one Vulkan device, vulkan:0";
  } else if (!report.devices.empty()) {
    reason =
        "the Vulkan devices are vulkan:0 to vulkan:" + std::to_string(report.devices.size() - 1);
  }
  return nullptr;
}

/// Lower is better.
int rank(const TriedDevice& tried) { return static_cast<int>(tried.device.type); }

const TriedDevice* best_device(const GpuReport& report, bool software_too, std::string& reason) {
  const TriedDevice* best = nullptr;
  for (const TriedDevice& tried : report.devices) {
    const bool allowed = software_too || tried.device.type != gpu::DeviceType::Software;
    if (!tried.device.usable || !allowed) continue;
    if (best == nullptr || rank(tried) < rank(*best)) best = &tried;
  }
  if (best != nullptr) return best;
  reason = report.notice.empty() ? "no Vulkan device of this machine can be used" : report.notice;
  if (report.notice.empty() && !report.devices.empty() && !report.devices[0].device.usable)
    reason += " (" + report.devices[0].device.name + ": " + report.devices[0].device.reason + ")";
  return nullptr;
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / kGiB);
  return text;
}

std::string crossover_text(const compute::Crossover& crossover) {
  std::string text;
  for (const auto& [operation, key, least] : compute::kOperationCrossovers) {
    char from[32] = "never";
    if (std::isfinite(crossover.*least))
      std::snprintf(from, sizeof from, "from %.3g", crossover.*least);
    text += (text.empty() ? "" : ", ") + std::string(operation) + " " + from;
  }
  return text;
}

std::string describe(const TriedDevice& tried) {
  const gpu::Device& device = tried.device;
  std::string text = "vulkan:" + std::to_string(device.index) + "  " + device.name + ", " +
                     gpu::type_name(device.type) + ", " + device.driver + ", Vulkan " + device.api +
                     "\n";
  const std::string indent(10, ' ');
  if (!device.usable) return text + indent + "not used: " + device.reason + "\n";
  text += indent + "float32" + (device.float64 ? " and float64" : ", no float64") +
          ": kernel, states, ring field (up to " + std::to_string(device.ring_nodes) +
          " modes, a power of two), response, frequency response, Toeplitz product\n" + indent +
          size_text(device.memory) + " of memory, buffers up to " +
          size_text(device.largest_buffer) + ", groups of " + std::to_string(device.group_threads) +
          " threads\n";
  if (device.type == gpu::DeviceType::Software)
    return text + indent + "a software device: used only when it is asked for\n";
  return text + indent + (tried.precision == gpu::Precision::Double ? "double" : "single") +
         " precision is used; faster than the CPU (modes x steps): " +
         crossover_text(tried.crossover) + "\n";
}

}  // namespace

std::string known_backend(const std::string& name) {
  if (name == "cpu" || name == kAuto || names_vulkan(name)) return "";
  return "must be cpu, vulkan, vulkan:K (K a device number) or auto, not " + name;
}

const TriedDevice* find_device(const GpuReport& report, const std::string& name,
                               std::string& reason) {
  if (name.starts_with(kNumbered))
    return numbered_device(report, std::stoul(name.substr(kNumbered.size())), reason);
  return best_device(report, name == kVulkan, reason);
}

std::shared_ptr<compute::Backend> make_device_backend(const TriedDevice& tried, bool automatic,
                                                      std::shared_ptr<compute::Backend> cpu,
                                                      compute::Pool& pool) {
  gpu::Options options;
  options.precision = tried.precision;
  options.cache_folder = pipeline_folder();
#ifndef NDEBUG
  options.on_validation_message = [](const std::string& message) {
    std::fprintf(stderr, "Vulkan: %s\n", message.c_str());
  };
#endif
  const DriverMark mark;
  std::shared_ptr<compute::Backend> device = gpu::make_vulkan_backend(
      {gpu::DeviceChoice::Kind::Index, tried.device.index}, cpu, pool, options);
  if (!automatic) return device;
  return compute::make_auto_backend(std::move(cpu), std::move(device), tried.crossover);
}

std::shared_ptr<compute::Backend> make_backend(const std::string& name, compute::Pool& pool) {
  std::shared_ptr<compute::Backend> cpu = compute::make_cpu_backend(pool);
  if (name == "cpu") return cpu;
  const GpuReport report = gpu_report();
  std::string reason;
  const TriedDevice* const tried = find_device(report, name, reason);
  try {
    if (tried != nullptr) return make_device_backend(*tried, name == kAuto, cpu, pool);
  } catch (const gpu::DeviceUnavailable& error) {
    reason = error.what();
  }
  if (name == kAuto) return cpu;
  throw InputError("the backend " + name + " cannot be used: " + reason +
                   "; --backend cpu computes everything");
}

std::string describe_devices(compute::Pool& pool, bool again) {
  if (again) forget_trials();
  const auto cpu = compute::make_cpu_backend(pool);
  std::string text = "cpu       " + cpu->name() + ", " + std::to_string(pool.threads()) +
                     " threads, float64: everything\n";
  const GpuReport report = gpu_report();
  for (const TriedDevice& tried : report.devices) text += describe(tried);
  if (report.devices.empty()) text += "vulkan    none: " + report.notice + "\n";
  std::string reason;
  const TriedDevice* const best = find_device(report, std::string(kAuto), reason);
  text += "auto      " +
          (best == nullptr
               ? "cpu"
               : "cpu, and vulkan:" + std::to_string(best->device.index) + " for large work") +
          "\n";
  return text;
}

}  // namespace ssmscope::app
