#include "core/spectrum/eigenvector_facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/compute/fft_plans.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
// Zero padding before the peak is read off a parabola; twice would do for the spread.
constexpr std::size_t kPadding = 4;

/// |transform| at 2 pi k/size, k = 0 .. size/2.
std::vector<double> magnitudes(std::span<const double> vector, std::size_t size) {
  std::vector<double> padded(size, 0.0);
  std::copy(vector.begin(), vector.end(), padded.begin());
  std::vector<std::complex<double>> transform(size / 2 + 1);
  compute::fft_real(padded.data(), transform.data(), size);
  std::vector<double> out(transform.size());
  std::transform(transform.begin(), transform.end(), out.begin(),
                 [](const std::complex<double>& z) { return std::abs(z); });
  return out;
}

double peak(const std::vector<double>& magnitude, double step) {
  const auto top = std::max_element(magnitude.begin(), magnitude.end());
  const auto at = static_cast<std::size_t>(top - magnitude.begin());
  const std::size_t last = magnitude.size() - 1;  // the transform is even about both ends
  const double left = magnitude[at == 0 ? std::min<std::size_t>(1, last) : at - 1];
  const double right = magnitude[at == last ? last - std::min<std::size_t>(1, last) : at + 1];
  const double curvature = left - 2.0 * *top + right;
  const double shift = curvature < 0.0 ? 0.5 * (left - right) / curvature : 0.0;
  return std::clamp(step * (static_cast<double>(at) + shift), 0.0, kPi);
}

/// 1 / integral of the squared density, by the trapezoidal rule, which is exact here: the square of
/// the power has fewer terms than the transform is long.
double band(const std::vector<double>& magnitude, double step) {
  double power = 0.0, square = 0.0;
  for (std::size_t k = 0; k < magnitude.size(); ++k) {
    const double weight = k == 0 || k + 1 == magnitude.size() ? 0.5 * step : step;
    const double p = magnitude[k] * magnitude[k];
    power += weight * p;
    square += weight * p * p;
  }
  return power * power / square;
}

}  // namespace

EigenvectorFacts eigenvector_facts(std::span<const double> vector) {
  const std::size_t size = kPadding * std::bit_ceil(std::max<std::size_t>(vector.size(), 1));
  const double step = 2.0 * kPi / static_cast<double>(size);
  const std::vector<double> magnitude = magnitudes(vector, size);
  double sum = 0.0, fourth = 0.0;
  for (const double v : vector) {
    sum += v * v;
    fourth += v * v * v * v;
  }
  return {peak(magnitude, step), sum * sum / fourth, band(magnitude, step)};
}

}  // namespace ssmscope::spectrum
