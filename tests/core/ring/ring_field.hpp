// The field of a ring by its definition, for tests.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "core/ring/ring_analysis.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::test {

inline Scenario lin(int pairs, double delta, Rule rule = Rule::Zoh) {
  Scenario scenario;
  scenario.model.pairs = pairs;
  scenario.model.C = Seeded{1};
  scenario.discretisation.delta = delta;
  scenario.discretisation.rule = rule;
  return scenario;
}

/// The field by the definition: the recurrence of every mode, then F by direct summation.
inline std::shared_ptr<ring::RingResult> field(const Scenario& scenario,
                                               const std::vector<double>& input) {
  const ssm::ContinuousModel model = ssm::continuous_model(scenario.model);
  const ssm::DiscreteModel discrete =
      ssm::discretise(model, scenario.discretisation.rule, scenario.discretisation.delta);
  auto result = std::make_shared<ring::RingResult>();
  const std::size_t count = discrete.modes();
  result->nodes = static_cast<int>(count);
  result->steps = static_cast<int>(input.size());
  result->input = input;
  result->mode_of_wavenumber = ring::ring_order(model.lambda);
  result->turn = ring::mode_turns(model, discrete, scenario.discretisation.rule,
                                  scenario.discretisation.delta, result->mode_of_wavenumber);
  for (const int mode : result->mode_of_wavenumber)
    result->dispersion.frequency.push_back(model.lambda[static_cast<std::size_t>(mode)].imag());
  std::vector<Complex> x(count);
  for (const double u : input) {
    for (std::size_t m = 0; m < count; ++m) {
      const auto mode = static_cast<std::size_t>(result->mode_of_wavenumber[m]);
      x[m] = discrete.abar[mode] * x[m] + discrete.bbar[mode] * u;
    }
    for (std::size_t j = 0; j < count; ++j) {
      Complex sum;
      for (std::size_t m = 0; m < count; ++m)
        sum += x[m] * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(j * m) /
                                          static_cast<double>(count));
      result->field.push_back(sum / std::sqrt(static_cast<double>(count)));
    }
  }
  for (const Complex z : result->field)
    result->largest_displacement = std::max(result->largest_displacement, std::abs(z));
  return result;
}

/// Slows the wave between wavenumbers m and m + 1 to a part of its speed.
inline void slow_down(ring::RingResult& result, std::size_t m, double part) {
  const double step = result.turn[m + 1].imag() - result.turn[m].imag();
  for (std::size_t k = m + 1; k < result.turn.size(); ++k)
    result.turn[k] -= Complex(0.0, (1.0 - part) * step);
}

inline std::vector<double> impulse(std::size_t steps) {
  std::vector<double> input(steps);
  input[0] = 1.0;
  return input;
}

}  // namespace ssmscope::test
