#include "core/memory/fitted_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/memory/exponentials.hpp"

namespace ssmscope::memory {

double shown_frequency(const FittedMode& mode) {
  return std::abs(std::remainder(mode.rate.imag(), 2.0 * std::numbers::pi));
}

double memory_steps(const FittedMode& mode) {
  return mode.rate.real() < 0.0 ? -1.0 / mode.rate.real()
                                : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> term(const FittedMode& mode, std::size_t length) {
  std::vector<double> values(length);
  for (std::size_t s = 0; s < length; ++s)
    values[s] = 2.0 * (mode.amplitude * std::exp(mode.rate * static_cast<double>(s))).real();
  return values;
}

std::optional<int> nearest_fitted_mode(std::span<const FittedMode> modes, double omega) {
  if (modes.empty() || std::isnan(omega)) return std::nullopt;
  const auto distance = [omega](const FittedMode& fitted) {
    return std::abs(shown_frequency(fitted) - omega);
  };
  const auto nearest = std::ranges::min_element(modes, {}, distance);
  return static_cast<int>(nearest - modes.begin());
}

int real_states(std::span<const FittedMode> modes) {
  int states = 0;
  for (const FittedMode& mode : modes) states += is_real(mode.rate) ? 1 : 2;
  return states;
}

int real_states(const Model& model) { return model.conjugate ? 2 * model.pairs : model.pairs; }

}  // namespace ssmscope::memory
