// The chosen device, opened for computing: one queue, and what its memory is like.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "gpu/instance.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::gpu {

/// What all our buffers are used for.
inline constexpr vk::BufferUsageFlags kBufferUsage = vk::BufferUsageFlagBits::eStorageBuffer |
                                                     vk::BufferUsageFlagBits::eTransferSrc |
                                                     vk::BufferUsageFlagBits::eTransferDst;

class LogicalDevice {
 public:
  /// Throws DeviceUnavailable.
  LogicalDevice(const DeviceChoice& choice, const Options& options);

  const Device& info() const { return info_; }
  const vk::raii::Device& handle() const { return device_; }
  std::uint32_t family() const { return family_; }
  vk::PhysicalDeviceProperties properties() const { return physical_.getProperties(); }

  /// Whether the queue has a clock, and what its ticks from `begin` to `end` are in seconds.
  bool has_clock() const { return clock_.seconds_per_tick > 0.0; }
  double seconds(std::uint64_t begin, std::uint64_t end) const {
    return clock_.seconds_per_tick * static_cast<double>((end - begin) & clock_.mask);
  }

  /// The memory in which the work is done.
  std::uint32_t device_memory_type() const { return device_type_; }
  /// True where the host reads and writes that memory as fast as its own (integrated GPUs,
  /// software devices): nothing needs to be copied.
  bool unified() const { return unified_; }
  /// The memory through which everything is copied where that is not so.
  std::uint32_t host_memory_type() const { return host_type_; }

  /// One thread at a time.
  void submit(const vk::SubmitInfo& info, vk::Fence fence) const;

 private:
  struct Choice {
    vk::raii::PhysicalDevice physical;
    Device info;
  };
  static Choice choose(const Instance& instance, const DeviceChoice& choice);
  LogicalDevice(const DeviceChoice& choice, bool always_copy, std::unique_ptr<Instance> instance);
  LogicalDevice(Choice chosen, bool always_copy, std::unique_ptr<Instance>&& instance);
  vk::raii::Device open() const;
  void look_at_memory(bool always_copy);

  std::unique_ptr<Instance> instance_;
  vk::raii::PhysicalDevice physical_;
  Device info_;
  std::uint32_t family_;
  struct Clock {
    double seconds_per_tick = 0.0;
    std::uint64_t mask = 0;  ///< the bits that count
  };
  static Clock clock_of(const vk::raii::PhysicalDevice& physical, std::uint32_t family);
  std::uint32_t buffer_types() const;

  Clock clock_;
  std::uint32_t device_type_ = 0;
  std::uint32_t host_type_ = 0;
  bool unified_ = false;
  vk::raii::Device device_;
  vk::raii::Queue queue_;
  mutable std::mutex queue_mutex_;
};

}  // namespace ssmscope::gpu
