#include "core/ssm/shared_state.hpp"

#include <algorithm>

#include "core/scenario/error.hpp"

namespace ssmscope::ssm {
namespace {

void check_size(std::size_t size, std::size_t rows, std::size_t columns, const std::string& name) {
  if (size == rows * columns) return;
  throw InputError(name + " of the shared-state model has " + std::to_string(size) +
                   " entries, but " + std::to_string(rows) + " x " + std::to_string(columns) +
                   " are expected.");
}

}  // namespace

DiscreteModel DiscreteSharedState::path(std::size_t input, std::size_t output) const {
  DiscreteModel model;
  model.abar = abar;
  for (std::size_t m = 0; m < modes(); ++m) {
    model.bbar.push_back(bbar[m * inputs + input]);
    model.c.push_back(c[output * modes() + m]);
  }
  model.d = d[output * inputs + input];
  model.factor = factor;
  return model;
}

void check_shared_state(const SharedStateModel& model) {
  const std::size_t modes = model.lambda.size();
  if (modes == 0 || model.inputs == 0 || model.outputs == 0) {
    throw InputError("The shared-state model has " + std::to_string(modes) + " modes, " +
                     std::to_string(model.inputs) + " inputs and " + std::to_string(model.outputs) +
                     " outputs: at least one of each is expected.");
  }
  check_size(model.B.size(), modes, model.inputs, "B");
  check_size(model.C.size(), model.outputs, modes, "C");
  check_size(model.D.size(), model.outputs, model.inputs, "D");
}

DiscreteSharedState discretise(const SharedStateModel& model, Rule rule, double delta) {
  check_shared_state(model);
  DiscreteSharedState result{model.inputs, model.outputs, {},          model.B,
                             model.C,      model.D,       model.factor};
  for (std::size_t m = 0; m < model.lambda.size(); ++m) {
    const ModeStep step = mode_step(model.lambda[m], rule, delta);
    result.abar.push_back(step.abar);
    for (std::size_t i = 0; i < model.inputs; ++i) result.bbar[m * model.inputs + i] *= step.gain;
  }
  return result;
}

std::size_t finite_steps(const DiscreteSharedState& model, std::size_t length, double limit) {
  std::size_t steps = length;
  for (std::size_t i = 0; i < model.inputs; ++i)
    steps = std::min(steps, finite_steps(model.path(i, 0), length, limit));
  return steps;
}

}  // namespace ssmscope::ssm
