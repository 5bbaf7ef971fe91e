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
/// Of the kernels whose size says what their modes cancel.
constexpr std::size_t kMostKernelTerms = std::size_t{1} << 20, kFewestLags = 16,
                      kMostLagsSeen = 256;
/// Decoded numbers between two polls: erfc and the like take some 20 ns.
constexpr std::size_t kDecodedAPoll = std::size_t{1} << 15;

std::string cut_note(std::size_t step) {
  return "The output is cut at step " + std::to_string(step) + ", where it outgrows double.";
}

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
    if constexpr (requires(const Channel& channel) { channel.state(); }) {
      const auto add = [&all](const ComplexList& x) { all.insert(all.end(), x.begin(), x.end()); };
      for (const Channel& channel : channels_) add(channel.state());
      for (const Coupled& system : coupled_) add(system.state());
    }
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

using Watch = std::function<void(std::size_t layer, std::span<const double> z)>;

/// A network as systems that go on from chunk to chunk.
class AnyPipeline {
 public:
  virtual ~AnyPipeline() = default;
  /// The next steps, u: inputs x count. `watch` is given every layer's outputs.
  virtual void advance(std::span<const double> u, std::size_t count, const Watch& watch,
                       const compute::Progress& progress) = 0;
  virtual std::vector<ComplexList> states() const = 0;
};

template <class Systems>
class Pipeline : public AnyPipeline {
 public:
  Pipeline(const Network& network, compute::Backend& backend, compute::Progress& progress)
      : network_(network) {
    for (const Layer& layer : network.layers) systems_.emplace_back(layer, backend, progress);
  }

  void advance(std::span<const double> u, std::size_t count, const Watch& watch,
               const compute::Progress& progress) override {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const Layer& layer = network_.layers[i];
      y_.resize(layer.channels * count);
      systems_[i].advance(layer, u, count, y_, progress);
      decode_into(layer, count, progress);
      z_.swap(next_);
      u = z_;
      watch(i, u);
    }
  }

  std::vector<ComplexList> states() const override {
    std::vector<ComplexList> all;
    for (const Systems& systems : systems_) all.push_back(systems.states());
    return all;
  }

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

  const Network& network_;  ///< outlives the pipeline
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

void report_steps(const ForwardPass& pass, compute::Progress& progress) {
  if (pass.last_step() > 0)
    progress.report(static_cast<double>(pass.steps()) / static_cast<double>(pass.last_step()));
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

/// As OperatorAgreement::cancellation; 1 of coupled systems.
double cancellation(const Layer& layer, std::size_t steps, compute::Backend& backend,
                    compute::Progress& progress) {
  const std::size_t modes = layer.channels * layer.modes;
  if (modes == 0 || steps == 0) return 1.0;
  const std::size_t lags =
      std::min(steps, std::clamp(kMostKernelTerms / modes, kFewestLags, kMostLagsSeen));
  const std::vector<double> no_d(layer.channels);
  std::vector<double> kernels(layer.channels * lags);
  backend.kernel({layer.channels, layer.modes, layer.abar, layer.bbar, layer.c, no_d, layer.factor},
                 lags, kernels, progress);
  double most = 1.0;
  for (std::size_t h = 0; h < layer.channels; ++h) {
    const double largest = compute::largest_magnitude(std::span(kernels).subspan(h * lags, lags));
    double parts = 0.0;
    for (std::size_t i = h * layer.modes; i < (h + 1) * layer.modes; ++i)
      parts += layer.factor * std::abs(layer.c[i] * layer.bbar[i]);
    if (largest > 0.0 && std::isfinite(parts / largest)) most = std::max(most, parts / largest);
  }
  return most;
}

std::unique_ptr<AnyPipeline> pipeline_of(const Network& network, Way way, compute::Backend& backend,
                                         compute::Progress& progress) {
  if (way == Way::Operator) return std::make_unique<Pipeline<Blocked>>(network, backend, progress);
  return std::make_unique<Pipeline<Stepped>>(network, backend, progress);
}

}  // namespace

struct ForwardPass::State {
  Network network;
  std::size_t last = 0;  ///< steps that can be reached
  std::unique_ptr<AnyPipeline> pipeline;
  Pooled pooled{};
  std::size_t taken = 0;
  std::vector<double> u{};

  std::size_t outputs() const { return network.layers.back().outputs(); }

