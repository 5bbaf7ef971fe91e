// compute::Backend on a Vulkan device.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"
#include "gpu/devices.hpp"

namespace ssmscope::gpu {

/// There is no such device, or it cannot be used. what() is one whole sentence.
class DeviceUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Precision {
  Single,  ///< float32, tolerance kSingleTolerance
  Double   ///< float64, the CPU's tolerance; only where Device::float64
};

/// The error that float32 keeps below, relative to the largest |output|. Powers of abar come from
/// the host in more than double precision, so no error grows with the length of a run; what
/// remains are the roundings of sums over 2 modes and over a chunk of 32 steps.
inline constexpr double kSingleTolerance = 1e-5;

struct Options {
  Precision precision = Precision::Single;

  /// Turns the validation layer on; each of its messages comes here (from any thread that calls
  /// the backend). DeviceUnavailable where the layer is not installed.
  std::function<void(const std::string&)> on_validation_message;

  /// Folder of the pipeline caches, made if absent; empty: none is kept. A cache that does not
  /// fit the device and driver or is damaged is ignored, and one that cannot be written is not.
  std::filesystem::path cache_folder;

  /// Most bytes of memory taken from the device; 0: half of its largest heap. Larger work is
  /// cut into pieces; what does not fit even so runs on the CPU.
  std::uint64_t memory_limit = 0;

  /// For tests: copy between the host's memory and the device's even where they are one, as a GPU
  /// with memory of its own has to.
  bool always_copy = false;

  /// Most mode-steps of one submission; 0: as many as make it a few ms by the device's own clock.
  /// No result depends on it.
  std::size_t work_per_submission = 0;

  /// A submission that takes longer is one that never ends: the device is lost. A submission is
  /// made to last milliseconds (Engine::work_per_submission()); others' work may be before it.
  std::chrono::milliseconds patience = std::chrono::seconds(30);

  /// For tests: looks at the bounds of all that shaders read and write (guards.hpp); damage is told
  /// as a validation message. Only on a device whose memory the host sees.
  bool guard_bounds = false;

  /// For tests: called before each submission with its number (1, 2, ..). BackendLost thrown
  /// here is a lost device, std::bad_alloc is one without memory, false one that never answers.
  std::function<bool(std::uint64_t)> before_submit;
};

/// `cpu` does what the device cannot do, or not to the tolerance (each such call says so through
/// Progress::ran). `pool` must outlive the backend. Safe to call from several threads at once.
/// Throws DeviceUnavailable. Once the device is lost every call throws BackendLost.
std::unique_ptr<compute::Backend> make_vulkan_backend(const DeviceChoice& choice,
                                                      std::shared_ptr<compute::Backend> cpu,
                                                      compute::Pool& pool,
                                                      const Options& options = {});

}  // namespace ssmscope::gpu
