// Powers of a complex number to the last bit.
#pragma once

#include <span>

#include "core/scenario/scenario.hpp"

namespace ssmscope::ring {

/// a^0 .. a^(count - 1), each rounded once: products in extended precision, 10 more bits than the
/// 128 or so of a block need.
inline void rounded_powers(Complex a, std::span<Complex> out) {
  using Real = long double;
  const Real re = a.real(), im = a.imag();
  Real x = 1.0L, y = 0.0L;
  for (Complex& power : out) {
    power = {static_cast<double>(x), static_cast<double>(y)};
    const Real next = x * re - y * im;
    y = x * im + y * re;
    x = next;
  }
}

}  // namespace ssmscope::ring
