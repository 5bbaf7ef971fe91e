#include "core/spectrum/pole_edit.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "core/scenario/error.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {
namespace {

Complex scaled_pole(Rule rule, Complex abar, double near_turn) {
  switch (rule) {
    case Rule::Zoh:
    case Rule::EulerB:
      break;
    case Rule::Bilinear:
      return 2.0 * (abar - 1.0) / (abar + 1.0);
    case Rule::Euler:
      return abar - 1.0;
    case Rule::BackwardEuler:
      return 1.0 - 1.0 / abar;
  }
  const Complex principal = std::log(abar);
  const double turn = 2.0 * std::numbers::pi;
  return {principal.real(),
          principal.imag() + turn * std::round((near_turn - principal.imag()) / turn)};
}

void make_explicit(Model& model) {
  model.lambda = poles(model);
  model.init = Init::Explicit;
  model.seed = Model{}.seed;
  model.pairs = static_cast<int>(model.lambda.size());
}

void require_mode(const Model& model, std::size_t mode) {
  if (mode < model.lambda.size()) return;
  throw InputError("The model has " + std::to_string(model.lambda.size()) +
                   " modes: a mode below that is expected, not " + std::to_string(mode) + ".");
}

/// A seeded list is the same for the first modes whatever their number: it grows by itself.
template <class Choice>
void append_one(Choice& choice) {
  if (auto* const list = std::get_if<ComplexList>(&choice)) list->emplace_back(1.0);
}

template <class Choice>
void erase_entry(Choice& choice, const ComplexList& all, std::size_t mode) {
  if (std::holds_alternative<Seeded>(choice)) choice = all;
  if (auto* const list = std::get_if<ComplexList>(&choice))
    list->erase(list->begin() + static_cast<std::ptrdiff_t>(mode));
}

}  // namespace

Complex continuous_pole(Rule rule, Complex abar, double delta, Complex near) {
  const Complex lambda = scaled_pole(rule, abar, near.imag() * delta) / delta;
  const bool finite = std::isfinite(lambda.real()) && std::isfinite(lambda.imag());
  return finite ? lambda : near;
}

ComplexList poles(const Model& model) {
  if (model.init == Init::Explicit) return model.lambda;
  return ssm::initial_poles(model.init, model.pairs, model.seed);
}

Scenario with_pole_moved(Scenario scenario, std::size_t mode, Complex lambda) {
  make_explicit(scenario.model);
  require_mode(scenario.model, mode);
  scenario.model.lambda[mode] = lambda;
  return scenario;
}

Scenario with_discrete_pole_moved(Scenario scenario, std::size_t mode, Complex abar) {
  make_explicit(scenario.model);
  require_mode(scenario.model, mode);
  Complex& lambda = scenario.model.lambda[mode];
  const Discretisation& discretisation = scenario.discretisation;
  lambda = continuous_pole(discretisation.rule, abar, discretisation.delta, lambda);
  return scenario;
}

Scenario with_pole_added(Scenario scenario, Complex lambda) {
  make_explicit(scenario.model);
  Model& model = scenario.model;
  model.lambda.push_back(lambda);
  model.pairs = static_cast<int>(model.lambda.size());
  append_one(model.B);
  append_one(model.C);
  return scenario;
}

Scenario with_discrete_pole_added(Scenario scenario, Complex abar) {
  const Discretisation& discretisation = scenario.discretisation;
  const Complex lambda = continuous_pole(discretisation.rule, abar, discretisation.delta, 0.0);
  return with_pole_added(std::move(scenario), lambda);
}

Scenario without_pole(Scenario scenario, std::size_t mode) {
  const ssm::ContinuousModel before = ssm::continuous_model(scenario.model);
  make_explicit(scenario.model);
  Model& model = scenario.model;
  require_mode(model, mode);
  if (model.lambda.size() == 1)
    throw InputError("The only pole of a model cannot be taken away: at least one is expected.");
  erase_entry(model.B, before.B, mode);
  erase_entry(model.C, before.C, mode);
  model.lambda.erase(model.lambda.begin() + static_cast<std::ptrdiff_t>(mode));
  model.pairs = static_cast<int>(model.lambda.size());
  return scenario;
}

}  // namespace ssmscope::spectrum
