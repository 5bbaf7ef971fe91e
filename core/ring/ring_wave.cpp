#include "core/ring/ring_wave.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ssmscope::ring {
namespace {

/// sum_m c_m z^m at z = e^{sign i theta} for out.size() angles, by Horner's rule.
void polynomial_on_circle(std::span<const Complex> coefficients, double sign,
                          std::span<Complex> out) {
  const double scale =
      1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(coefficients.size(), 1)));
  const double step = sign * 2.0 * std::numbers::pi / static_cast<double>(out.size());
  for (std::size_t s = 0; s < out.size(); ++s) {
    const double c = std::cos(step * static_cast<double>(s));
    const double i = std::sin(step * static_cast<double>(s));
    double re = 0.0, im = 0.0;
    for (std::size_t m = coefficients.size(); m-- > 0;) {
      const double next = re * c - im * i + coefficients[m].real();
      im = re * i + im * c + coefficients[m].imag();
      re = next;
    }
    out[s] = {re * scale, im * scale};
  }
}

}  // namespace

void modes_of_row(std::span<const Complex> row, std::span<Complex> modes) {
  polynomial_on_circle(row, 1.0, modes);
}

void wave_of_modes(std::span<const Complex> modes, std::span<Complex> out) {
  polynomial_on_circle(modes, -1.0, out);
}

void wave_of_folded_modes(std::span<const Complex> modes, std::span<Complex> out) {
  if (modes.empty()) return;
  const auto highest = static_cast<std::ptrdiff_t>((modes.size() - 1) / 2);
  std::vector<Complex> ordered(modes.size());  // from -K on
  std::rotate_copy(modes.begin(), modes.end() - highest, modes.end(), ordered.begin());
  polynomial_on_circle(ordered, -1.0, out);
  const double turn =
      2.0 * std::numbers::pi * static_cast<double>(highest) / static_cast<double>(out.size());
  for (std::size_t s = 0; s < out.size(); ++s)
    out[s] *= std::polar(1.0, turn * static_cast<double>(s));
}

}  // namespace ssmscope::ring
