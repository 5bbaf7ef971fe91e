#include "core/spectrum/frequency_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/compute/fourier.hpp"
#include "core/spectrum/continuous_curve.hpp"
#include "core/spectrum/delayed_response.hpp"
#include "core/spectrum/phase.hpp"
#include "core/spectrum/total_memory.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// A preview keeps modes x points within what takes about two milliseconds.
constexpr long kPreviewResponse = 1L << 16;
constexpr long kPreviewKernel = 1L << 19;
constexpr int kFewestPoints = 64;

std::vector<double> frequencies(int count) {
  std::vector<double> omega(static_cast<std::size_t>(count));
  for (int k = 1; k <= count; ++k) omega[static_cast<std::size_t>(k) - 1] = kPi * k / count;
  return omega;
}

/// Kernel, cut where it leaves the range of double precision, and its running sum, NaN where that
/// leaves it earlier.
void add_kernel(FrequencyResult& result, const ssm::DiscreteModel& model, int length,
                compute::Backend& backend, compute::Progress& progress) {
  const auto wanted = static_cast<std::size_t>(length);
  const std::size_t finite = ssm::finite_steps(model, wanted, std::numeric_limits<double>::max());
  std::vector<double>& kernel = result.kernel;
  kernel.resize(finite);
  if (finite > 0) backend.kernel(model.batch(), finite, kernel, progress);
  const auto is_finite = [](double h) { return std::isfinite(h); };
  kernel.erase(std::find_if_not(kernel.begin(), kernel.end(), is_finite), kernel.end());
  if (kernel.size() < wanted)
    result.notes.push_back("The kernel is cut at step " + std::to_string(kernel.size()) +
                           ", where it leaves the range of double precision.");
  double sum = 0.0;
  for (const double h : kernel) {
    sum += h;
    result.step.push_back(std::isfinite(sum) ? sum : kUndefined);
  }
}

/// Sum_s rho(s) e^{-i omega s} at omega = pi k/n, k = 1..n.
std::vector<Complex> target_response(const std::vector<double>& rho, std::size_t points) {
  const std::vector<Complex> in(rho.begin(), rho.end());
  std::vector<Complex> out(2 * points);
  compute::forward_dft(in, out);
  return {out.begin() + 1, out.begin() + static_cast<std::ptrdiff_t>(points) + 1};
}

/// H(1): 1 - abar formed from abar itself would lose every digit at |lambda delta| = 1e-16.
double gain_at_zero(const target::ScenarioModel& model, const Discretisation& discretisation) {
  double sum = 0.0;
  for (std::size_t m = 0; m < model.discrete.modes(); ++m) {
    const Complex z = model.continuous.lambda[m] * discretisation.delta;
    const Complex residue = model.discrete.c[m] * model.discrete.bbar[m];
    sum -= (residue / ssm::abar_less_one(discretisation.rule, z)).real();
  }
  const double gain = model.discrete.factor * sum + model.discrete.d;
  return std::isfinite(gain) ? gain : kUndefined;
}

void add_response(FrequencyResult& result, const ssm::DiscreteModel& model,
                  compute::Backend& backend, compute::Progress& progress) {
  result.response.resize(result.omega.size());
  backend.frequency_response(model.batch(), result.omega, result.response, progress);
  for (const Complex& value : result.response) result.magnitude_db.push_back(decibels(value));
  progress.report(0.3);
  FollowedResponse followed = follow_response(model, result.omega, progress);
  for (const double phase : followed.phase) result.phase_deg.push_back(phase * 180.0 / kPi);
  result.group_delay = std::move(followed.group_delay);
}

void add_modes(FrequencyResult& result, const target::ScenarioModel& model,
               const Discretisation& discretisation) {
  const auto readouts = ssm::mode_readouts(model.continuous, model.discrete, discretisation.rule,
                                           discretisation.delta);
  for (std::size_t m = 0; m < readouts.size(); ++m)
    result.modes.push_back({model.continuous.lambda[m], model.discrete.abar[m],
                            model.discrete.bbar[m], model.discrete.c[m], readouts[m]});
  result.continuous = model.continuous;
  result.d = model.discrete.d;
  result.factor = model.discrete.factor;
}

