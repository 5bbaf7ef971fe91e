// Between the caller's doubles and the device's numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/flush_denormals.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::gpu {

using compute::Complex;

/// Numbers below which the other threads are not worth waking.
inline constexpr std::size_t kPackedAtOnce = std::size_t{1} << 16;

/// The power of two at or below |x|, so that scaling rounds nothing; 1 for 0.
inline double power_of_two(double x) { return x == 0.0 ? 1.0 : std::exp2(std::ilogb(x)); }

/// The largest |x|; infinite if one is not finite.
double largest(std::span<const double> values);
double largest(std::span<const Complex> values);

/// to[i] = scale from[i].
template <class Real>
void pack(compute::Pool& pool, std::span<const double> from, double scale, Real* to) {
  pool.parallel_for(from.size(), kPackedAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = static_cast<Real>(scale * from[i]);
  });
}

/// The real and the imaginary part of each. Returns where it ended.
template <class Real>
Real* pack(std::span<const Complex> from, Real* to) {
  for (const Complex z : from) {
    *to++ = static_cast<Real>(z.real());
    *to++ = static_cast<Real>(z.imag());
  }
  return to;
}

/// Re(w x), the scalar product of conj(w) and x as pairs of numbers, makes it a matrix product.
inline std::vector<Complex> conjugates(std::span<const Complex> values) {
  std::vector<Complex> all(values.begin(), values.end());
  for (Complex& z : all) z = std::conj(z);
  return all;
}

/// The largest |number| of a result. By its bits: as an integer it is compared without branches,
/// and what is not finite is the largest of all.
template <class Real>
class Largest {
 public:
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  void see(Real value) { bits_ = std::max(bits_, std::bit_cast<Bits>(value) & (~Bits{0} >> 1U)); }
  void see(const Largest& other) { bits_ = std::max(bits_, other.bits_); }
  double value() const { return static_cast<double>(std::bit_cast<Real>(bits_)); }
  bool finite() const { return std::isfinite(value()); }

 private:
  Bits bits_ = 0;
};

/// to[i] = scale from[i]; returns the largest |from[i]|.
template <class Real>
Largest<Real> unpack(compute::Pool& pool, const Real* from, double scale, std::span<double> to) {
  constexpr std::size_t kMostPieces = 64;
  const std::size_t grain = std::max(kPackedAtOnce, (to.size() + kMostPieces - 1) / kMostPieces);
  Largest<Real> pieces[kMostPieces];
  pool.parallel_for(to.size(), grain, [&](std::size_t begin, std::size_t end) {
    const compute::detail::FlushDenormals flush;
    Largest<Real> piece;
    for (std::size_t i = begin; i < end; ++i) {
      piece.see(from[i]);
      to[i] = scale * static_cast<double>(from[i]);
    }
    pieces[begin / grain] = piece;
  });
  Largest<Real> all;
  for (const auto& piece : pieces) all.see(piece);
  return all;
}

/// Complex numbers as the doubles that they consist of.
inline std::span<double> doubles(std::span<Complex> values) {
  return {reinterpret_cast<double*>(values.data()), 2 * values.size()};
}

}  // namespace ssmscope::gpu
