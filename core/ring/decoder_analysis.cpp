#include "core/ring/decoder_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/data/signals.hpp"
#include "core/ring/input_state.hpp"
#include "core/ring/interaction.hpp"
#include "core/ring/scenario_network.hpp"
#include "core/ring/step_table.hpp"

namespace ssmscope::ring {
namespace {

// States that are kept for the maps of every step: 64 MB.
constexpr std::size_t kMostStates = std::size_t{1} << 22;
// Complex numbers of states computed at a time.
constexpr std::size_t kStatesAPiece = std::size_t{1} << 20;
// Modes x steps over which operator and recurrence are compared: some 4 ms.
constexpr std::size_t kMostCompared = std::size_t{1} << 20;
// States beyond this have products that outgrow double.
constexpr double kLargestState = 1e100;
// A preview's window and kernel, in modes x steps.
constexpr long kPreviewStates = 1L << 18;
constexpr int kFewestSteps = 64;

/// y of one step in every channel.
void outputs_at(const Layer& layer, std::span<const Complex> x, double u, std::size_t t,
                std::size_t steps, std::span<double> y) {
  for (std::size_t h = 0; h < layer.channels; ++h) {
    const Complex* const c = layer.c.data() + h * x.size();
    double sum = 0.0;
    for (std::size_t m = 0; m < x.size(); ++m)
      sum += c[m].real() * x[m].real() - c[m].imag() * x[m].imag();
    y[h * steps + t] = layer.factor * sum + layer.d[h] * u;
  }
}

void keep_first_steps(DecoderResult& result, std::size_t steps) {
  result.y = leading_steps(result.y, result.steps, steps);
  result.input.resize(steps);
  result.states.resize(std::min(result.states.size(), steps * result.modes));
  result.notes.push_back("The decoder is cut at step " +
                         std::to_string(result.first_step + static_cast<int>(steps)) +
                         ", where the state grows beyond 1e100.");
  result.steps = steps;
}

std::size_t finite_steps_of(std::span<const Complex> states, std::size_t modes) {
  const auto fits = [](const Complex& x) {
    return std::abs(x.real()) <= kLargestState && std::abs(x.imag()) <= kLargestState;
  };
  const auto bad = std::find_if_not(states.begin(), states.end(), fits);
  return static_cast<std::size_t>(bad - states.begin()) / modes;
}

/// States, outputs and the copies' errors in the output, a piece of steps at a time.
void add_outputs(DecoderResult& result, const ssm::DiscreteModel& model, ComplexList before,
                 compute::Backend& backend, compute::Progress& progress) {
  const std::size_t modes = result.modes, steps = result.steps;
  const std::size_t piece = std::max<std::size_t>(1, kStatesAPiece / modes);
  const bool all = steps * modes <= kMostStates;
  result.y.assign(result.layer().channels * steps, 0.0);
  OutputErrors errors(model, result.pruning.order);
  std::vector<Complex> states;
  for (std::size_t at = 0; at < steps; at += piece) {
    const std::size_t count = std::min(piece, steps - at);
    const auto u = std::span(result.input).subspan(at, count);
    states.resize(count * modes);
    backend.states(model.batch(), count, u, before, states, progress);
    const std::size_t finite = finite_steps_of(states, modes);
    states.resize(finite * modes);
    for (std::size_t t = 0; t < finite; ++t)
      outputs_at(result.layer(), std::span(states).subspan(t * modes, modes), u[t], at + t, steps,
                 result.y);
    errors.add(states, std::span(result.y).subspan(at, finite), progress);
    if (!all) result.states.clear();
    const std::size_t kept = all ? finite : std::min<std::size_t>(finite, 1);
    result.states.insert(result.states.end(),
                         states.end() - static_cast<std::ptrdiff_t>(kept * modes), states.end());
    if (finite < count) return keep_first_steps(result, at + finite);
    before.assign(states.end() - static_cast<std::ptrdiff_t>(modes), states.end());
    progress.check();
  }
  result.output_error = errors.relative();
}

/// f were the sequence to end at each step: of that step, or the mean of those so far.
void add_read_out(DecoderResult& result) {
  const Layer& layer = result.layer();
  std::vector<double> z(layer.outputs() * result.steps);
  decode(layer, result.y, z);
  result.read_out.assign(result.steps, 0.0);
  double sum = 0.0;
  for (std::size_t t = 0; t < result.steps; ++t) {
    double f = 0.0;
    for (std::size_t k = 0; k < layer.outputs(); ++k)
      f += result.network.weights[k] * z[k * result.steps + t];
    sum += f;
    result.read_out[t] =
        result.network.pooling == Pooling::Last ? f : sum / static_cast<double>(t + 1);
  }
}

/// y_hm at the state x, channels x mapped.
std::vector<double> outputs_of_modes(const DecoderResult& result, std::span<const Complex> x) {
  const Layer& layer = result.layer();
  std::vector<double> of_modes;
  for (std::size_t h = 0; h < layer.channels; ++h)
    for (std::size_t m = 0; m < result.mapped; ++m)
      of_modes.push_back(layer.factor * (layer.c[h * result.modes + m] * x[m]).real());
  return of_modes;
}

std::vector<Complex> mapped_outputs(const DecoderResult& result) {
  std::vector<Complex> c;
  for (std::size_t h = 0; h < result.layer().channels; ++h) {
    const auto row = std::span(result.layer().c).subspan(h * result.modes, result.mapped);
    c.insert(c.end(), row.begin(), row.end());
  }
  return c;
}

std::vector<double> hessian_at(const DecoderResult& result, std::size_t row) {
  const std::size_t channels = result.layer().channels;
  std::vector<double> y(channels), hessian(channels * channels);
  for (std::size_t h = 0; h < channels; ++h) y[h] = result.y[h * result.steps + row];
  output_hessian(result.layer(), result.network.weights, y, hessian);
  return hessian;
}

std::span<const Complex> state_at(const DecoderResult& result, std::size_t row) {
  const std::span<const Complex> states = result.states;
  return result.moves() ? states.subspan(row * result.modes, result.modes)
                        : states.last(result.modes);
}

/// The Hessian of f = mean over the window in the states is not of one step: the mean of each
/// step's own (a choice of ours).
InteractionMaps mean_maps(const DecoderResult& result, const compute::Progress& progress) {
  InteractionMaps maps;
  maps.lag_map = mean_lag_interaction(result.layer(), result.network.weights, result.kernels,
                                      result.lags, result.y, result.steps, progress);
  const std::size_t channels = result.layer().channels;
  const auto each = 1.0 / static_cast<double>(result.steps);
  std::vector<double> mean(channels * channels);
  maps.energy.assign(result.mapped * result.mapped, 0.0);
  for (std::size_t t = 0; t < result.steps; ++t) {
    progress.check();
    const auto hessian = hessian_at(result, t);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += each * hessian[i];
    if (!result.moves() && t + 1 < result.steps) continue;
    const auto energy =
        mode_energy(outputs_of_modes(result, state_at(result, t)), result.mapped, hessian);
    const double share = result.moves() ? each : 1.0;
    for (std::size_t i = 0; i < energy.size(); ++i) maps.energy[i] += share * energy[i];
  }
  maps.strength = mode_strength(mapped_outputs(result), result.mapped, result.layer().factor, mean);
  return maps;
}

InteractionMaps step_maps(const DecoderResult& result, std::size_t row) {
  InteractionMaps maps;
  const auto hessian = hessian_at(result, row);
  maps.lag_map = lag_interaction(result.kernels, result.lags, hessian);
  maps.strength =
      mode_strength(mapped_outputs(result), result.mapped, result.layer().factor, hessian);
  maps.energy =
      mode_energy(outputs_of_modes(result, state_at(result, row)), result.mapped, hessian);
  return maps;
}

void add_kernels(DecoderResult& result, const ssm::DiscreteModel& model, std::size_t length,
                 compute::Backend& backend, compute::Progress& progress) {
  const Layer& layer = result.layer();
  const compute::ModelBatch channels{layer.channels, result.modes, layer.abar,  layer.bbar,
                                     layer.c,        layer.d,      layer.factor};
  result.kernels.resize(layer.channels * result.lags);
  backend.kernel(channels, result.lags, result.kernels, progress);
  length = ssm::finite_steps(model, length, kLargestState);
  result.kernel.resize(length);
  if (length > 0) backend.kernel(model.batch(), length, result.kernel, progress);
  if (result.pruning.kept.empty()) return;
  result.kept_kernel.resize(length);
  backend.kernel(result.pruning.model.batch(), length, result.kept_kernel, progress);
}

void add_agreement(DecoderResult& result, const Input& input, compute::Backend& backend,
                   compute::Progress& progress) {
  const std::size_t most = kMostCompared / (result.modes * result.layer().channels);
  const std::size_t steps =
      std::min(static_cast<std::size_t>(result.first_step) + result.steps, most);
  result.agreement = compare_with_recurrence(
      result.network, steps,
      [&input](std::size_t first, std::size_t count, std::span<double> u) {
        std::ranges::copy(data::input_signal(input, first, count), u.begin());
      },
      backend, progress);
}

void add_notes(DecoderResult& result) {
  if (result.layer().activation == Activation::Identity)
    result.notes.emplace_back(
        "A linear decoder: waves pass through one another, nothing "
        "interacts.");
  if (result.layer().activation == Activation::Relu)
    result.notes.emplace_back(
        "ReLU is straight but for its kink at 0: its second derivative is "
        "zero everywhere else, so that no interaction is drawn.");
  if (result.mapped < result.modes)
    result.notes.push_back("Pairs of modes are drawn up to mode " +
                           std::to_string(result.mapped - 1) + " of " +
                           std::to_string(result.modes) + ".");
  for (const auto* part : {&result.volterra.notes, &result.pruning.notes})
    result.notes.insert(result.notes.end(), part->begin(), part->end());
}

}  // namespace

DecoderResult analyse_decoder(const Scenario& scenario, compute::Backend& backend,
                              compute::Progress& progress, const target::Solutions& solutions) {
  const auto solved = solutions.model(scenario, progress);
  const ssm::DiscreteModel& model = solved->discrete;
  const auto first = static_cast<std::size_t>(scenario.resolution.first_step);
  DecoderResult result;
  result.notes = solved->notes;
  result.modes = model.modes();
  result.mapped = std::min<std::size_t>(result.modes, kMostMapped);
  result.first_step = scenario.resolution.first_step;
  result.steps = static_cast<std::size_t>(scenario.resolution.steps);
  result.lags = std::min(static_cast<std::size_t>(scenario.decoder.lags), first + result.steps);
  result.network = decoder_network(scenario, model, result.lags, backend, progress);
  result.pruning =
      prune(model, static_cast<std::size_t>(scenario.decoder.keep), scenario.decoder.refit,
            static_cast<std::size_t>(scenario.resolution.kernel_length), backend, progress);
  add_kernels(result, model, static_cast<std::size_t>(scenario.resolution.kernel_length), backend,
              progress);
  progress.report(0.3);
  const ComplexList before = state_before(model, scenario.input, first, backend, progress);
  result.input = data::input_signal(scenario.input, first, result.steps);
  add_outputs(result, model, before, backend, progress);
  progress.report(0.6);
  if (result.steps > 0) {
    add_read_out(result);
    result.volterra = volterra(result.layer(), result.y, result.steps, progress);
    result.maps = scenario.decoder.pooling == Pooling::Mean ? mean_maps(result, progress)
                                                            : step_maps(result, result.steps - 1);
  }
  progress.report(0.8);
  add_agreement(result, scenario.input, backend, progress);
  add_notes(result);
  progress.report(1.0);
  return result;
}

InteractionMaps maps_at(const DecoderResult& result, std::size_t row) {
  const bool still = result.network.pooling == Pooling::Mean || !result.moves();
  return still ? result.maps : step_maps(result, row);
}

Scenario coarse_decoder(const Scenario& scenario) {
  Scenario coarse = scenario;
  const long budget = kPreviewStates / std::max(1, scenario.model.pairs);
  const int most = static_cast<int>(std::max<long>(kFewestSteps, budget));
  coarse.resolution.steps = std::min(coarse.resolution.steps, most);
  coarse.resolution.kernel_length = std::min(coarse.resolution.kernel_length, most);
  return coarse;
}

bool same_decoder(const Scenario& a, const Scenario& b) {
  return target::same_solution(a, b) && a.input == b.input && a.decoder == b.decoder &&
         a.resolution.kernel_length == b.resolution.kernel_length &&
         a.resolution.steps == b.resolution.steps &&
         a.resolution.first_step == b.resolution.first_step;
}

}  // namespace ssmscope::ring
