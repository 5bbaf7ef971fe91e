#include "core/ring/exact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/norms.hpp"
#include "core/ring/blocked_system.hpp"
#include "core/ring/coupled_blocks.hpp"
#include "core/ring/recurrence.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kAgreement = 1e-12;
/// A state beyond this has outgrown double for what is made of it.
constexpr double kLargestState = 1e150;
/// Decoded numbers between two polls: erfc and the like take some 20 ns.
constexpr std::size_t kDecodedAPoll = std::size_t{1} << 15;

/// A layer's systems, of the one kind or the other, going on from chunk to chunk.
template <class Channel, class Coupled>
class LayerSystems {
 public:
  LayerSystems(const Layer& layer, compute::Backend& backend, compute::Progress& progress) {
    for (const CoupledSystem& system : layer.systems) {
      coupled_.emplace_back(system, progress);
      sizes_.push_back({inputs_of(system), outputs_of(system)});
    }
    if (!coupled_.empty()) return;
    for (std::size_t h = 0; h < layer.channels; ++h)
      channels_.emplace_back(layer.channel(h), backend, progress);
  }

  /// u: inputs x count; y: channels x count.
  void advance(const Layer& layer, std::span<const double> u, std::size_t count,
               std::span<double> y, const compute::Progress& progress) {
    for (std::size_t h = 0; h < channels_.size(); ++h) {
      const std::size_t input = layer.shared_input ? 0 : h;
      channels_[h].advance(u.subspan(input * count, count), y.subspan(h * count, count), progress);
    }
    std::size_t input = 0, output = 0;
    for (std::size_t i = 0; i < coupled_.size(); ++i) {
      coupled_[i].advance(u.subspan(input * count, sizes_[i].inputs * count), count,
                          y.subspan(output * count, sizes_[i].outputs * count), progress);
      if (!layer.shared_input) input += sizes_[i].inputs;
      output += sizes_[i].outputs;
    }
  }

  ComplexList states() const {
    ComplexList all;
    const auto add = [&all](const ComplexList& x) { all.insert(all.end(), x.begin(), x.end()); };
    for (const Channel& channel : channels_) add(channel.state());
    for (const Coupled& system : coupled_) add(system.state());
    return all;
  }

 private:
  struct Size {
    std::size_t inputs, outputs;
  };
  std::vector<Channel> channels_;
  std::vector<Coupled> coupled_;
  std::vector<Size> sizes_;  ///< of coupled_
};

using Blocked = LayerSystems<BlockedSystem, CoupledBlocks>;
using Stepped = LayerSystems<Recurrence, CoupledRecurrence>;

/// A network as systems that go on from chunk to chunk.
template <class Systems>
class Pipeline {
 public:
  Pipeline(const Network& network, compute::Backend& backend, compute::Progress& progress)
      : network_(network) {
    for (const Layer& layer : network.layers) systems_.emplace_back(layer, backend, progress);
  }

  /// The next steps. u: inputs x count; the result, outputs x count, is valid until the next call.
  std::span<const double> advance(std::span<const double> u, std::size_t count,
                                  const compute::Progress& progress) {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const Layer& layer = network_.layers[i];
      y_.resize(layer.channels * count);
      systems_[i].advance(layer, u, count, y_, progress);
      decode_into(layer, count, progress);
      z_.swap(next_);
      u = z_;
    }
    return z_;
  }

  const std::vector<Systems>& systems() const { return systems_; }

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
  std::vector<Systems> systems_;
  std::vector<double> y_, z_, next_, part_y_, part_z_;
};

std::size_t steps_within(const Network& network, std::size_t steps,
                         const compute::Progress& progress) {
  for (const Layer& layer : network.layers)
    steps = std::min(steps, finite_steps(layer, steps, kLargestState, progress));
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
  const std::size_t within = steps_within(network, steps, progress);
  const std::size_t inputs = network.layers.front().inputs();
  const std::size_t outputs = network.layers.back().outputs();
  Pipeline<Blocked> pipeline(network, backend, progress);
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
  for (const Blocked& systems : pipeline.systems()) result.states.push_back(systems.states());
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
  result.steps = steps_within(network, steps, progress);
  Pipeline<Blocked> closed(network, backend, progress);
  Pipeline<Stepped> stepped(network, backend, progress);
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
    result.longest_memory =
        std::max(result.longest_memory, longest_memory(layer, result.steps, progress));
  result.bound = kAgreement + 4.0 * std::numeric_limits<double>::epsilon() * result.longest_memory;
  return result;
}

}  // namespace ssmscope::ring
