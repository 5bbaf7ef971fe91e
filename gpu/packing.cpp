#include "gpu/packing.hpp"

namespace ssmscope::gpu {

double largest(std::span<const double> values) {
  Largest<double> all;
  for (const double value : values) all.see(value);
  return all.finite() ? all.value() : HUGE_VAL;
}

double largest(std::span<const Complex> values) {
  double all = 0.0;
  for (const Complex value : values) {
    const double size = std::abs(value);
    if (!std::isfinite(size)) return HUGE_VAL;
    all = std::max(all, size);
  }
  return all;
}

}  // namespace ssmscope::gpu
