#include "core/memory/exponentials.hpp"

#include <algorithm>
#include <cmath>

#include "core/compute/norms.hpp"
#include "core/target/dense.hpp"

namespace ssmscope::memory {
namespace {

// Below this a power is written as 0: nothing is seen of it, and arithmetic on the denormal
// numbers that follow is a hundred times slower.
constexpr double kVanishes = 1e-200;
constexpr std::size_t kBlock = 16;

Complex power_of(Complex rate, double s) {
  const double size = std::exp(rate.real() * s);
  if (rate.imag() == 0.0) return size;
  // kNyquist is not pi to the last digit: its sine would be rounding, magnified by s.
  if (is_real(rate)) return std::fmod(s, 2.0) == 0.0 ? size : -size;
  return std::polar(size, rate.imag() * s);
}

// A matrix built column by column, each scaled to unit norm.
class ScaledColumns {
 public:
  explicit ScaledColumns(std::size_t rows) : rows_(rows) {}

  void add(std::span<const double> column, double scale) {
    if (!(scale > 0.0) || !std::isfinite(scale)) return;
    for (const double v : column) values_.push_back(v / scale);
  }
  void add(std::span<const double> column) { add(column, compute::norm(column)); }
  double condition() const {
    return target::condition_number(values_, rows_,
                                    values_.size() / std::max<std::size_t>(rows_, 1));
  }

 private:
  std::size_t rows_;
  std::vector<double> values_;
};

}  // namespace

void powers(Complex rate, std::span<double> re, std::span<double> im) {
  const Complex z = power_of(rate, 1.0);
  const std::size_t length = re.size();
  for (std::size_t s = 0; s < length; s += kBlock) {
    Complex value = power_of(rate, static_cast<double>(s));
    if (std::exp(rate.real() * static_cast<double>(s)) < kVanishes) {
      std::fill(re.begin() + static_cast<std::ptrdiff_t>(s), re.end(), 0.0);
      std::fill(im.begin() + static_cast<std::ptrdiff_t>(s), im.end(), 0.0);
      return;
    }
    double x = value.real(), y = value.imag();
    for (std::size_t i = s; i < std::min(s + kBlock, length); ++i) {
      re[i] = x;
      im[i] = y;
      const double next = x * z.real() - y * z.imag();
      y = x * z.imag() + y * z.real();
      x = next;
    }
  }
}

std::vector<double> sum_of_modes(std::span<const Complex> rates,
                                 std::span<const Complex> amplitudes, std::size_t length) {
  std::vector<double> sum(length, 0.0), re(length), im(length);
  for (std::size_t k = 0; k < rates.size(); ++k) {
    powers(rates[k], re, im);
    const Complex c = 2.0 * amplitudes[k];
    for (std::size_t s = 0; s < length; ++s) sum[s] += c.real() * re[s] - c.imag() * im[s];
  }
  return sum;
}

double vandermonde_condition(std::span<const Complex> rates, std::size_t length) {
  // [z, conj z] times a unitary matrix is sqrt(2) [Re z, Im z]: the same singular values.
  ScaledColumns matrix(length);
  std::vector<double> re(length), im(length);
  for (const Complex rate : rates) {
    powers(rate, re, im);
    const double size = std::hypot(compute::norm(re), compute::norm(im));
    if (is_real(rate)) {
      matrix.add(re, size);
    } else {
      matrix.add(re, size / std::sqrt(2.0));
      matrix.add(im, size / std::sqrt(2.0));
    }
  }
  return matrix.condition();
}

double gauss_newton_condition(std::span<const Complex> rates, std::span<const Complex> amplitudes,
                              std::size_t length) {
  ScaledColumns matrix(length);
  std::vector<double> re(length), im(length);
  for (std::size_t k = 0; k < rates.size(); ++k) {
    powers(rates[k], re, im);
    matrix.add(re);
    matrix.add(im);
    // By the rate: s c e^{rate s}, real and imaginary part, with c of unit size.
    const double size = std::abs(amplitudes[k]);
    if (size == 0.0) continue;
    const Complex c = amplitudes[k] / size;
    for (std::size_t s = 0; s < length; ++s) {
      const Complex value = static_cast<double>(s) * (c * Complex(re[s], im[s]));
      re[s] = value.real();
      im[s] = value.imag();
    }
    matrix.add(re);
    matrix.add(im);
  }
  return matrix.condition();
}

}  // namespace ssmscope::memory
