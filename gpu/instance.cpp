#include "gpu/instance.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/shader.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::gpu {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

vk::raii::Context load() {
  try {
    return {};
  } catch (const std::exception&) {
    throw DeviceUnavailable(
        "There is no Vulkan on this machine: the loader libvulkan.so.1 was not found.");
  }
}

VKAPI_ATTR VkBool32 VKAPI_CALL pass_on(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                       VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data,
                                       void* on_message) {
  (*static_cast<const Instance::OnMessage*>(on_message))(data->pMessage);
  return VK_FALSE;
}

// By way of the C struct: the type of the callback differs between releases of the C++ header.
vk::DebugUtilsMessengerCreateInfoEXT messenger_info(const Instance::OnMessage& on_message) {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = &pass_on;
  info.pUserData = const_cast<Instance::OnMessage*>(&on_message);
  return info;
}

std::string dotted(std::uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

DeviceType type_of(vk::PhysicalDeviceType type) {
  switch (type) {
    case vk::PhysicalDeviceType::eDiscreteGpu:
      return DeviceType::Discrete;
    case vk::PhysicalDeviceType::eIntegratedGpu:
      return DeviceType::Integrated;
    case vk::PhysicalDeviceType::eVirtualGpu:
      return DeviceType::Virtual;
    case vk::PhysicalDeviceType::eCpu:
      return DeviceType::Software;
    default:
      return DeviceType::Other;
  }
}

/// "llvmpipe Mesa 22.3.6"; a driver older than Vulkan 1.2 tells only a number.
std::string driver_of(const vk::raii::PhysicalDevice& physical,
                      const vk::PhysicalDeviceProperties& properties) {
  if (properties.apiVersion < VK_API_VERSION_1_2) return std::to_string(properties.driverVersion);
  const auto chain =
      physical.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>();
  const auto& driver = chain.get<vk::PhysicalDeviceDriverProperties>();
  std::string text = driver.driverName.data();
  if (driver.driverInfo[0] != '\0') text += std::string(" ") + driver.driverInfo.data();
  return text;
}

std::uint64_t largest_heap(const vk::raii::PhysicalDevice& physical) {
  const auto memory = physical.getMemoryProperties();
  std::uint64_t size = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    const auto& heap = memory.memoryHeaps[i];
    if (heap.flags & vk::MemoryHeapFlagBits::eDeviceLocal)
      size = std::max<std::uint64_t>(size, heap.size);
  }
  return size;
}

std::string why_unusable(const vk::raii::PhysicalDevice& physical, const Device& device,
                         std::uint32_t api_version) {
  if (api_version < kApiVersion) return "It offers Vulkan " + device.api + "; 1.1 is needed.";
  if (!compute_family(physical)) return "None of its queues computes.";
  if (device.group_threads < kMostGroupThreads) {
    return "Only " + std::to_string(device.group_threads) + " threads can work together; " +
           std::to_string(kMostGroupThreads) + " are needed.";
  }
  if (device.memory == 0) return "It has no memory of its own.";
  return {};
}

/// The largest power of two whose transform (two complex float32 numbers a node) fits.
std::uint32_t largest_ring(std::uint32_t shared_memory) {
  std::uint32_t nodes = 1;
  while (std::uint64_t{nodes} * 2 * 16 <= shared_memory) nodes *= 2;
  return nodes;
}

}  // namespace

Instance::Instance(OnMessage on_message)
    : on_message_(std::move(on_message)), context_(load()), instance_(make_instance()) {
  if (on_message_) messenger_.emplace(instance_, messenger_info(on_message_));
}

vk::raii::Instance Instance::make_instance() const {
  const vk::ApplicationInfo application("SSMScope", 1, nullptr, 0, kApiVersion);
  vk::InstanceCreateInfo info({}, &application);
  std::array<const char*, 1> layers{kValidationLayer};
  std::array<const char*, 1> extensions{VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  vk::DebugUtilsMessengerCreateInfoEXT messenger;
  if (on_message_) {
    const auto known = context_.enumerateInstanceLayerProperties();
    const bool found = std::any_of(known.begin(), known.end(), [](const auto& layer) {
      return std::strcmp(layer.layerName.data(), kValidationLayer) == 0;
    });
    if (!found) throw DeviceUnavailable("The Vulkan validation layer is not installed.");
    info.setPEnabledLayerNames(layers).setPEnabledExtensionNames(extensions);
    messenger = messenger_info(on_message_);
    info.pNext = &messenger;  // messages of the instance's own making
  }
  try {
    return {context_, info};
  } catch (const vk::IncompatibleDriverError&) {
    throw DeviceUnavailable("There is no Vulkan driver on this machine.");
  } catch (const vk::Error& error) {
    throw DeviceUnavailable(std::string("Vulkan does not start: ") + error.what() + ".");
  }
}

std::vector<vk::raii::PhysicalDevice> Instance::physical_devices() const {
  try {
    return instance_.enumeratePhysicalDevices();
  } catch (const vk::Error&) {
    return {};  // what a loader without any driver answers
  }
}

Device describe(const vk::raii::PhysicalDevice& physical, std::size_t index) {
  const auto properties = physical.getProperties();
  Device device;
  device.index = index;
  device.name = properties.deviceName.data();
  device.type = type_of(properties.deviceType);
  device.driver = driver_of(physical, properties);
  device.api = dotted(properties.apiVersion);
  device.float64 = physical.getFeatures().shaderFloat64 == VK_TRUE;
  device.memory = largest_heap(physical);
  device.largest_buffer = properties.limits.maxStorageBufferRange;
  device.group_threads = std::min(properties.limits.maxComputeWorkGroupInvocations,
                                  properties.limits.maxComputeWorkGroupSize[0]);
  device.shared_memory = properties.limits.maxComputeSharedMemorySize;
  device.ring_nodes = largest_ring(device.shared_memory);
  device.reason = why_unusable(physical, device, properties.apiVersion);
  device.usable = device.reason.empty();
  return device;
}

std::optional<std::uint32_t> compute_family(const vk::raii::PhysicalDevice& physical) {
  const auto families = physical.getQueueFamilyProperties();
  std::optional<std::uint32_t> any;
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    const auto flags = families[i].queueFlags;
    if (!(flags & vk::QueueFlagBits::eCompute)) continue;
    if (!(flags & vk::QueueFlagBits::eGraphics)) return i;
    if (!any) any = i;
  }
  return any;
}

}  // namespace ssmscope::gpu
