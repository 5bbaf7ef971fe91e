#include "core/ring/causal_product.hpp"

#include <algorithm>
#include <bit>

#include "core/compute/fourier.hpp"

namespace ssmscope::ring {
namespace {

using compute::Complex;

// Up to this many products the direct sum is quicker, and exact to the last digits.
constexpr std::size_t kMostDirectProducts = std::size_t{1} << 22;
constexpr std::size_t kProductsAPoll = std::size_t{1} << 18;

std::vector<double> direct_product(std::span<const double> memory, std::span<const double> input,
                                   compute::Progress& progress) {
  std::vector<double> y(input.size(), 0.0);
  std::size_t products = 0;
  for (std::size_t s = 0; s < std::min(memory.size(), input.size()); ++s) {
    const double weight = memory[s];
    for (std::size_t t = s; t < input.size(); ++t) y[t] += weight * input[t - s];
    if ((products += input.size() - s) > kProductsAPoll) {
      progress.check();
      products = 0;
    }
  }
  return y;
}

std::vector<double> transformed_product(std::span<const double> memory,
                                        std::span<const double> input,
                                        compute::Progress& progress) {
  const std::size_t size = std::bit_ceil(memory.size() + input.size());
  // Both real signals in one transform: memory as the real part, input as the imaginary part.
  std::vector<Complex> both(size), spectrum(size);
  for (std::size_t s = 0; s < memory.size(); ++s) both[s].real(memory[s]);
  for (std::size_t t = 0; t < input.size(); ++t) both[t].imag(input[t]);
  compute::forward_dft(both, spectrum);
  progress.check();
  for (std::size_t k = 0; k < size; ++k) {
    const Complex a = spectrum[k], b = std::conj(spectrum[(size - k) % size]);
    both[k] = 0.5 * (a + b) * Complex(0.0, -0.5) * (a - b);
  }
  compute::inverse_dft(both, spectrum);
  progress.check();
  std::vector<double> y(input.size());
  for (std::size_t t = 0; t < y.size(); ++t) y[t] = spectrum[t].real();
  return y;
}

}  // namespace

std::vector<double> causal_product(std::span<const double> memory, std::span<const double> input,
                                   compute::Progress& progress) {
  const bool is_short = std::min(memory.size(), input.size()) * input.size() <= kMostDirectProducts;
  return is_short ? direct_product(memory, input, progress)
                  : transformed_product(memory, input, progress);
}

}  // namespace ssmscope::ring
