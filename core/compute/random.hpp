// Random numbers that are the same with every standard library: mt19937_64 (fixed by the
// standard) and our own uniform and normal (Box-Muller) distributions.
#pragma once

#include <complex>
#include <cstdint>
#include <random>

namespace ssmscope::compute {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Uniform on [0, 1), 53 bits.
  double uniform();
  /// Standard normal. Draws two uniforms for every pair of numbers.
  double normal();
  /// Standard complex normal, E|z|^2 = 1; real part drawn first.
  std::complex<double> complex_normal();

 private:
  std::mt19937_64 engine_;
  bool has_spare_ = false;
  double spare_ = 0.0;
};

}  // namespace ssmscope::compute
