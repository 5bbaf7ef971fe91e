#include "core/compute/cpu_dispatch.hpp"

namespace ssmscope::compute::detail {

std::vector<const CpuKernels*> supported_kernels() {
  std::vector<const CpuKernels*> supported{&kBaselineKernels};
#ifdef SSMSCOPE_X86_DISPATCH
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    supported.push_back(&kAvx2Kernels);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
      supported.push_back(&kAvx512Kernels);
    }
  }
#endif
  return supported;
}

}  // namespace ssmscope::compute::detail
