#include "core/ring/scenario_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "core/compute/norms.hpp"
#include "core/compute/random.hpp"
#include "core/ssm/legs.hpp"

namespace ssmscope::ring {
namespace {

// channels x layers x states^2 of dense layers: what makes their blocks takes some 0.1 s.
constexpr std::size_t kMostDenseEntries = std::size_t{1} << 22;

/// |h| over the first lags, without the direct term.
double loudness(ssm::DiscreteModel model, std::size_t lags, compute::Backend& backend,
                compute::Progress& progress) {
  model.d = 0.0;
  std::vector<double> kernel(lags);
  backend.kernel(model.batch(), lags, kernel, progress);
  return compute::norm(kernel);
}

/// What a loudness is multiplied by to become the wanted one; 1 where nothing can.
double gain_to(double wanted, double own) {
  return own > 0.0 && std::isfinite(wanted / own) ? wanted / own : 1.0;
}

/// `count` channels with the poles and B of `model`: it, where `first` says so, and others whose C
/// is random, of the wanted loudness.
std::vector<ssm::DiscreteModel> random_channels(ssm::DiscreteModel model, std::size_t count,
                                                bool first, double wanted, std::size_t lags,
                                                compute::Random& random, compute::Backend& backend,
                                                compute::Progress& progress) {
  std::vector<ssm::DiscreteModel> channels;
  if (first) channels.push_back(model);
  while (channels.size() < count) {
    for (Complex& c : model.c) c = random.complex_normal();
    const double gain = gain_to(wanted, loudness(model, lags, backend, progress));
    for (Complex& c : model.c) c *= gain;
    channels.push_back(model);
  }
  return channels;
}

std::vector<double> random_mixing(std::size_t rows, std::size_t channels, std::uint64_t seed) {
  compute::Random random(seed + 1);  // a stream of its own beside the channels' C
  std::vector<double> mixing(rows * channels);
  for (double& value : mixing) value = random.normal() / std::sqrt(static_cast<double>(channels));
  return mixing;
}

void add_mixing(Layer& layer, const Decoder& decoder, std::uint64_t seed) {
  if (!decoder.mixed) return;
  const std::size_t rows = layer.channels * (decoder.activation == Activation::Glu ? 2 : 1);
  layer.mixing = random_mixing(rows, layer.channels, seed);
}

std::vector<double> read_out_weights(const Decoder& decoder) {
  if (const auto* list = std::get_if<std::vector<double>>(&decoder.weights)) return *list;
  std::vector<double> weights(static_cast<std::size_t>(decoder.channels), 1.0);
  if (const auto* seeded = std::get_if<Seeded>(&decoder.weights)) {
    compute::Random random(seeded->seed);
    for (double& value : weights) value = random.normal();
  }
  return weights;
}

/// What makes the layers of a stack, one after the other.
class StackMaker {
 public:
  StackMaker(const Scenario& scenario, const ssm::DiscreteModel& model, std::size_t lags,
             compute::Backend& backend, compute::Progress& progress)
      : scenario_(scenario),
        model_(model),
        channels_(static_cast<std::size_t>(scenario.decoder.channels)),
        lags_(lags),
        random_(scenario.decoder.seed),
        backend_(backend),
        progress_(progress),
        loudness_(loudness(model, lags_, backend, progress)) {}

  Network network() {
    Network network;
    for (std::size_t i = 0; i < static_cast<std::size_t>(scenario_.stack.layers); ++i)
      network.layers.push_back(layer(i));
    network.pooling = scenario_.decoder.pooling;
    network.weights = read_out_weights(scenario_.decoder);
    return network;
  }

 private:
  Layer layer(std::size_t index) {
    first_ = index == 0;
    wanted_ = first_ ? loudness_ : 1.0;
    Layer layer = of_family(family_of_layer(scenario_.stack, index));
    layer.activation = scenario_.decoder.activation;
    add_mixing(layer, scenario_.decoder, scenario_.decoder.seed + index);
    return layer;
  }

  Layer of_family(StackFamily family) {
    if (family == StackFamily::S4) return dense_layer();
    if (family == StackFamily::S5) return layer_of({shared_state()}, true);
    Layer layer = layer_of(
        random_channels(model_, channels_, first_, wanted_, lags_, random_, backend_, progress_));
    layer.shared_input = first_;
    return layer;
  }

