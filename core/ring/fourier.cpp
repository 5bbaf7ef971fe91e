#include "core/ring/fourier.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace ssmscope::ring {
namespace {

using compute::Complex;
constexpr double kPi = std::numbers::pi;

Complex multiply(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// e^{-2 pi i k/size}, k < count: each exact, none by repeated products.
std::vector<Complex> roots(std::size_t size, std::size_t count) {
  std::vector<Complex> table(count);
  for (std::size_t k = 0; k < count; ++k)
    table[k] = std::polar(1.0, -2.0 * kPi * static_cast<double>(k) / static_cast<double>(size));
  return table;
}

/// The table of a power of two, kept by each thread for the sizes that come again at every move.
const std::vector<Complex>& kept_roots(std::size_t size) {
  thread_local std::vector<std::vector<Complex>> tables(64);
  std::vector<Complex>& table = tables[static_cast<std::size_t>(std::countr_zero(size))];
  if (table.empty()) table = roots(size, size / 2 + 1);
  return table;
}

/// In place, size a power of two: bit reversal, then butterflies.
void power_of_two_dft(std::span<Complex> data) {
  const std::size_t size = data.size();
  for (std::size_t i = 1, j = 0; i < size; ++i) {
    std::size_t bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) std::swap(data[i], data[j]);
  }
  const std::vector<Complex>& table = kept_roots(size);
  for (std::size_t half = 1; half < size; half *= 2) {
    const std::size_t stride = size / (2 * half);
    for (std::size_t start = 0; start < size; start += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const Complex even = data[start + k];
        const Complex odd = multiply(table[k * stride], data[start + half + k]);
        data[start + k] = even + odd;
        data[start + half + k] = even - odd;
      }
    }
  }
}

void conjugate(std::span<Complex> data) {
  for (Complex& value : data) value = std::conj(value);
}

/// Any size as a convolution with a chirp (Bluestein): jk = (j^2 + k^2 - (k - j)^2)/2.
void chirp_dft(std::span<Complex> data) {
  const std::size_t size = data.size(), padded = std::bit_ceil(2 * size - 1);
  std::vector<Complex> chirp(size), signal(padded), filter(padded);
  for (std::size_t j = 0; j < size; ++j) {
    const auto square = static_cast<double>(j * j % (2 * size));  // exact: the period is 2 size
    chirp[j] = std::polar(1.0, -kPi * square / static_cast<double>(size));
    signal[j] = multiply(data[j], chirp[j]);
    filter[j] = filter[(padded - j) % padded] = std::conj(chirp[j]);
  }
  power_of_two_dft(signal);
  power_of_two_dft(filter);
  for (std::size_t k = 0; k < padded; ++k) signal[k] = std::conj(multiply(signal[k], filter[k]));
  power_of_two_dft(signal);
  for (std::size_t k = 0; k < size; ++k)
    data[k] = multiply(std::conj(signal[k]) / static_cast<double>(padded), chirp[k]);
}

void dft(std::span<Complex> data) {
  if (std::has_single_bit(data.size())) {
    power_of_two_dft(data);
  } else {
    chirp_dft(data);
  }
}

}  // namespace

void forward_dft(std::span<const Complex> in, std::span<Complex> out) {
  assert(!out.empty());
  for (Complex& value : out) value = 0.0;
  std::size_t k = 0;
  for (const Complex& value : in) {
    out[k] += value;
    if (++k == out.size()) k = 0;
  }
  dft(out);
}

void inverse_dft(std::span<const Complex> in, std::span<Complex> out) {
  assert(in.size() == out.size() && !out.empty());
  for (std::size_t k = 0; k < in.size(); ++k) out[k] = std::conj(in[k]);
  dft(out);
  conjugate(out);
  for (Complex& value : out) value /= static_cast<double>(out.size());
}

}  // namespace ssmscope::ring
