// Vulkan drivers that do not survive their start: one crashes, the other never answers. The loader
// calls this function first of all.
#include <cstdint>
#include <cstdlib>
#include <thread>

extern "C" __attribute__((visibility("default"))) int vk_icdNegotiateLoaderICDInterfaceVersion(
    std::uint32_t*) {
#ifdef SSMSCOPE_DRIVER_HANGS
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
#else
  std::abort();
#endif
}
