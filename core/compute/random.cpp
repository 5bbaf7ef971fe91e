#include "core/compute/random.hpp"

#include <cmath>
#include <numbers>

namespace ssmscope::compute {

double Random::uniform() {
  constexpr double kUnit = 0x1.0p-53;
  return static_cast<double>(engine_() >> 11) * kUnit;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u lies in (0, 1]
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::complex<double> Random::complex_normal() {
  const double real = normal();
  const double imag = normal();
  return std::numbers::sqrt2 * 0.5 * std::complex<double>(real, imag);
}

}  // namespace ssmscope::compute
