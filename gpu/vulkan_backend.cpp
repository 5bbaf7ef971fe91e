#include "gpu/vulkan_backend.hpp"

namespace ssmscope::gpu {

std::unique_ptr<compute::Backend> make_vulkan_backend(const DeviceChoice& choice,
                                                      std::shared_ptr<compute::Backend> /*cpu*/,
                                                      compute::Pool& /*pool*/,
                                                      Options /*options*/) {
  const DeviceList list = list_devices();
  std::string reason;
  if (choose_device(list, choice, reason) == nullptr) throw DeviceUnavailable(reason);
  throw DeviceUnavailable("The Vulkan backend is still being built.");
}

}  // namespace ssmscope::gpu
