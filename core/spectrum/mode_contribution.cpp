#include "core/spectrum/mode_contribution.hpp"

#include <cmath>
#include <limits>

namespace ssmscope::spectrum {
namespace {

constexpr std::size_t kStepsAPower = 64;  // between powers that are made anew

}  // namespace

Complex mode_response(const FrequencyMode& mode, double factor, double omega) {
  const Complex g = 0.5 * factor * mode.c * mode.bbar;
  const Complex back = std::polar(1.0, -omega);
  return g / (1.0 - mode.abar * back) + std::conj(g) / (1.0 - std::conj(mode.abar) * back);
}

std::vector<Complex> mode_response(const FrequencyMode& mode, double factor,
                                   std::span<const double> omega) {
  std::vector<Complex> out;
  out.reserve(omega.size());
  for (const double at : omega) out.push_back(mode_response(mode, factor, at));
  return out;
}

std::vector<double> mode_kernel(const FrequencyMode& mode, double factor, std::size_t length) {
  std::vector<double> out(length);
  const Complex g = factor * mode.c * mode.bbar;
  const double growth = std::log(std::abs(mode.abar)), turn = std::arg(mode.abar);
  Complex state = g;
  for (std::size_t l = 0; l < length; ++l) {
    // From its logarithm now and then: a product alone loses a digit every few hundred steps.
    if (l > 0 && l % kStepsAPower == 0) {
      const auto steps = static_cast<double>(l);
      state = mode.abar == 0.0 ? 0.0 : g * std::polar(std::exp(steps * growth), steps * turn);
    }
    const double h = state.real();
    out[l] = std::isfinite(h) ? h : std::numeric_limits<double>::quiet_NaN();
    state *= mode.abar;
  }
  return out;
}

double apparent_frequency(Rule rule, double radians) {
  ssm::ContinuousModel turning;
  turning.lambda = {Complex(0.0, radians)};
  turning.B = turning.C = {1.0};
  return std::abs(std::arg(ssm::discretise(turning, rule, 1.0).abar.front()));
}

}  // namespace ssmscope::spectrum
