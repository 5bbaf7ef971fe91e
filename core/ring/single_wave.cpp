#include "core/ring/single_wave.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::ring {
namespace {

/// z^n by repeated squaring: exact for z = 0, with no logarithm.
Complex power(Complex z, unsigned long n) {
  Complex out = 1.0;
  for (; n > 0; n >>= 1U, z *= z)
    if ((n & 1U) != 0) out *= z;
  return out;
}

/// x = F* (size at node), which no wavenumber without a mode takes part in.
ComplexList pulse(const RingModel& model, const Pluck& pluck) {
  const std::size_t nodes = model.nodes();
  const double scale = pluck.size / std::sqrt(static_cast<double>(nodes));
  const double angle = 2.0 * std::acos(-1.0) / static_cast<double>(nodes);
  ComplexList x(nodes);
  for (std::size_t m = 0; m < nodes; ++m) {
    if (model.mode_of_wavenumber[m] < 0) continue;
    const auto turns = static_cast<double>(m * static_cast<std::size_t>(pluck.node) % nodes);
    x[m] = std::polar(1.0, angle * turns) * scale;
  }
  return x;
}

void measure(RingResult& result) {
  result.largest_displacement = 0.0;
  for (const Complex& r : result.field)
    result.largest_displacement = std::max(result.largest_displacement, std::abs(r));
}

/// Adds a free wave: state x in `row`, on its own from there.
void add_free(RingResult& result, const RingModel& model, std::size_t row, ComplexList x,
              compute::Backend& backend, compute::Progress& progress) {
  const std::size_t nodes = model.nodes();
  const std::size_t steps = static_cast<std::size_t>(result.steps) - row;
  // The rule's own step leads to the row itself: its modes, not one step later.
  RingModel still = model;
  still.discrete.abar.assign(nodes, 1.0);
  const std::vector<double> none(steps, 0.0);
  std::vector<Complex> field(steps * nodes);
  std::vector<double> y(steps);
  const auto put = [&](const ssm::DiscreteModel& how, std::size_t from, std::size_t count) {
    const auto input = std::span(none).first(count);
    backend.ring_field(how.batch(), count, input, x,
                       std::span(field).subspan(from * nodes, count * nodes), progress);
    backend.response(how.batch(), count, input, x, std::span(y).subspan(from, count), progress);
  };
  put(still.discrete, 0, 1);
  if (steps > 1) put(model.discrete, 1, steps - 1);
  for (std::size_t i = 0; i < field.size(); ++i)
    result.field[row * nodes + i] +=
        result.kind == RingKind::Real ? Complex(field[i].real()) : field[i];
  for (std::size_t t = 0; t < steps; ++t) result.output[row + t] += y[t];
}

}  // namespace

std::vector<Complex> single_wave(const RingModel& model, long at, double value, long first,
                                 std::size_t steps, compute::Backend& backend,
                                 compute::Progress& progress) {
  const std::size_t nodes = model.nodes();
  std::vector<Complex> field(steps * nodes);
  const long last = first + static_cast<long>(steps);
  if (at >= last) return field;
  std::vector<double> input;
  ComplexList initial(nodes);
  const long from = std::max(at, first);
  input.assign(static_cast<std::size_t>(last - from), 0.0);
  if (at >= first) {
    input.front() = value;
  } else {
    const auto age = static_cast<unsigned long>(first - 1 - at);
    for (std::size_t m = 0; m < nodes; ++m)
      initial[m] = power(model.discrete.abar[m], age) * model.discrete.bbar[m] * value;
  }
  const auto rows = std::span(field).subspan(static_cast<std::size_t>(from - first) * nodes);
  backend.ring_field(model.discrete.batch(), input.size(), input, initial, rows, progress);
  if (model.kind == RingKind::Real)
    for (Complex& r : rows) r = r.real();
  return field;
}

RingResult wave_alone(const RingResult& result, const RingModel& model, long at, double value,
                      std::span<const double> rho, compute::Backend& backend,
                      compute::Progress& progress) {
  RingResult alone = result;
  const auto steps = static_cast<std::size_t>(result.steps);
  alone.field = single_wave(model, at, value, result.first_step, steps, backend, progress);
  std::vector<double> kernel(steps);
  const long age = result.first_step - at;  // of the first row
  const std::size_t length = age > 0 ? steps + static_cast<std::size_t>(age) : steps;
  kernel.resize(length);
  backend.kernel(model.discrete.batch(), length, kernel, progress);
  for (std::size_t t = 0; t < steps; ++t) {
    const long lag = age + static_cast<long>(t);
    const auto l = static_cast<std::size_t>(std::max(lag, 0L));
    alone.input[t] = lag == 0 ? value : 0.0;
    alone.output[t] = lag < 0 ? 0.0 : kernel[l] * value;
    alone.target_output[t] = lag < 0 || l >= rho.size() ? 0.0 : rho[l] * value;
  }
  measure(alone);
  return alone;
}

RingResult with_plucks(const RingResult& result, const RingModel& model,
                       std::span<const Pluck> plucks, compute::Backend& backend,
                       compute::Progress& progress) {
  RingResult out = result;
  for (const Pluck& pluck : plucks) {
    const long row = pluck.at - result.first_step;
    if (row < 0 || row >= result.steps || pluck.node < 0 || pluck.node >= result.nodes) continue;
    add_free(out, model, static_cast<std::size_t>(row), pulse(model, pluck), backend, progress);
  }
  measure(out);
  return out;
}

WaveAges::WaveAges(const RingModel& model, std::size_t ages, compute::Backend& backend,
                   compute::Progress& progress)
    : nodes_(model.nodes()), ages_(ages) {
  const std::vector<Complex> field = single_wave(model, 0, 1.0, 0, ages, backend, progress);
  sizes_.reserve(field.size());
  for (const Complex& r : field) sizes_.push_back(static_cast<float>(std::abs(r)));
}

void WaveAges::at(std::span<const double> input, std::size_t row, std::span<int> out) const {
  std::fill(out.begin(), out.end(), -1);
  std::vector<float> largest(nodes_, 0.0F);
  const std::size_t ages = std::min(ages_, row + 1);
  for (std::size_t age = 0; age < ages; ++age) {
    const auto u = static_cast<float>(std::abs(input[row - age]));
    if (u == 0.0F) continue;
    const float* const size = sizes_.data() + age * nodes_;
    for (std::size_t j = 0; j < nodes_; ++j) {
      const float here = size[j] * u;
      if (!(here > largest[j])) continue;
      largest[j] = here;
      out[j] = static_cast<int>(age);
    }
  }
}

}  // namespace ssmscope::ring
