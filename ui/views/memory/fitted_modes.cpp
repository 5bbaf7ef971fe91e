#include "ui/views/memory/fitted_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ssm/diagonal.hpp"

namespace ssmscope::ui {

double shownFrequency(const memory::FittedMode& mode) {
  return std::abs(std::remainder(mode.rate.imag(), 2.0 * std::numbers::pi));
}

double memorySteps(const memory::FittedMode& mode) {
  return mode.rate.real() < 0.0 ? -1.0 / mode.rate.real()
                                : std::numeric_limits<double>::quiet_NaN();
}

std::optional<int> nearestFittedMode(std::span<const memory::FittedMode> modes,
                                     const Scenario& scenario, int mode) {
  const ssm::ContinuousModel model = ssm::continuous_model(scenario.model);
  if (modes.empty() || mode < 0 || static_cast<std::size_t>(mode) >= model.lambda.size()) {
    return std::nullopt;
  }
  const ssm::DiscreteModel discrete =
      ssm::discretise(model, scenario.discretisation.rule, scenario.discretisation.delta);
  const double omega = std::abs(std::arg(discrete.abar[static_cast<std::size_t>(mode)]));
  const auto distance = [omega](const memory::FittedMode& fitted) {
    return std::abs(shownFrequency(fitted) - omega);
  };
  const auto nearest = std::min_element(
      modes.begin(), modes.end(),
      [&distance](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return static_cast<int>(nearest - modes.begin());
}

}  // namespace ssmscope::ui
