#include "core/ring/exact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/flush_denormals.hpp"
#include "core/compute/norms.hpp"
#include "core/ring/blocked_system.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kAgreement = 1e-12;
/// A state beyond this has outgrown double for what is made of it.
constexpr double kLargestState = 1e150;
constexpr std::size_t kRecurrenceAPoll = std::size_t{1} << 17;
/// Decoded numbers between two polls: erfc and the like take some 20 ns.
constexpr std::size_t kDecodedAPoll = std::size_t{1} << 15;

/// The recurrence, step by step: what the operator is measured against.
class Recurrence {
 public:
  Recurrence(const ssm::DiscreteModel& model, compute::Backend& /*backend*/,
             compute::Progress& /*progress*/)
      : model_(model), state_(2 * model.modes()) {}

  void advance(std::span<const double> u, std::span<double> y, const compute::Progress& progress) {
    const compute::detail::FlushDenormals flush;
    std::size_t work = 0;
    for (std::size_t t = 0; t < u.size(); ++t) {
      y[t] = step(u[t]);
      if ((work += model_.modes()) > kRecurrenceAPoll) {
        progress.check();
        work = 0;
      }
    }
  }

 private:
  double step(double u) {
    double sum = 0.0;
    for (std::size_t m = 0; m < model_.modes(); ++m) {
      const Complex a = model_.abar[m], b = model_.bbar[m], c = model_.c[m];
      double& re = state_[2 * m];
      double& im = state_[2 * m + 1];
      const double next = a.real() * re - a.imag() * im + b.real() * u;
      im = a.real() * im + a.imag() * re + b.imag() * u;
      re = next;
      sum += c.real() * re - c.imag() * im;
    }
    return model_.factor * sum + model_.d * u;
  }

  ssm::DiscreteModel model_;
  std::vector<double> state_;
};

/// A network as systems that go on from chunk to chunk.
template <class System>
class Pipeline {
 public:
  Pipeline(const Network& network, compute::Backend& backend, compute::Progress& progress)
      : network_(network) {
    for (const Layer& layer : network.layers) {
      std::vector<System>& systems = systems_.emplace_back();
      for (std::size_t h = 0; h < layer.channels; ++h)
        systems.emplace_back(layer.channel(h), backend, progress);
    }
  }

  /// The next steps. u: inputs x count; the result, outputs x count, is valid until the next call.
  std::span<const double> advance(std::span<const double> u, std::size_t count,
                                  const compute::Progress& progress) {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const Layer& layer = network_.layers[i];
      y_.resize(layer.channels * count);
      for (std::size_t h = 0; h < layer.channels; ++h) {
        const std::size_t input = layer.shared_input ? 0 : h;
        systems_[i][h].advance(u.subspan(input * count, count),
                               std::span(y_).subspan(h * count, count), progress);
      }
      decode_into(layer, count, progress);
      z_.swap(next_);
      u = z_;
    }
    return z_;
  }

  const std::vector<std::vector<System>>& systems() const { return systems_; }

 private:
  /// In pieces of steps, so that the progress is asked often enough.
  void decode_into(const Layer& layer, std::size_t count, const compute::Progress& progress) {
    const std::size_t outputs = layer.outputs(), width = layer.channels;
    next_.resize(outputs * count);
    const std::size_t cost = width + (layer.mixing.empty() ? 0 : layer.mixing.size() / 16);
    const std::size_t piece = std::clamp<std::size_t>(kDecodedAPoll / cost, 1, count);
    for (std::size_t at = 0; at < count; at += piece) {
      progress.check();
      const std::size_t steps = std::min(piece, count - at);
      part_y_.resize(width * steps);
      part_z_.resize(outputs * steps);
      for (std::size_t h = 0; h < width; ++h)
        std::copy_n(y_.data() + h * count + at, steps, part_y_.data() + h * steps);
      decode(layer, part_y_, part_z_);
      for (std::size_t k = 0; k < outputs; ++k)
        std::copy_n(part_z_.data() + k * steps, steps, next_.data() + k * count + at);
    }
  }

  const Network& network_;
  std::vector<std::vector<System>> systems_;
  std::vector<double> y_, z_, next_, part_y_, part_z_;
};

std::size_t steps_within(const Network& network, std::size_t steps) {
  for (const Layer& layer : network.layers)
    steps = std::min(steps, finite_steps(layer, steps, kLargestState));
  return steps;
}

/// body(first, count) over the steps in chunks.
template <class Body>
void for_chunks(std::size_t steps, compute::Progress& progress, const Body& body) {
  for (std::size_t first = 0; first < steps; first += kOperatorChunk) {
    body(first, std::min(kOperatorChunk, steps - first));
    progress.report(static_cast<double>(std::min(steps, first + kOperatorChunk)) /
                    static_cast<double>(steps));
  }
}

