#include "core/ring/ring_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "core/compute/fourier.hpp"
#include "core/data/signals.hpp"
#include "core/ring/causal_product.hpp"
#include "core/ring/input_state.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// Above this a field is cut: its squares, and colours made of them, would overflow.
constexpr double kLargestField = 1e150;
// A preview's field has at most this many numbers.
constexpr long kPreviewField = 1L << 20;
constexpr int kFewestSteps = 64;
constexpr const char* kNoRealRing =
    "There is no real ring of this model, which has more than one real mode: the complex ring is "
    "shown.";
// Modes times steps over which operator and recurrence are compared: some 4 ms.
constexpr std::size_t kMostCompared = std::size_t{1} << 20;

/// Largest modulus of a row; infinite when any part is not finite.
double row_size(std::span<const Complex> row) {
  double largest = 0.0;
  for (const Complex& value : row) {
    const double size = std::max(std::abs(value.real()), std::abs(value.imag()));
    if (!(size <= kLargestField)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::norm(value));
  }
  return std::sqrt(largest);
}

/// Cuts the field at the first row that leaves the range, and finds the largest modulus.
void cut_and_measure(RingResult& result) {
  const auto nodes = static_cast<std::size_t>(result.nodes);
  const auto wanted = static_cast<std::size_t>(result.steps);
  std::size_t finite = 0;
  for (; finite < wanted; ++finite) {
    const double size = row_size(std::span(result.field).subspan(finite * nodes, nodes));
    if (!std::isfinite(size) || !std::isfinite(result.output[finite])) break;
    result.largest_displacement = std::max(result.largest_displacement, size);
  }
  if (finite == wanted) return;
  result.steps = static_cast<int>(finite);
  result.field.resize(finite * nodes);
  result.input.resize(finite);
  result.output.resize(finite);
  result.notes.push_back("The field is cut at step " +
                         std::to_string(result.first_step + result.steps) +
                         ", where it grows beyond 1e150.");
}

void add_field(RingResult& result, const ssm::DiscreteModel& model, const Input& input,
               compute::Backend& backend, compute::Progress& progress) {
  const auto first = static_cast<std::size_t>(result.first_step);
  const auto steps = static_cast<std::size_t>(result.steps);
  const ComplexList before = state_before(model, input, first, backend, progress);
  result.input = data::input_signal(input, first, steps);
  result.field.resize(steps * model.modes());
  result.output.resize(steps);
  backend.ring_field(model.batch(), steps, result.input, before, result.field, progress);
  if (result.kind == RingKind::Real)
    for (Complex& r : result.field) r = r.real();  // but for rounding it is
  progress.report(0.8);
  backend.response(model.batch(), steps, result.input, before, result.output, progress);
  cut_and_measure(result);
}

/// rho * u over the window, with what the target remembers from before it.
std::vector<double> target_output(const std::vector<double>& rho, const Input& input,
                                  std::size_t first, std::size_t steps,
                                  compute::Progress& progress) {
  const std::size_t past = std::min(first, rho.size() - 1);
  const std::vector<double> u = data::input_signal(input, first - past, past + steps);
  std::vector<double> y = causal_product(rho, u, progress);
  y.erase(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(past));
  return y;
}

ComplexList couplings(const ComplexList& lambda) {
  ComplexList out(lambda.size());
  compute::forward_dft(lambda, out);
  for (Complex& w : out) w /= static_cast<double>(lambda.size());
  return out;
}

Dispersion dispersion(const RingModel& ring, double delta) {
  Dispersion out;
  const auto nodes = static_cast<double>(ring.nodes());
  const Travelling waves = travelling(ring.kind, ring.mode_of_wavenumber);
  const std::size_t end = waves.first + waves.count;
  for (std::size_t m = waves.first; m < end; ++m) {
    const double frequency = ring.lambda[m].imag();
    out.wavenumber.push_back(static_cast<int>(m));
    out.frequency.push_back(frequency);
    out.damping.push_back(-ring.lambda[m].real());
    out.phase_velocity.push_back(
        m == 0 ? kUndefined : nodes * frequency * delta / (2.0 * kPi * static_cast<double>(m)));
    out.group_velocity.push_back(
        m + 1 == end ? kUndefined
                     : nodes * delta * (ring.lambda[m + 1].imag() - frequency) / (2.0 * kPi));
  }
  return out;
}

