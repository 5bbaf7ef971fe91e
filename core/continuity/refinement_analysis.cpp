#include "core/continuity/refinement_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/continuity/smooth_input.hpp"
#include "core/continuity/tone_response.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/numbers.hpp"

namespace ssmscope::continuity {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// tau = delta 2^k for k from the coarsest to the finest.
constexpr int kCoarsest = 3;
constexpr int kFinest = -6;
// The slope is fitted where the law is nearest to its limit.
constexpr int kFittedSteps = 5;
// Errors below this are rounding of the two answers, not of the step.
constexpr double kRoundingError = 1e-12;
// A pole that the rule moves outside the circle by no more than rounding does not count.
constexpr double kOutside = 1e-12;
// The integral of |h|: points a radian of the fastest pole, and at least and at most so many.
constexpr double kPointsARadian = 8.0;
constexpr double kFewestPoints = 2048.0;
constexpr double kMostPoints = 131072.0;
// A preview's own output has at most so many samples x exponentials.
constexpr long kPreviewTerms = 1L << 19;

double largest_size(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) {
    if (!std::isfinite(value)) return kUndefined;
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

/// max |y - exact| / max |exact|; NaN when either is not finite or exact is zero.
double relative_error(const std::vector<double>& y, const std::vector<double>& exact) {
  std::vector<double> difference(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) difference[i] = y[i] - exact[i];
  const double size = largest_size(exact), error = largest_size(difference);
  return size > 0.0 ? error / size : kUndefined;
}

/// The rule, not the model, makes a decaying mode grow.
bool rule_explodes(const ssm::ContinuousModel& model, Rule rule, double tau) {
  const ssm::DiscreteModel discrete = ssm::discretise(model, rule, tau);
  for (std::size_t m = 0; m < discrete.modes(); ++m)
    if (model.lambda[m].real() <= 0.0 && !(std::abs(discrete.abar[m]) <= 1.0 + kOutside))
      return true;
  return false;
}

double fitted_slope(const RefinementCurve& curve) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  const std::size_t first =
      curve.tau.size() - std::min<std::size_t>(kFittedSteps, curve.tau.size());
  for (std::size_t i = first; i < curve.tau.size(); ++i) {
    if (!(curve.median[i] > kRoundingError)) continue;
    const double lx = std::log(curve.tau[i]), ly = std::log(curve.median[i]);
    n += 1.0;
    x += lx;
    y += ly;
    xx += lx * lx;
    xy += lx * ly;
  }
  return n >= 2.0 ? (n * xy - x * y) / (n * xx - x * x) : kUndefined;
}

/// What all curves of one analysis share.
struct Experiment {
  ssm::ContinuousModel model;
  SmoothInput input;
  Hold hold = Hold::Left;
  double delta = 0.0;
  int coarsest = 0;
  TimeGrid grid;              ///< the times of the coarsest step, which every step meets
  std::vector<double> exact;  ///< on them
};

RefinementCurve refine(const Experiment& experiment, Rule rule, std::vector<std::string>& notes,
                       compute::Progress& progress) {
  RefinementCurve curve;
  curve.rule = rule;
  curve.hold = experiment.hold;
  double unstable = 0.0;
  for (int k = experiment.coarsest; k >= kFinest; --k) {
    progress.check();
    const double tau = std::ldexp(experiment.delta, k);
    double error = kUndefined;
    if (rule_explodes(experiment.model, rule, tau)) {
      unstable = tau;  // the finest one stays
    } else {
      const int stride = 1 << (experiment.coarsest - k);
      error = relative_error(stepped_response(experiment.model, rule, experiment.hold,
                                              experiment.input, experiment.grid, stride, progress),
                             experiment.exact);
    }
    curve.tau.push_back(tau);
    curve.median.push_back(error);
  }
  curve.lower = curve.upper = curve.median;
  curve.slope = fitted_slope(curve);
  if (unstable > 0.0)
    notes.push_back("The rule " + name_of(rule, kRuleNames) + " is unstable at the step " +
                    short_number(unstable) + " and above: no error is given there.");
  return curve;
}

/// The integral of |h| over the horizon by the trapezoidal rule; D has no part in the error.
double kernel_size(const ssm::ContinuousModel& model, double horizon, compute::Backend& backend,
                   compute::Progress& progress) {
  double fastest = 0.0;
  for (const Complex& pole : model.lambda) fastest = std::max(fastest, std::abs(pole));
  const double points =
      std::clamp(std::ceil(kPointsARadian * fastest * horizon), kFewestPoints, kMostPoints);
  const double spacing = horizon / points;
  ssm::DiscreteModel samples = ssm::discretise(model, Rule::Zoh, spacing);
  samples.bbar = model.B;
  samples.d = 0.0;
  std::vector<double> h(static_cast<std::size_t>(points) + 1);
  backend.kernel(samples.batch(), h.size(), h, progress);
  double sum = -0.5 * (std::abs(h.front()) + std::abs(h.back()));
  for (const double value : h) sum += std::abs(value);
  return sum * spacing;
}

double bound_slope(const Experiment& experiment, double horizon, compute::Backend& backend,
                   compute::Progress& progress) {
  if (experiment.hold == Hold::Mean) return kUndefined;
  const double steepest = experiment.input.steepest(horizon);
  const double size = largest_size(experiment.exact);
  const double bound = kernel_size(experiment.model, horizon, backend, progress) * steepest / size;
  return std::isfinite(bound) ? bound : kUndefined;
}

std::optional<SmoothInput> chosen_input(const Scenario& scenario, std::vector<std::string>& notes) {
  const double delta = scenario.discretisation.delta;
  const Refinement& refinement = scenario.refinement;
  if (refinement.input == RefinementInput::Multisine)
    return multisine(refinement.tones, refinement.seed, scenario.resolution.steps, delta);
  std::string why;
  auto input = continuous_input(scenario.input, delta, why);
  if (!input) notes.push_back(why);
  return input;
}

std::vector<Rule> compared_rules(Rule own) {
  std::vector<Rule> rules{Rule::Zoh, Rule::Bilinear};
  if (own != Rule::Zoh && own != Rule::Bilinear) rules.push_back(own);
  return rules;
}

Experiment prepare(const Scenario& scenario, const ssm::ContinuousModel& model, SmoothInput input,
                   compute::Progress& progress) {
  Experiment experiment{model,
                        std::move(input),
                        scenario.refinement.hold,
                        scenario.discretisation.delta,
                        kCoarsest,
                        {},
                        {}};
  const int steps = scenario.resolution.steps;
  while (experiment.coarsest > 0 && (1 << experiment.coarsest) > steps) --experiment.coarsest;
  experiment.grid = {std::ldexp(experiment.delta, experiment.coarsest),
                     steps >> experiment.coarsest};
  experiment.exact = exact_response(model, experiment.input, experiment.grid, progress);
  return experiment;
}

void add_own_output(RefinementResult& result, const Experiment& experiment,
                    const Scenario& scenario, compute::Progress& progress) {
  const TimeGrid grid{experiment.delta, scenario.resolution.steps};
  for (int i = 1; i <= grid.count; ++i) result.time.push_back(grid.spacing * i);
  result.reference = exact_response(experiment.model, experiment.input, grid, progress);
  result.own_output = stepped_response(experiment.model, scenario.discretisation.rule,
                                       experiment.hold, experiment.input, grid, 1, progress);
}

}  // namespace

