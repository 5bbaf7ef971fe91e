#include "gpu/arena.hpp"

#include <algorithm>
#include <numeric>

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kMostCallBytes = std::size_t{256} << 20;
/// Below this a slab is not worth being made smaller.
constexpr std::size_t kLeastBytes = std::size_t{1} << 20;
constexpr std::size_t kRoundedTo = std::size_t{16} << 20;
/// Bytes of slabs that are kept though nobody holds them.
constexpr std::size_t kKept = std::size_t{128} << 20;
constexpr std::size_t kCallsAtOnce = 4;

std::size_t default_limit(const Device& device) { return device.memory / 2; }

/// Slabs come in few sizes, so that they fit again: powers of two, then multiples.
std::size_t rounded(std::size_t bytes) {
  std::size_t size = kLeastBytes;
  while (size < bytes && size < kRoundedTo) size *= 2;
  return size < bytes ? (bytes + kRoundedTo - 1) / kRoundedTo * kRoundedTo : size;
}

struct Allocation {
  vk::raii::Buffer buffer;
  vk::raii::DeviceMemory memory;
};

Allocation allocate(const vk::raii::Device& device, std::size_t bytes, std::uint32_t type) {
  const vk::BufferCreateInfo info({}, bytes, kBufferUsage);
  vk::raii::Buffer buffer(device, info);
  const auto needs = buffer.getMemoryRequirements();
  if ((needs.memoryTypeBits & (1U << type)) == 0) throw OutOfDeviceMemory();
  vk::raii::DeviceMemory memory(device, vk::MemoryAllocateInfo(needs.size, type));
  buffer.bindMemory(*memory, 0);
  return {std::move(buffer), std::move(memory)};
}

}  // namespace

Arena::Arena(const LogicalDevice& device, std::uint64_t limit)
    : device_(device), limit_(limit > 0 ? limit : default_limit(device.info())) {}

std::size_t Arena::call_bytes() const { return std::min(kMostCallBytes, limit_ / kCallsAtOnce); }

std::list<Slab>::iterator Arena::take(std::size_t shared, std::size_t scratch) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (const auto found = free_slab(shared, scratch)) {
      leased_.splice(leased_.begin(), free_, *found);
      return leased_.begin();
    }
    std::size_t wanted_shared = rounded(shared);
    std::size_t wanted_scratch = rounded(scratch);
    if (wanted_shared + wanted_scratch > limit_) {
      wanted_shared = shared;
      wanted_scratch = scratch;
    }
    make_room(wanted_shared + wanted_scratch);
    if (held_ + wanted_shared + wanted_scratch <= limit_) {
      leased_.push_front(make_slab_or_free(wanted_shared, wanted_scratch));
      held_ += wanted_shared + wanted_scratch;
      return leased_.begin();
    }
    if (leased_.empty()) throw OutOfDeviceMemory();
    returned_.wait(lock);
  }
}

void Arena::give_back(std::list<Slab>::iterator slab) {
  {
    const std::lock_guard lock(mutex_);
    free_.splice(free_.begin(), leased_, slab);
    drop_surplus();
  }
  returned_.notify_all();
}

/// The smallest that is large enough.
std::optional<std::list<Slab>::iterator> Arena::free_slab(std::size_t shared, std::size_t scratch) {
  std::optional<std::list<Slab>::iterator> best;
  for (auto slab = free_.begin(); slab != free_.end(); ++slab) {
    if (slab->shared < shared || slab->scratch < scratch) continue;
    if (!best || slab->shared + slab->scratch < (*best)->shared + (*best)->scratch) best = slab;
  }
  return best;
}

/// Gives the slab back that nobody has held for longest.
void Arena::drop_oldest() {
  held_ -= free_.back().shared + free_.back().scratch;
  free_.pop_back();
}

/// Drops slabs that nobody holds until the new one fits.
void Arena::make_room(std::size_t bytes) {
  while (!free_.empty() && held_ + bytes > limit_) drop_oldest();
}

/// Drops slabs that nobody holds until they are not too much to keep.
void Arena::drop_surplus() {
  const auto bytes = [](std::size_t sum, const Slab& slab) {
    return sum + slab.shared + slab.scratch;
  };
  while (std::accumulate(free_.begin(), free_.end(), std::size_t{0}, bytes) > kKept) drop_oldest();
}

/// Others may hold the device's memory: what is ours and free goes first.
Slab Arena::make_slab_or_free(std::size_t shared, std::size_t scratch) {
  try {
    return make_slab(shared, scratch);
  } catch (const vk::OutOfDeviceMemoryError&) {
    make_room(limit_ + 1);
    return make_slab(shared, scratch);
  }
}

Slab Arena::make_slab(std::size_t shared, std::size_t scratch) const {
  Slab slab;
  slab.shared = shared;
  slab.scratch = scratch;
  const vk::raii::Device& device = device_.handle();
  auto own = allocate(device, shared + scratch, device_.device_memory_type());
  slab.memory = std::move(own.memory);
  slab.buffer = std::move(own.buffer);
  if (device_.unified()) {
    slab.host = static_cast<std::byte*>(slab.memory.mapMemory(0, VK_WHOLE_SIZE));
    return slab;
  }
  auto mirror = allocate(device, shared, device_.host_memory_type());
  slab.mirror_memory = std::move(mirror.memory);
  slab.mirror = std::move(mirror.buffer);
  slab.host = static_cast<std::byte*>(slab.mirror_memory.mapMemory(0, VK_WHOLE_SIZE));
  return slab;
}

}  // namespace ssmscope::gpu