/// Nodes over the mean group velocity of the steps.
double lap(std::span<const Complex> turn) {
  if (turn.size() < 2) return kUndefined;
  const double mean =
      (turn.back().imag() - turn.front().imag()) / static_cast<double>(turn.size() - 1);
  return mean > 0.0 ? 2.0 * kPi / mean : kUndefined;
}

}  // namespace

RingResult analyse_ring(const Scenario& scenario, compute::Backend& backend,
                        compute::Progress& progress, const target::Solutions& solutions,
                        RingKind kind) {
  const auto solved = solutions.model(scenario, progress);
  const double delta = scenario.discretisation.delta;
  const Rule rule = scenario.discretisation.rule;
  RingResult result;
  result.notes = solved->notes;
  auto ring = ring_of(kind, *solved, rule, delta);
  if (!ring) {
    ring = complex_ring(*solved, rule, delta);
    result.notes.emplace_back(kNoRealRing);
  }
  result.kind = ring->kind;
  result.nodes = static_cast<int>(ring->nodes());
  result.steps = scenario.resolution.steps;
  result.first_step = scenario.resolution.first_step;
  result.mode_of_wavenumber = ring->mode_of_wavenumber;
  result.coupling = couplings(ring->lambda);
  result.dispersion = dispersion(*ring, delta);
  result.turn = ring->turn;
  result.lap_steps = lap(travelling_turns(result));
  add_field(result, ring->discrete, scenario.input, backend, progress);
  result.target_output = target_output(*solutions.memory(scenario, progress), scenario.input,
                                       static_cast<std::size_t>(result.first_step),
                                       static_cast<std::size_t>(result.steps), progress);
  progress.report(1.0);
  return result;
}

OperatorAgreement operator_agreement(const RingResult& result, const Scenario& scenario,
                                     compute::Backend& backend, compute::Progress& progress,
                                     const target::Solutions& solutions) {
  const auto model = solutions.model(scenario, progress);
  const std::vector<double>& input = result.input;
  const std::size_t most = std::max<std::size_t>(1, kMostCompared / model->discrete.modes());
  const Network network{{layer_of(std::span(&model->discrete, 1))}, Pooling::Last, {}};
  const InputReader read = [&input](std::size_t first, std::size_t count, std::span<double> u) {
    std::copy_n(input.data() + first, count, u.data());
  };
  return compare_with_recurrence(network, std::min(most, input.size()), read, backend, progress);
}

void compare_operator(RingResult& result, const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress, const target::Solutions& solutions) {
  result.agreement = operator_agreement(result, scenario, backend, progress, solutions);
}

Scenario coarse_ring(const Scenario& scenario) {
  Scenario coarse = scenario;
  const long most = std::max<long>(kFewestSteps, kPreviewField / std::max(scenario.model.pairs, 1));
  coarse.resolution.steps = static_cast<int>(std::min<long>(scenario.resolution.steps, most));
  return coarse;
}

bool same_ring(const Scenario& a, const Scenario& b) {
  return target::same_model(a, b) && a.target == b.target && a.input == b.input &&
         a.resolution.steps == b.resolution.steps &&
         a.resolution.first_step == b.resolution.first_step;
}

std::span<const Complex> travelling_turns(const RingResult& result) {
  const Travelling waves = travelling(result.kind, result.mode_of_wavenumber);
  const std::span<const Complex> all(result.turn);
  if (waves.first + waves.count > all.size()) return all;
  return all.subspan(waves.first, waves.count);
}

}  // namespace ssmscope::ring
