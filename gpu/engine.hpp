// The open device with its memory and pipelines, and the job: one call of an operation as a list
// of uploads, dispatches and downloads. No Vulkan type shows, so that an operation is mathematics.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "core/compute/progress.hpp"
#include "gpu/shader.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::gpu {

class Engine {
 public:
  /// Throws DeviceUnavailable.
  Engine(const DeviceChoice& choice, const Options& options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const Device& device() const;
  /// Most bytes that one call should take of the device.
  std::size_t call_bytes() const;
  /// Most work (mode-steps, mode-points) of one submission: a few ms (pace.hpp).
  std::size_t work_per_submission() const;

 private:
  friend class Job;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Bytes of the job's buffer.
struct Range {
  std::size_t offset = 0;
  std::size_t bytes = 0;
};

/// What a job takes: so many bytes, which the host sees too unless they are scratch.
struct Extent {
  std::size_t bytes = 0;
  bool scratch = false;
};

/// A range that the host sees too.
template <class T>
struct View {
  Range range;
  std::span<T> host;
};

/// Pieces of `size` that hold `count`: the last may not be full.
constexpr std::size_t pieces_of(std::size_t count, std::size_t size) {
  return (count + size - 1) / size;
}

/// A number of a piece of work as shaders take it: a piece is smaller than 2^32 bytes (plan()).
constexpr std::uint32_t word(std::size_t number) { return static_cast<std::uint32_t>(number); }

struct Groups {
  std::uint32_t x = 1, y = 1, z = 1;
};

/// `count` groups in a row, folded where one dimension does not hold them; for each of `models`.
Groups groups_for(std::size_t count, std::size_t models = 1);

class Job {
 public:
  /// Where each range begins.
  static constexpr std::size_t kAlignment = 256;
  static constexpr std::size_t aligned(std::size_t bytes) {
    return pieces_of(bytes, kAlignment) * kAlignment;
  }

  /// Takes memory for `extents`; view() and scratch() give it out in the same order.
  /// Throws BackendLost, and std::bad_alloc where there is no such memory.
  Job(Engine& engine, const compute::Progress& progress, std::span<const Extent> extents);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// The next extent.
  template <class T>
  View<T> view() {
    const Range range = take(false);
    return {range, {reinterpret_cast<T*>(host(range)), range.bytes / sizeof(T)}};
  }
  /// The next extent, which is scratch.
  Range scratch() { return take(true); }

  /// The host has written the range: the device sees it from the next dispatch on.
  void send(Range range);
  /// The host sees the range after the next run().
  void fetch(Range range);

  /// Each dispatch sees what those before it wrote.
  template <class Push>
  void dispatch(const Program& program, std::initializer_list<Range> bindings, const Push& push,
                Groups groups) {
    static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= kPushBytes);
    record(program, {bindings.begin(), bindings.size()}, &push, sizeof(Push), groups);
  }

  /// Does all that was recorded, `work` mode-steps, and waits for it; the job can be used again.
  /// Checks the progress first. Throws Cancelled, BackendLost or std::bad_alloc.
  void run(std::size_t work);

  /// Seconds that the device has worked for this job, by its own clock.
  double device_seconds() const;

 private:
  Range take(bool scratch);
  std::byte* host(Range range) const;
  void record(const Program& program, std::span<const Range> bindings, const void* push,
              std::size_t push_bytes, Groups groups);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ssmscope::gpu
