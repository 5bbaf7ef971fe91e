#include "core/ring/knob_readout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ring/ring_summary.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/memory_function.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double longest_memory(const std::vector<ssm::ModeReadout>& modes) {
  double longest = 0.0;
  for (const ssm::ModeReadout& mode : modes) {
    if (std::isnan(mode.memory_steps)) return kNone;
    longest = std::max(longest, mode.memory_steps);
  }
  return longest;
}

}  // namespace

KnobReadout read_knobs(const Scenario& scenario, compute::Progress& progress) {
  const auto& [rule, delta, unit] = scenario.discretisation;
  const ssm::ContinuousModel model = ssm::continuous_model(scenario.model);
  progress.check();
  const ssm::DiscreteModel discrete = ssm::discretise(model, rule, delta);
  const auto modes = ssm::mode_readouts(model, discrete, rule, delta);
  const auto beyond_nyquist = [](const ssm::ModeReadout& mode) {
    return mode.radians_per_step > std::numbers::pi;
  };

  KnobReadout readout;
  readout.modes = static_cast<int>(modes.size());
  readout.memory_steps = longest_memory(modes);
  readout.lap_steps = even_lap(mode_turns(model, discrete, rule, delta, ring_order(model.lambda)));
  readout.aliased = static_cast<int>(std::ranges::count_if(modes, &ssm::ModeReadout::aliased));
  readout.warped = rule == Rule::Bilinear && std::ranges::any_of(modes, beyond_nyquist);
  readout.instability = ssm::instability(model, discrete);
  const Target& target = scenario.target;
  readout.remembered_steps = target::remembered_steps(target.kind, target.alpha, target.length);
  readout.target_length = target.length;
  return readout;
}

bool same_knobs(const Scenario& a, const Scenario& b) {
  return a.discretisation == b.discretisation && a.model == b.model && a.target == b.target;
}

}  // namespace ssmscope::ring