/// Sums of the outputs, and the outputs of the last step.
struct Pooled {
  std::vector<double> sum, last;
  void add(std::span<const double> z, std::size_t count) {
    for (std::size_t k = 0; k < last.size(); ++k) {
      const std::span<const double> row = z.subspan(k * count, count);
      for (const double value : row) sum[k] += value;
      last[k] = row.back();
    }
  }
};

double read_out(const Network& network, const Pooled& pooled, std::size_t steps) {
  if (network.weights.empty() || steps == 0) return kNone;
  double f = 0.0;
  for (std::size_t k = 0; k < network.weights.size(); ++k)
    f += network.weights[k] * (network.pooling == Pooling::Last
                                   ? pooled.last[k]
                                   : pooled.sum[k] / static_cast<double>(steps));
  return f;
}

/// Leading steps at which every output is finite.
std::size_t finite_part(std::span<const double> z, std::size_t count) {
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t at = t; at < z.size(); at += count)
      if (!std::isfinite(z[at])) return t;
  return count;
}

std::vector<double> leading_steps(std::span<const double> z, std::size_t count, std::size_t kept) {
  std::vector<double> out;
  for (std::size_t at = 0; at < z.size(); at += count)
    out.insert(out.end(), z.begin() + static_cast<std::ptrdiff_t>(at),
               z.begin() + static_cast<std::ptrdiff_t>(at + kept));
  return out;
}

}  // namespace

OperatorResult run_operator(const Network& network, std::size_t steps, const InputReader& read,
                            const OutputWriter& write, compute::Backend& backend,
                            compute::Progress& progress) {
  check_network(network);
  OperatorResult result;
  const std::size_t within = steps_within(network, steps);
  const std::size_t inputs = network.layers.front().inputs();
  const std::size_t outputs = network.layers.back().outputs();
  Pipeline<BlockedSystem> pipeline(network, backend, progress);
  Pooled pooled{std::vector<double>(outputs), std::vector<double>(outputs)};
  std::vector<double> u;
  bool finite = true;
  for_chunks(within, progress, [&](std::size_t first, std::size_t count) {
    if (!finite) return;
    u.resize(inputs * count);
    read(first, count, u);
    const std::span<const double> z = pipeline.advance(u, count, progress);
    const std::size_t kept = finite_part(z, count);
    finite = kept == count;
    result.steps += kept;
    if (kept == 0) return;
    const std::vector<double> part = finite ? std::vector<double>() : leading_steps(z, count, kept);
    const std::span<const double> whole = finite ? z : std::span<const double>(part);
    pooled.add(whole, kept);
    if (write) write(first, kept, whole);
  });
  if (result.steps < steps)
    result.notes.push_back("The output is cut at step " + std::to_string(result.steps) +
                           ", where it outgrows double.");
  result.value = read_out(network, pooled, result.steps);
  for (const auto& systems : pipeline.systems()) {
    ComplexList& states = result.states.emplace_back();
    for (const BlockedSystem& system : systems)
      states.insert(states.end(), system.state().begin(), system.state().end());
  }
  return result;
}

ComplexList state_after(const ssm::DiscreteModel& model, std::span<const double> u,
                        compute::Backend& backend, compute::Progress& progress) {
  BlockedSystem system(model, backend, progress);
  for_chunks(u.size(), progress, [&](std::size_t first, std::size_t count) {
    system.advance(u.subspan(first, count), {}, progress);
  });
  return system.state();
}

OperatorAgreement compare_with_recurrence(const Network& network, std::size_t steps,
                                          const InputReader& read, compute::Backend& backend,
                                          compute::Progress& progress) {
  check_network(network);
  OperatorAgreement result;
  result.steps = steps_within(network, steps);
  Pipeline<BlockedSystem> closed(network, backend, progress);
  Pipeline<Recurrence> stepped(network, backend, progress);
  std::vector<double> u;
  double largest = 0.0, difference = 0.0;
  for_chunks(result.steps, progress, [&](std::size_t first, std::size_t count) {
    u.resize(network.layers.front().inputs() * count);
    read(first, count, u);
    const std::span<const double> a = closed.advance(u, count, progress);
    const std::span<const double> b = stepped.advance(u, count, progress);
    for (std::size_t i = 0; i < a.size(); ++i)
      difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, compute::largest_magnitude(b));
  });
  result.difference = largest > 0.0 ? difference / largest : difference;
  for (const Layer& layer : network.layers)
    result.longest_memory = std::max(result.longest_memory, longest_memory(layer, result.steps));
  result.bound = kAgreement + 4.0 * std::numeric_limits<double>::epsilon() * result.longest_memory;
  return result;
}

}  // namespace ssmscope::ring