  ssm::DiscreteSharedState shared_state() {
    ssm::DiscreteSharedState state;
    const std::size_t modes = model_.modes();
    state.inputs = first_ ? 1 : channels_;
    state.outputs = channels_;
    state.abar = model_.abar;
    state.factor = model_.factor;
    for (std::size_t m = 0; m < modes; ++m)
      for (std::size_t i = 0; i < state.inputs; ++i)
        state.bbar.push_back(model_.bbar[m] *
                             (state.inputs == 1 ? Complex(1.0) : random_.complex_normal()));
    for (std::size_t i = 0; i < channels_ * modes; ++i) state.c.push_back(random_.complex_normal());
    state.d.assign(state.outputs * state.inputs, 0.0);
    for (std::size_t h = 0; h < channels_; ++h) {
      // Of the way from one of the inputs, which are alike.
      const double own = loudness(state.path(0, h), lags_, backend_, progress_) *
                         std::sqrt(static_cast<double>(state.inputs));
      const double gain = gain_to(wanted_, own);
      for (std::size_t m = 0; m < modes; ++m) state.c[h * modes + m] *= gain;
    }
    return state;
  }

  /// Channels of one LegS matrix, each with a C of its own.
  Layer dense_layer() {
    const std::size_t states = legs_states(scenario_);
    ssm::DiscreteDense dense =
        ssm::discretise(ssm::legs_dense(std::vector<double>(states, 1.0)),
                        scenario_.discretisation.rule, scenario_.discretisation.delta);
    const std::vector<double> reached = states_of_impulse(dense);
    std::vector<CoupledSystem> systems;
    for (std::size_t h = 0; h < channels_; ++h) {
      for (double& c : dense.c) c = random_.normal();
      const double gain = gain_to(wanted_, loudness_of(dense.c, reached));
      for (double& c : dense.c) c *= gain;
      systems.emplace_back(dense);
    }
    return layer_of(std::move(systems), first_);
  }

  /// Abar^l Bbar, lags x states.
  std::vector<double> states_of_impulse(const ssm::DiscreteDense& dense) const {
    const std::size_t states = dense.states;
    std::vector<double> reached(lags_ * states);
    std::copy(dense.bbar.begin(), dense.bbar.end(), reached.begin());
    for (std::size_t l = 1; l < lags_; ++l) {
      progress_.check();
      const double* const before = reached.data() + (l - 1) * states;
      for (std::size_t n = 0; n < states; ++n)
        for (std::size_t k = 0; k < states; ++k)
          reached[l * states + n] += dense.abar[n * states + k] * before[k];
    }
    return reached;
  }

  static double loudness_of(const std::vector<double>& c, const std::vector<double>& reached) {
    std::vector<double> kernel;
    for (std::size_t at = 0; at < reached.size(); at += c.size()) {
      double h = 0.0;
      for (std::size_t n = 0; n < c.size(); ++n) h += c[n] * reached[at + n];
      kernel.push_back(h);
    }
    return compute::norm(kernel);
  }

  const Scenario& scenario_;
  const ssm::DiscreteModel& model_;
  std::size_t channels_, lags_;
  compute::Random random_;
  compute::Backend& backend_;
  compute::Progress& progress_;
  double loudness_;  ///< of the model
  bool first_ = true;
  double wanted_ = 1.0;
};

}  // namespace

Network decoder_network(const Scenario& scenario, const ssm::DiscreteModel& model, std::size_t lags,
                        compute::Backend& backend, compute::Progress& progress) {
  Scenario one_layer = scenario;
  one_layer.stack.family = StackFamily::S4d;
  one_layer.stack.layers = 1;
  return StackMaker(one_layer, model, lags, backend, progress).network();
}

StackFamily family_of_layer(const Stack& stack, std::size_t index) {
  constexpr std::array kTurn{StackFamily::S4d, StackFamily::S4, StackFamily::S5};
  return stack.family == StackFamily::InTurn ? kTurn[index % kTurn.size()] : stack.family;
}

std::size_t legs_states(const Scenario& scenario) {
  const auto systems = static_cast<std::size_t>(scenario.decoder.channels) *
                       static_cast<std::size_t>(scenario.stack.layers);
  const double most =
      std::sqrt(static_cast<double>(kMostDenseEntries) / static_cast<double>(systems));
  return std::min({2 * static_cast<std::size_t>(scenario.model.pairs), ssm::kMostDenseStates,
                   static_cast<std::size_t>(most)});
}

Network stack_network(const Scenario& scenario, const ssm::DiscreteModel& model,
                      compute::Backend& backend, compute::Progress& progress) {
  const auto lags = static_cast<std::size_t>(scenario.decoder.lags);
  return StackMaker(scenario, model, lags, backend, progress).network();
}

}  // namespace ssmscope::ring
