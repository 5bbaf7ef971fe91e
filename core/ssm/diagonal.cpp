#include "core/ssm/diagonal.hpp"

#include <cmath>

#include "core/compute/random.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/names.hpp"

namespace ssmscope::ssm {
namespace {

ComplexList seeded(std::uint64_t seed, std::size_t modes) {
  compute::Random random(seed);
  ComplexList list(modes);
  for (Complex& value : list) value = random.complex_normal();
  return list;
}

ComplexList given(const ComplexList& list, std::size_t modes, const std::string& field) {
  if (list.size() == modes) return list;
  throw InputError("model." + field + " has " + std::to_string(list.size()) +
                   " entries, but the model has " + std::to_string(modes) +
                   " modes: one entry for each mode is expected.");
}

ComplexList input_weights(const Model& model, std::size_t modes) {
  if (const auto* seed = std::get_if<Seeded>(&model.B)) return seeded(seed->seed, modes);
  if (const auto* list = std::get_if<ComplexList>(&model.B)) return given(*list, modes, "B");
  return ComplexList(modes, 1.0);
}

ComplexList output_weights(const Model& model, std::size_t modes) {
  if (const auto* seed = std::get_if<Seeded>(&model.C)) return seeded(seed->seed, modes);
  if (const auto* list = std::get_if<ComplexList>(&model.C)) return given(*list, modes, "C");
  return ComplexList(modes, 1.0);
}

}  // namespace

compute::ModelBatch DiscreteModel::batch() const {
  compute::ModelBatch batch;
  batch.models = 1;
  batch.modes = abar.size();
  batch.abar = abar;
  batch.bbar = bbar;
  batch.c = c;
  batch.d = std::span<const double>(&d, 1);
  batch.factor = factor;
  return batch;
}

ContinuousModel continuous_model(const Model& model) {
  if (model.family != Family::S4d) {
    throw InputError("model.family: " + name_of(model.family, kFamilyNames) +
                     " is not built yet; \"s4d\" is expected.");
  }
  ContinuousModel result;
  result.lambda = model.init == Init::Explicit ? model.lambda
                                               : initial_poles(model.init, model.pairs, model.seed);
  if (result.lambda.empty()) {
    throw InputError("model.lambda is empty: at least one pole is expected.");
  }
  const std::size_t modes = result.lambda.size();
  result.B = input_weights(model, modes);
  result.C = output_weights(model, modes);
  result.D = model.D;
  result.factor = model.conjugate ? 2.0 : 1.0;
  return result;
}

ModeStep mode_step(Complex lambda, Rule rule, double delta) {
  const Complex z = delta * lambda;
  switch (rule) {
    case Rule::Zoh:
      return {std::exp(z), delta * expm1_over(z)};
    case Rule::Bilinear:
      return {(1.0 + 0.5 * z) / (1.0 - 0.5 * z), delta / (1.0 - 0.5 * z)};
    case Rule::Euler:
      return {1.0 + z, delta};
    case Rule::BackwardEuler:
      return {1.0 / (1.0 - z), delta / (1.0 - z)};
    case Rule::EulerB:
      return {std::exp(z), delta};
  }
  return {0.0, 0.0};
}

DiscreteModel discretise(const ContinuousModel& model, Rule rule, double delta) {
  DiscreteModel result;
  const std::size_t modes = model.lambda.size();
  result.abar.reserve(modes);
  result.bbar.reserve(modes);
  for (std::size_t m = 0; m < modes; ++m) {
    const ModeStep mode = mode_step(model.lambda[m], rule, delta);
    result.abar.push_back(mode.abar);
    result.bbar.push_back(mode.gain * model.B[m]);
  }
  result.c = model.C;
  result.d = model.D;
  result.factor = model.factor;
  return result;
}

Complex abar_less_one(Rule rule, Complex z) {
  switch (rule) {
    case Rule::Zoh:
    case Rule::EulerB:
      break;
    case Rule::Bilinear:
      return z / (1.0 - 0.5 * z);
    case Rule::Euler:
      return z;
    case Rule::BackwardEuler:
      return z / (1.0 - z);
  }
  return expm1(z);
}

bool is_exponential(Rule rule) { return rule == Rule::Zoh || rule == Rule::EulerB; }

Complex expm1(Complex z) {
  const double x = z.real();
  const double y = z.imag();
  if (y == 0.0) return {std::expm1(x), y};
  // e^x cos y - 1 = (e^x - 1) cos y - (1 - cos y), neither of which cancels near 0.
  const double half_sine = std::sin(0.5 * y);
  return {std::expm1(x) * std::cos(y) - 2.0 * half_sine * half_sine, std::exp(x) * std::sin(y)};
}

Complex expm1_over(Complex z) {
  if (z == 0.0) return 1.0;
  return expm1(z) / z;
}

}  // namespace ssmscope::ssm
