#include "core/ring/exact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/compute/norms.hpp"
#include "core/ring/blocked_system.hpp"
#include "core/ring/coupled_blocks.hpp"
#include "core/ring/recurrence.hpp"
#include "core/ring/step_table.hpp"

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

}  // namespace

struct ForwardPass::State {
  std::shared_ptr<const Network> network;
  std::size_t last = 0;  ///< steps that can be reached
  std::unique_ptr<AnyPipeline> pipeline;
  Pooled pooled;
  std::size_t taken = 0;
  std::vector<double> u{};

  State(std::shared_ptr<const Network> of, std::size_t steps, std::unique_ptr<AnyPipeline> way)
      : network(std::move(of)),
        last(steps),
        pipeline(std::move(way)),
        pooled{std::vector<double>(outputs()), std::vector<double>(outputs())} {}

  std::size_t outputs() const { return network->layers.back().outputs(); }
  bool is_last(std::size_t layer) const { return layer + 1 == network->layers.size(); }

  /// The next chunk, of which the finite steps are handed on: of all layers, or of the last one.
  bool advance(const InputReader& read, const LayerWriter& write, bool all,
               const compute::Progress& progress) {
    const std::size_t first = taken, count = std::min(kOperatorChunk, last - taken);
    if (count == 0) return false;
    u.resize(network->layers.front().inputs() * count);
    read(first, count, u);
    std::vector<std::vector<double>> layers;  // what is written once all of it is known
    std::size_t kept = count;
    pipeline->advance(
        u, count,
        [&](std::size_t layer, std::span<const double> z) {
          kept = std::min(kept, finite_part(z, count));
          const bool wanted = all || is_last(layer);
          layers.emplace_back(wanted ? std::vector<double>(z.begin(), z.end())
                                     : std::vector<double>());
        },
        progress);
    taken += kept;
    if (kept < count) last = taken;
    if (kept > 0) hand_on(layers, first, count, kept, write, all);
    return taken < last;
  }

  void hand_on(std::vector<std::vector<double>>& layers, std::size_t first, std::size_t count,
               std::size_t kept, const LayerWriter& write, bool all) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (kept < count) layers[i] = leading_steps(layers[i], count, kept);
      if (write && (all || is_last(i))) write(i, first, kept, layers[i]);
    }
    pooled.add(layers.back(), kept);
  }
};

ForwardPass::ForwardPass(std::unique_ptr<State> state) : state_(std::move(state)) {}

ForwardPass::ForwardPass(Network network, std::size_t steps, compute::Backend& backend,
                         compute::Progress& progress) {
  check_network(network);
  auto shared = std::make_shared<const Network>(std::move(network));
  const std::size_t last = steps_within(*shared, steps, progress);
  auto pipeline = std::make_unique<Pipeline<Blocked>>(*shared, backend, progress);
  state_ = std::make_unique<State>(std::move(shared), last, std::move(pipeline));
}

ForwardPass ForwardPass::by_recurrence(compute::Backend& backend,
                                       compute::Progress& progress) const {
  auto pipeline = std::make_unique<Pipeline<Stepped>>(*state_->network, backend, progress);
  return ForwardPass(std::make_unique<State>(state_->network, state_->last, std::move(pipeline)));
}

ForwardPass::~ForwardPass() = default;
ForwardPass::ForwardPass(ForwardPass&&) noexcept = default;
ForwardPass& ForwardPass::operator=(ForwardPass&&) noexcept = default;

bool ForwardPass::advance(const InputReader& read, const OutputWriter& write,
                          const compute::Progress& progress) {
  LayerWriter last;
  if (write)
    last = [&write](std::size_t, std::size_t first, std::size_t count, std::span<const double> z) {
      write(first, count, z);
    };
  return state_->advance(read, last, false, progress);
}

bool ForwardPass::advance_layers(const InputReader& read, const LayerWriter& write,
                                 const compute::Progress& progress) {
  return state_->advance(read, write, true, progress);
}

std::size_t ForwardPass::steps() const { return state_->taken; }
std::size_t ForwardPass::last_step() const { return state_->last; }
double ForwardPass::value() const {
  return read_out(*state_->network, state_->pooled, state_->taken);
}
std::vector<ComplexList> ForwardPass::states() const { return state_->pipeline->states(); }

std::string overflow_note(const std::string& what, std::size_t step) {
  return what + " is cut at step " + std::to_string(step) + ", where it outgrows double.";
}

OperatorResult run_operator(const Network& network, std::size_t steps, const InputReader& read,
                            const OutputWriter& write, compute::Backend& backend,
                            compute::Progress& progress) {
  ForwardPass pass(network, steps, backend, progress);
  while (pass.advance(read, write, progress)) report_steps(pass, progress);
  report_steps(pass, progress);
  OperatorResult result{pass.steps(), pass.value(), pass.states(), {}};
  if (result.steps < steps) result.notes.push_back(overflow_note("The output", result.steps));
  return result;
}

ComplexList state_after(const ssm::DiscreteModel& model, std::span<const double> u,
                        compute::Backend& backend, compute::Progress& progress) {
  BlockedSystem system(model, backend, progress);
  for (std::size_t first = 0; first < u.size(); first += kOperatorChunk) {
    system.advance(u.subspan(first, std::min(kOperatorChunk, u.size() - first)), {}, progress);
    progress.report(static_cast<double>(std::min(u.size(), first + kOperatorChunk)) /
                    static_cast<double>(u.size()));
  }
  return system.state();
}

void allow_rounding(OperatorAgreement& agreement, const Network& network, compute::Backend& backend,
                    compute::Progress& progress) {
  for (const Layer& layer : network.layers)
    agreement.cancellation =
        std::max(agreement.cancellation, cancellation(layer, agreement.steps, backend, progress));
  agreement.bound =
      kAgreement + 4.0 * std::numeric_limits<double>::epsilon() * agreement.longest_memory;
}

OperatorAgreement compare_with_recurrence(const Network& network, std::size_t steps,
                                          const InputReader& read, compute::Backend& backend,
                                          compute::Progress& progress) {
  ForwardPass closed(network, steps, backend, progress);
  ForwardPass stepped = closed.by_recurrence(backend, progress);
  std::vector<double> z;  // of the closed form, this chunk
  double largest = 0.0, difference = 0.0;
  const OutputWriter keep = [&z](std::size_t, std::size_t, std::span<const double> a) {
    z.assign(a.begin(), a.end());
  };
  const OutputWriter compare = [&](std::size_t, std::size_t, std::span<const double> b) {
    largest = std::max(largest, compute::largest_magnitude(b));
    if (b.size() != z.size()) return;  // cut in different places
    for (std::size_t i = 0; i < b.size(); ++i)
      difference = std::max(difference, std::abs(z[i] - b[i]));
  };
  bool more = true;
  while (more) {
    closed.advance(read, keep, progress);
    more = stepped.advance(read, compare, progress) && closed.steps() == stepped.steps();
    report_steps(stepped, progress);
  }
  OperatorAgreement result;
  result.steps = std::min(closed.steps(), stepped.steps());
  result.difference = largest > 0.0 ? difference / largest : difference;
  for (const Layer& layer : network.layers)
    result.longest_memory =
        std::max(result.longest_memory, longest_memory(layer, result.steps, progress));
  allow_rounding(result, network, backend, progress);
  return result;
}

}  // namespace ssmscope::ring