RefinementResult analyse_refinement(const Scenario& scenario, compute::Backend& backend,
                                    compute::Progress& progress,
                                    const target::Solutions& solutions) {
  if (scenario.refinement.preset != RefinementPreset::Single)
    throw InputError(
        "refinement.preset: \"continuity-laws\" is not built yet; \"single\" was expected.");
  const auto solved = solutions.model(scenario, progress);
  const target::ScenarioModel& model = *solved;
  RefinementResult result;
  result.notes = model.notes;
  result.stable = ssm::is_stable(model.discrete);
  result.bound_slope = kUndefined;
  auto input = chosen_input(scenario, result.notes);
  if (!input) return result;
  const Experiment experiment = prepare(scenario, model.continuous, std::move(*input), progress);
  if (!(largest_size(experiment.exact) > 0.0))
    result.notes.emplace_back(
        "The exact answer is zero or leaves the range of double precision over the horizon: no "
        "relative error is given.");
  add_own_output(result, experiment, scenario, progress);
  progress.report(0.2);
  const std::vector<Rule> rules = compared_rules(scenario.discretisation.rule);
  for (const Rule rule : rules) {
    result.curves.push_back(refine(experiment, rule, result.notes, progress));
    progress.report(0.2 + 0.7 * static_cast<double>(result.curves.size()) /
                              static_cast<double>(rules.size()));
  }
  result.bound_slope = bound_slope(experiment, result.time.back(), backend, progress);
  result.notes.push_back("Slopes are fitted to the " + std::to_string(kFittedSteps) +
                         " finest steps.");
  progress.report(1.0);
  return result;
}

Scenario coarse_refinement(const Scenario& scenario) {
  Scenario coarse = scenario;
  const long exponentials = std::max(scenario.model.pairs, 1) + 2L * scenario.refinement.tones;
  const long most = std::max(64L, kPreviewTerms / exponentials);
  coarse.resolution.steps = static_cast<int>(std::min<long>(scenario.resolution.steps, most));
  return coarse;
}

bool same_refinement(const Scenario& a, const Scenario& b) {
  const auto reads_input = [](const Scenario& s) {
    return s.refinement.input == RefinementInput::Scenario;
  };
  return target::same_solution(a, b) && a.refinement == b.refinement &&
         a.resolution.steps == b.resolution.steps && (!reads_input(a) || a.input == b.input);
}

}  // namespace ssmscope::continuity
