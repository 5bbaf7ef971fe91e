// The Vulkan devices of this machine, as plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ssmscope::gpu {

enum class DeviceType { Discrete, Integrated, Virtual, Software, Other };

/// "discrete GPU", "integrated GPU", "virtual GPU", "software" or "other".
std::string type_name(DeviceType type);

struct Device {
  std::size_t index = 0;  ///< its place in the loader's list; what `vulkan:K` means
  std::string name;
  DeviceType type = DeviceType::Other;
  std::string driver;  ///< name and version as the driver tells them
  std::string api;     ///< "1.3.230"
  bool float64 = false;
  std::uint64_t memory = 0;          ///< bytes of its largest heap of its own
  std::uint64_t largest_buffer = 0;  ///< bytes that a shader sees at once (maxStorageBufferRange)
  std::uint32_t group_threads = 0;  ///< threads that work together (maxComputeWorkGroupInvocations)
  std::uint32_t shared_memory = 0;  ///< bytes that they share
  std::uint32_t ring_nodes = 0;     ///< most modes of a ring field whose number is a power of two
  bool usable = false;
  std::string reason;  ///< why not, in one sentence; empty where usable
};

struct DeviceList {
  std::vector<Device> devices;
  std::string notice;  ///< why there is none, in one sentence; empty where there are some
};

/// Never throws for want of a loader, a driver or a device. It runs the drivers' own code: where
/// one might crash or hang, call it in a child process.
DeviceList list_devices();

/// Which device to compute on.
struct DeviceChoice {
  enum class Kind {
    BestReal,  ///< discrete before integrated before virtual; never a software device
    Software,  ///< the first software device
    Index      ///< Device::index, whatever its type
  };
  Kind kind = Kind::BestReal;
  std::size_t index = 0;  ///< for Kind::Index
};

/// The chosen device, or null with the reason in one sentence.
const Device* choose_device(const DeviceList& list, const DeviceChoice& choice,
                            std::string& reason);

}  // namespace ssmscope::gpu
