#include "gpu/logical_device.hpp"

#include <array>

namespace ssmscope::gpu {
namespace {

using Flag = vk::MemoryPropertyFlagBits;

/// The type with all the flags, of those `allowed`, whose heap is the largest.
std::optional<std::uint32_t> find_type(const vk::PhysicalDeviceMemoryProperties& memory,
                                       std::uint32_t allowed, vk::MemoryPropertyFlags flags) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const auto& type = memory.memoryTypes[i];
    if ((allowed & (1U << i)) == 0 || (type.propertyFlags & flags) != flags) continue;
    const auto size = memory.memoryHeaps[type.heapIndex].size;
    if (!best || size > memory.memoryHeaps[memory.memoryTypes[*best].heapIndex].size) best = i;
  }
  return best;
}

}  // namespace

LogicalDevice::LogicalDevice(const DeviceChoice& choice, const Options& options)
    : LogicalDevice(choice, options.always_copy,
                    std::make_unique<Instance>(options.on_validation_message)) {}

LogicalDevice::LogicalDevice(const DeviceChoice& choice, bool always_copy,
                             std::unique_ptr<Instance> instance)
    : LogicalDevice(choose(*instance, choice), always_copy, std::move(instance)) {}

// The instance is moved from in the list below, after `chosen` was made of it.
LogicalDevice::LogicalDevice(Choice chosen, bool always_copy, std::unique_ptr<Instance>&& instance)
    : instance_(std::move(instance)),
      physical_(std::move(chosen.physical)),
      info_(std::move(chosen.info)),
      family_(compute_family(physical_).value_or(0)),
      clock_(clock_of(physical_, family_)),
      device_(open()),
      queue_(device_.getQueue(family_, 0)) {
  look_at_memory(always_copy);
}

LogicalDevice::Choice LogicalDevice::choose(const Instance& instance, const DeviceChoice& choice) {
  auto physical = instance.physical_devices();
  DeviceList list;
  for (std::size_t i = 0; i < physical.size(); ++i) {
    list.devices.push_back(describe(physical[i], i));
  }
  std::string reason;
  const Device* device = choose_device(list, choice, reason);
  if (device == nullptr) throw DeviceUnavailable(reason);
  return {std::move(physical[device->index]), *device};
}

vk::raii::Device LogicalDevice::open() const {
  constexpr float kPriority = 1.0F;
  const vk::DeviceQueueCreateInfo queue({}, family_, 1, &kPriority);
  vk::PhysicalDeviceFeatures features;
  features.shaderFloat64 = info_.float64 ? VK_TRUE : VK_FALSE;
  vk::DeviceCreateInfo info;
  info.setQueueCreateInfos(queue).setPEnabledFeatures(&features);
  try {
    return {physical_, info};
  } catch (const vk::Error& error) {
    throw DeviceUnavailable(info_.name + " does not open: " + error.what() + ".");
  }
}

LogicalDevice::Clock LogicalDevice::clock_of(const vk::raii::PhysicalDevice& physical,
                                             std::uint32_t family) {
  constexpr double kNanosecond = 1e-9;
  constexpr std::uint32_t kAllBits = 64;
  const std::uint32_t bits = physical.getQueueFamilyProperties()[family].timestampValidBits;
  if (bits == 0) return {};
  const auto period = static_cast<double>(physical.getProperties().limits.timestampPeriod);
  return {kNanosecond * period, ~std::uint64_t{0} >> (kAllBits - bits)};
}

/// In which types of memory a buffer of ours may lie: not all of them need to take one.
std::uint32_t LogicalDevice::buffer_types() const {
  const vk::raii::Buffer probe(device_, vk::BufferCreateInfo({}, 1, kBufferUsage));
  return probe.getMemoryRequirements().memoryTypeBits;
}

void LogicalDevice::look_at_memory(bool always_copy) {
  const auto memory = physical_.getMemoryProperties();
  const std::uint32_t allowed = buffer_types();
  const auto own = find_type(memory, allowed, Flag::eDeviceLocal);
  const auto both =
      find_type(memory, allowed,
                Flag::eDeviceLocal | Flag::eHostVisible | Flag::eHostCoherent | Flag::eHostCached);
  const auto cached =
      find_type(memory, allowed, Flag::eHostVisible | Flag::eHostCoherent | Flag::eHostCached);
  const auto host =
      cached ? cached : find_type(memory, allowed, Flag::eHostVisible | Flag::eHostCoherent);
  if (!own || !host) throw DeviceUnavailable(info_.name + " has no memory for computing.");
  const auto heap = [&](std::uint32_t type) {
    return memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size;
  };
  // A small window into a larger memory is no place to work in.
  unified_ = !always_copy && both && heap(*both) == heap(*own);
  device_type_ = unified_ ? *both : *own;
  host_type_ = *host;
}

void LogicalDevice::submit(const vk::SubmitInfo& info, vk::Fence fence) const {
  const std::lock_guard lock(queue_mutex_);
  queue_.submit(info, fence);
}

}  // namespace ssmscope::gpu
