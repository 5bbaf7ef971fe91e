// A program that uses the core alone links neither Qt, VTK nor Vulkan.
#include <cstdio>

#include "core/compute/cpu_backend.hpp"
#include "core/spectrum/frequency_analysis.hpp"

int main() {
  ssmscope::compute::Pool pool(1);
  const auto backend = ssmscope::compute::make_cpu_backend(pool);
  ssmscope::compute::Progress progress;
  const auto result = ssmscope::spectrum::analyse_frequency({}, *backend, progress);
  return std::printf("H(1) = %.17g\n", result.dc_gain) > 0 ? 0 : 1;
}
