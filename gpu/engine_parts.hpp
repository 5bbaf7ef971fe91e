// What stands behind Engine (engine.hpp): its Vulkan objects.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>

#include "gpu/arena.hpp"
#include "gpu/engine.hpp"
#include "gpu/logical_device.hpp"
#include "gpu/pace.hpp"
#include "gpu/pipelines.hpp"

namespace ssmscope::gpu {

/// What one job at a time records with.
struct Recorder {
  vk::raii::CommandPool pool{nullptr};
  vk::raii::CommandBuffer commands{nullptr};
  vk::raii::DescriptorPool sets{nullptr};
  vk::raii::QueryPool times{nullptr};  ///< null where the queue has no clock
  vk::raii::Fence done{nullptr};
};

/// Most dispatches of one submission.
inline constexpr std::uint32_t kMostDispatches = 64;

/// Keeps `what` until the process ends: a device that does not answer may still use it.
void leave_to_device(std::shared_ptr<const void> what);

struct Engine::Parts {
  Parts(const DeviceChoice& choice, const Options& given);

  LogicalDevice device;
  Pipelines pipelines;
  Arena arena;
  Pace pace;
  Options options;
  std::atomic<std::uint64_t> submissions{0};
  std::atomic<bool> lost{false};
  std::atomic<bool> silent{false};  ///< lost because it did not answer: it may still work

  /// Whether jobs guard their ranges (guards.hpp).
  bool guards() const {
    return options.guard_bounds && options.on_validation_message && device.unified();
  }

  Recorder take_recorder();
  void give_back(Recorder recorder);

  /// Calls body() and says Vulkan's errors in our words: BackendLost or std::bad_alloc.
  template <class Body>
  auto guarded(const Body& body);

 private:
  std::mutex mutex_;
  std::list<Recorder> recorders_;
};

template <class Body>
auto Engine::Parts::guarded(const Body& body) {
  if (lost) throw compute::BackendLost(device.info().name + " was lost before");
  try {
    return body();
  } catch (const vk::OutOfDeviceMemoryError&) {
    throw OutOfDeviceMemory();
  } catch (const vk::OutOfHostMemoryError&) {
    throw OutOfDeviceMemory();
  } catch (const vk::Error& error) {
    lost = true;
    throw compute::BackendLost(error.what());
  } catch (const compute::BackendLost&) {
    lost = true;
    throw;
  }
}

}  // namespace ssmscope::gpu
