#include "gpu/devices.hpp"

#include <optional>

#include "gpu/instance.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::gpu {
namespace {

constexpr const char* kNoDevice = "There is no Vulkan device on this machine.";

/// 0 is the best; none for those that are never taken without being asked for.
std::optional<int> rank(DeviceType type) {
  switch (type) {
    case DeviceType::Discrete:
      return 0;
    case DeviceType::Integrated:
      return 1;
    case DeviceType::Virtual:
      return 2;
    default:
      return std::nullopt;
  }
}

const Device* best_real(const DeviceList& list) {
  const Device* best = nullptr;
  for (const Device& device : list.devices) {
    const auto own = rank(device.type);
    if (!device.usable || !own) continue;
    if (best == nullptr || *own < *rank(best->type)) best = &device;
  }
  return best;
}

const Device* by_index(const DeviceList& list, std::size_t index, std::string& reason) {
  if (index >= list.devices.size()) {
    reason =
        "There is no Vulkan device " + std::to_string(index) + "; " +
        (list.devices.empty() ? "this machine has none."
                              : "the last is " + std::to_string(list.devices.size() - 1) + ".");
    return nullptr;
  }
  const Device& device = list.devices[index];
  if (device.usable) return &device;
  reason = device.name + " cannot be used: " + device.reason;
  return nullptr;
}

const Device* software(const DeviceList& list) {
  for (const Device& device : list.devices) {
    if (device.usable && device.type == DeviceType::Software) return &device;
  }
  return nullptr;
}

}  // namespace

std::string type_name(DeviceType type) {
  switch (type) {
    case DeviceType::Discrete:
      return "discrete GPU";
    case DeviceType::Integrated:
      return "integrated GPU";
    case DeviceType::Virtual:
      return "virtual GPU";
    case DeviceType::Software:
      return "software";
    case DeviceType::Other:
      break;
  }
  return "other";
}

DeviceList list_devices() {
  DeviceList list;
  try {
    const Instance instance;
    const auto physical = instance.physical_devices();
    for (std::size_t i = 0; i < physical.size(); ++i) {
      list.devices.push_back(describe(physical[i], i));
    }
    if (list.devices.empty()) list.notice = kNoDevice;
  } catch (const std::exception& error) {
    list.devices.clear();
    list.notice = error.what();
  }
  return list;
}

const Device* choose_device(const DeviceList& list, const DeviceChoice& choice,
                            std::string& reason) {
  reason.clear();
  if (choice.kind == DeviceChoice::Kind::Index) return by_index(list, choice.index, reason);
  const bool real = choice.kind == DeviceChoice::Kind::BestReal;
  const Device* device = real ? best_real(list) : software(list);
  if (device == nullptr) {
    if (!list.notice.empty()) {
      reason = list.notice;
    } else {
      reason = real ? "None of this machine's Vulkan devices is a GPU that can be used."
                    : "None of this machine's Vulkan devices is a software device.";
    }
  }
  return device;
}

}  // namespace ssmscope::gpu
