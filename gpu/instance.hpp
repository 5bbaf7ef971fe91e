// The Vulkan instance, with the validation layer when it is wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gpu/devices.hpp"
#include "gpu/vulkan_api.hpp"

namespace ssmscope::gpu {

/// What the shaders and calls are written for.
inline constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_1;

class Instance {
 public:
  using OnMessage = std::function<void(const std::string&)>;

  /// Validation only where `on_message` is given. Throws DeviceUnavailable without a loader, or
  /// without the layer when it is wanted.
  explicit Instance(OnMessage on_message = {});
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const vk::raii::Instance& handle() const { return instance_; }
  std::vector<vk::raii::PhysicalDevice> physical_devices() const;

 private:
  vk::raii::Instance make_instance() const;

  OnMessage on_message_;
  vk::raii::Context context_;
  vk::raii::Instance instance_;
  std::optional<vk::raii::DebugUtilsMessengerEXT> messenger_;
};

/// What list_devices() says of one of them.
Device describe(const vk::raii::PhysicalDevice& physical, std::size_t index);

/// The queue family to compute on: one without graphics where there is one; none if none computes.
std::optional<std::uint32_t> compute_family(const vk::raii::PhysicalDevice& physical);

}  // namespace ssmscope::gpu