  /// One chunk, of which the finite steps are handed on.
  void chunk(std::size_t count, const LayerWriter& write, const compute::Progress& progress) {
    const std::size_t first = taken;
    std::vector<std::vector<double>> layers;  // what is written once all of it is known
    std::size_t kept = count;
    pipeline->advance(
        u, count,
        [&](std::size_t layer, std::span<const double> z) {
          kept = std::min(kept, finite_part(z, count));
          const bool wanted = write || layer + 1 == network.layers.size();
          layers.emplace_back(wanted ? std::vector<double>(z.begin(), z.end())
                                     : std::vector<double>());
        },
        progress);
    taken += kept;
    if (kept < count) last = taken;
    if (kept == 0) return;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (kept < count && !layers[i].empty()) layers[i] = leading_steps(layers[i], count, kept);
      if (write) write(i, first, kept, layers[i]);
    }
    pooled.add(layers.back(), kept);
  }
};

ForwardPass::ForwardPass(Network network, Way way, std::size_t steps, compute::Backend& backend,
                         compute::Progress& progress)
    : state_(std::make_unique<State>()) {
  check_network(network);
  state_->network = std::move(network);
  state_->last = steps_within(state_->network, steps, progress);
  state_->pipeline = pipeline_of(state_->network, way, backend, progress);
  state_->pooled = {std::vector<double>(state_->outputs()), std::vector<double>(state_->outputs())};
}

ForwardPass::~ForwardPass() = default;
ForwardPass::ForwardPass(ForwardPass&&) noexcept = default;
ForwardPass& ForwardPass::operator=(ForwardPass&&) noexcept = default;

bool ForwardPass::advance(const InputReader& read, const LayerWriter& write,
                          const compute::Progress& progress) {
  State& now = *state_;
  const std::size_t count = std::min(kOperatorChunk, now.last - now.taken);
  if (count == 0) return false;
  now.u.resize(now.network.layers.front().inputs() * count);
  read(now.taken, count, now.u);
  now.chunk(count, write, progress);
  return now.taken < now.last;
}

std::size_t ForwardPass::steps() const { return state_->taken; }
std::size_t ForwardPass::last_step() const { return state_->last; }
double ForwardPass::value() const {
  return read_out(state_->network, state_->pooled, state_->taken);
}
std::vector<ComplexList> ForwardPass::states() const { return state_->pipeline->states(); }

OperatorResult run_operator(const Network& network, std::size_t steps, const InputReader& read,
                            const OutputWriter& write, compute::Backend& backend,
                            compute::Progress& progress) {
  ForwardPass pass(network, Way::Operator, steps, backend, progress);
  LayerWriter last;
  if (write)
    last = [&](std::size_t layer, std::size_t first, std::size_t count, std::span<const double> z) {
      if (layer + 1 == network.layers.size()) write(first, count, z);
    };
  while (pass.advance(read, last, progress)) report_steps(pass, progress);
  report_steps(pass, progress);
  OperatorResult result{pass.steps(), pass.value(), pass.states(), {}};
  if (result.steps < steps) result.notes.push_back(cut_note(result.steps));
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

void allow_rounding(OperatorAgreement& agreement, const Network& network, compute::Backend& backend,
                    compute::Progress& progress) {
  for (const Layer& layer : network.layers) {
    agreement.longest_memory =
        std::max(agreement.longest_memory, longest_memory(layer, agreement.steps, progress));
    agreement.cancellation =
        std::max(agreement.cancellation, cancellation(layer, agreement.steps, backend, progress));
  }
  agreement.bound =
      kAgreement + 4.0 * std::numeric_limits<double>::epsilon() * agreement.longest_memory;
}

OperatorAgreement compare_with_recurrence(const Network& network, std::size_t steps,
                                          const InputReader& read, compute::Backend& backend,
                                          compute::Progress& progress) {
  ForwardPass closed(network, Way::Operator, steps, backend, progress);
  ForwardPass stepped(network, Way::Recurrence, steps, backend, progress);
  std::vector<double> z;  // of the closed form, this chunk
  double largest = 0.0, difference = 0.0;
  const auto is_last = [&network](std::size_t layer) { return layer + 1 == network.layers.size(); };
  bool more = true;
  while (more) {
    closed.advance(
        read,
        [&](std::size_t layer, std::size_t, std::size_t, std::span<const double> a) {
          if (is_last(layer)) z.assign(a.begin(), a.end());
        },
        progress);
    more = stepped.advance(
        read,
        [&](std::size_t layer, std::size_t, std::size_t, std::span<const double> b) {
          if (!is_last(layer)) return;
          largest = std::max(largest, compute::largest_magnitude(b));
          if (b.size() != z.size()) return;  // cut in different places
          for (std::size_t i = 0; i < b.size(); ++i)
            difference = std::max(difference, std::abs(z[i] - b[i]));
        },
        progress);
    more = more && closed.steps() == stepped.steps();
    report_steps(stepped, progress);
  }
  OperatorAgreement result;
  result.steps = std::min(closed.steps(), stepped.steps());
  result.difference = largest > 0.0 ? difference / largest : difference;
  allow_rounding(result, network, backend, progress);
  return result;
}

}  // namespace ssmscope::ring
