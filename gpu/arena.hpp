// The memory of the backend: a few slabs, grown when more is asked for, then kept and used again.
// A call of an operation holds one slab to itself.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <new>
#include <optional>

#include "gpu/logical_device.hpp"

namespace ssmscope::gpu {

/// The device has not as much memory as a call needs, or not within the limit.
class OutOfDeviceMemory : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the device has too little memory"; }
};

/// A buffer of the device: first what the host sees too, then what is the device's alone.
struct Slab {
  std::size_t shared = 0;   ///< bytes that the host sees
  std::size_t scratch = 0;  ///< bytes behind them
  vk::raii::DeviceMemory memory{nullptr};
  vk::raii::Buffer buffer{nullptr};
  vk::raii::DeviceMemory mirror_memory{nullptr};  ///< null on a unified device
  vk::raii::Buffer mirror{nullptr};
  std::byte* host = nullptr;  ///< the shared bytes (or their mirror) as the host sees them
};

class Arena {
 public:
  /// `limit`: most bytes of the device's memory; 0: half of its largest heap.
  Arena(const LogicalDevice& device, std::uint64_t limit);

  class Lease {
   public:
    Lease(Arena& arena, std::size_t shared, std::size_t scratch)
        : arena_(arena), slab_(arena.take(shared, scratch)) {}
    ~Lease() { arena_.give_back(slab_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    const Slab& operator*() const { return *slab_; }
    const Slab* operator->() const { return &*slab_; }

   private:
    Arena& arena_;
    std::list<Slab>::iterator slab_;
  };

  /// Most bytes that one call should take, so that a few fit beside each other.
  std::size_t call_bytes() const;

 private:
  std::list<Slab>::iterator take(std::size_t shared, std::size_t scratch);
  void give_back(std::list<Slab>::iterator slab);
  std::optional<std::list<Slab>::iterator> free_slab(std::size_t shared, std::size_t scratch);
  void drop_oldest();
  void drop_surplus();
  void make_room(std::size_t bytes);
  Slab make_slab_or_free(std::size_t shared, std::size_t scratch);
  Slab make_slab(std::size_t shared, std::size_t scratch) const;

  const LogicalDevice& device_;
  std::size_t limit_;
  std::size_t held_ = 0;  ///< bytes of all slabs
  std::list<Slab> free_;
  std::list<Slab> leased_;
  std::mutex mutex_;
  std::condition_variable returned_;
};

}  // namespace ssmscope::gpu