void add_readings(FrequencyResult& result, const target::ScenarioModel& model,
                  const Scenario& scenario, compute::Progress& progress) {
  const Discretisation& discretisation = scenario.discretisation;
  result.total_memory = total_memory(model.discrete, result.kernel, progress);
  result.continuous_response =
      continuous_curve(model.continuous, result.omega, discretisation.delta, progress);
  result.markers =
      response_markers(model, discretisation,
                       {result.dc_gain, result.omega, result.response, result.step}, progress);
  result.health =
      health(model, discretisation, static_cast<std::size_t>(scenario.resolution.kernel_length),
             result.response, progress);
}

void add_extras(FrequencyResult& result, const target::ScenarioModel& model,
                const Discretisation& discretisation, const FrequencyExtras& extras,
                compute::Progress& progress) {
  if (extras.delayed) result.delayed = delayed_response(result, model, discretisation, progress);
  if (extras.single)
    result.single = single_precision(model.continuous, discretisation, result.kernel, result.omega,
                                     result.response, progress);
  if (extras.surface)
    result.surface = response_surface(model.discrete, progress, extras.surface_convention);
}

}  // namespace

ssm::DiscreteModel discrete_model(const FrequencyResult& result) {
  ssm::DiscreteModel model;
  for (const FrequencyMode& mode : result.modes) {
    model.abar.push_back(mode.abar);
    model.bbar.push_back(mode.bbar);
    model.c.push_back(mode.c);
  }
  model.d = result.d;
  model.factor = result.factor;
  return model;
}

double decibels(Complex value) {
  const double size = std::abs(value);
  return size > 0.0 && std::isfinite(size) ? 20.0 * std::log10(size) : kUndefined;
}

FrequencyResult analyse_frequency(const Scenario& scenario, compute::Backend& backend,
                                  compute::Progress& progress, const target::Solutions& solutions,
                                  const FrequencyExtras& extras) {
  const auto solved = solutions.model(scenario, progress);
  const target::ScenarioModel& model = *solved;
  FrequencyResult result;
  result.notes = model.notes;
  result.stable = ssm::is_stable(model.discrete);
  if (!result.stable)
    result.notes.emplace_back(
        "The response of an unstable model is the rational function H on the unit circle: the "
        "kernel has no Fourier transform.");
  add_modes(result, model, scenario.discretisation);
  add_kernel(result, model.discrete, scenario.resolution.kernel_length, backend, progress);
  progress.report(0.1);
  result.omega = frequencies(scenario.resolution.frequencies);
  add_response(result, model.discrete, backend, progress);
  result.dc_gain = gain_at_zero(model, scenario.discretisation);
  result.continuous_dc_gain = ssm::continuous_response(model.continuous, 0.0).real();
  progress.report(0.8);
  result.target = *solutions.memory(scenario, progress);
  result.target_response = target_response(result.target, result.omega.size());
  add_readings(result, model, scenario, progress);
  add_extras(result, model, scenario.discretisation, extras, progress);
  progress.report(1.0);
  return result;
}

Scenario coarse_frequency(const Scenario& scenario) {
  Scenario coarse = scenario;
  const long modes = std::max(scenario.model.pairs, 1);
  const auto most = [&](long budget) {
    return static_cast<int>(std::max<long>(kFewestPoints, budget / modes));
  };
  Resolution& resolution = coarse.resolution;
  resolution.frequencies = std::min(resolution.frequencies, most(kPreviewResponse));
  resolution.kernel_length = std::min(resolution.kernel_length, most(kPreviewKernel));
  return coarse;
}

bool same_frequency(const Scenario& a, const Scenario& b) {
  return target::same_model(a, b) && a.target == b.target &&
         a.resolution.kernel_length == b.resolution.kernel_length &&
         a.resolution.frequencies == b.resolution.frequencies;
}

}  // namespace ssmscope::spectrum
