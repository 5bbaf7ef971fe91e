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

Engine::Parts::Parts(const DeviceChoice& choice, const Options& options)
    : device(choice, options),
      pipelines(device, options.cache_folder),
      arena(device, options.memory_limit),
      before_submit(options.before_submit) {}

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

Engine::Engine(const DeviceChoice& choice, const Options& options) {
  try {
    parts_ = std::make_unique<Parts>(choice, options);
  } catch (const vk::Error& error) {
    throw DeviceUnavailable(std::string("The Vulkan device does not start: ") + error.what() + ".");
  }
}

Engine::~Engine() = default;

const Device& Engine::device() const { return parts_->device.info(); }

std::size_t Engine::call_bytes() const { return parts_->arena.call_bytes(); }

std::size_t Engine::work_per_submission() const {
  // A core does some 10^9 mode-steps a second, a GPU 10^10 and more.
  constexpr std::size_t kSoftware = std::size_t{1} << 21;
  constexpr std::size_t kReal = std::size_t{1} << 25;
  return device().type == DeviceType::Software ? kSoftware : kReal;
}

}  // namespace ssmscope::gpu
