#include "gpu/engine.hpp"

#include "gpu/engine_parts.hpp"

namespace ssmscope::gpu {
namespace {

Recorder make_recorder(const LogicalDevice& logical) {
  const vk::raii::Device& device = logical.handle();
  Recorder recorder;
  recorder.pool = vk::raii::CommandPool(
      device,
      vk::CommandPoolCreateInfo(vk::CommandPoolCreateFlagBits::eTransient, logical.family()));
  vk::raii::CommandBuffers buffers(
      device, vk::CommandBufferAllocateInfo(*recorder.pool, vk::CommandBufferLevel::ePrimary, 1));
  recorder.commands = std::move(buffers.front());
  const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer,
                                    kMostDispatches * kMostBindings);
  recorder.sets =
      vk::raii::DescriptorPool(device, vk::DescriptorPoolCreateInfo({}, kMostDispatches, size));
  if (logical.has_clock()) {
    recorder.times =
        vk::raii::QueryPool(device, vk::QueryPoolCreateInfo({}, vk::QueryType::eTimestamp, 2));
  }
  recorder.done = vk::raii::Fence(device, vk::FenceCreateInfo());
  return recorder;
}

}  // namespace

Engine::Parts::Parts(const DeviceChoice& choice, const Options& given)
    : device(choice, given),
      pipelines(device, given.cache_folder),
      arena(device, given.memory_limit),
      pace(device.info().type == DeviceType::Software, given.work_per_submission),
      options(given) {}

Recorder Engine::Parts::take_recorder() {
  {
    const std::lock_guard lock(mutex_);
    if (!recorders_.empty()) {
      Recorder recorder = std::move(recorders_.front());
      recorders_.pop_front();
      return recorder;
    }
  }
  return make_recorder(device);
}

void Engine::Parts::give_back(Recorder recorder) {
  const std::lock_guard lock(mutex_);
  recorders_.push_front(std::move(recorder));
}

void leave_to_device(std::shared_ptr<const void> what) {
  static std::mutex mutex;
  static auto& left = *new std::list<std::shared_ptr<const void>>;  // never destroyed
  const std::lock_guard lock(mutex);
  left.push_back(std::move(what));
}

Engine::Engine(const DeviceChoice& choice, const Options& options) {
  try {
    parts_ = std::make_unique<Parts>(choice, options);
  } catch (const vk::Error& error) {
    throw DeviceUnavailable(std::string("The Vulkan device does not start: ") + error.what() + ".");
  }
}

Engine::~Engine() {
  if (parts_->silent) leave_to_device(std::move(parts_));
}

const Device& Engine::device() const { return parts_->device.info(); }

std::size_t Engine::call_bytes() const { return parts_->arena.call_bytes(); }

std::size_t Engine::work_per_submission() const { return parts_->pace.work(); }

}  // namespace ssmscope::gpu
