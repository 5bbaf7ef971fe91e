#include "core/memory/fitted_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/memory/exponentials.hpp"

namespace ssmscope::memory {

namespace {

int real_states(ComplexList lambda) {
  const auto before = [](Complex a, Complex b) {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  };
  std::ranges::sort(lambda, before);
  int states = 0;
  for (const Complex pole : lambda) {
    const bool paired = std::ranges::binary_search(lambda, std::conj(pole), before);
    states += pole.imag() == 0.0 || paired ? 1 : 2;
  }
  return states;
}

}  // namespace

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

int real_states(const Model& model) {
  switch (model.init) {
    case Init::Explicit:
      return real_states(model.lambda);
    case Init::Lin:
      return 2 * model.pairs - 1;  // its first pole is real
    case Init::Real:
      return model.pairs;
    case Init::Inv:
    case Init::Legs:
    case Init::Random:
      break;
  }
  return 2 * model.pairs;
}

int floor_states(const Model& model) { return real_states(model) + (model.D != 0.0 ? 1 : 0); }

}  // namespace ssmscope::memory
