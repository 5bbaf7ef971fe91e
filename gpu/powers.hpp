// Powers of abar for the device, made on the host to about 106 bits and rounded once: GLSL has no
// exponential in double, and a long product of rounded numbers loses digits.
#pragma once

#include <span>
#include <vector>

#include "core/compute/backend.hpp"

namespace ssmscope::gpu {

using compute::Complex;

/// g_m abar_m^{first + stride e}, e = 0, 1, .., count - 1: count x modes. abar^0 = 1 always.
std::vector<Complex> powers(std::span<const Complex> abar, std::span<const Complex> g,
                            std::size_t stride, std::size_t count, std::size_t first = 0);

/// abar_m^exponent as unevaluated sums high + low.
struct PrecisePower {
  Complex high, low;
};
std::vector<PrecisePower> precise_powers(std::span<const Complex> abar, std::size_t exponent);

}  // namespace ssmscope::gpu
