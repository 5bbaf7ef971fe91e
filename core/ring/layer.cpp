#include "core/ring/layer.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/scenario/error.hpp"

namespace ssmscope::ring {
namespace {

void check_size(std::size_t size, std::size_t expected, const std::string& what,
                const std::string& where) {
  if (size == expected) return;
  throw InputError(what + " of " + where + " has " + std::to_string(size) + " entries, but " +
                   std::to_string(expected) + " are expected.");
}

void check_lists(const ssm::DiscreteSharedState& system, const std::string& where) {
  const std::size_t modes = system.modes();
  check_size(system.bbar.size(), modes * system.inputs, "bbar", where);
  check_size(system.c.size(), system.outputs * modes, "c", where);
  check_size(system.d.size(), system.outputs * system.inputs, "d", where);
}

void check_lists(const ssm::DiscreteDense& system, const std::string& where) {
  check_size(system.abar.size(), system.states * system.states, "abar", where);
  check_size(system.bbar.size(), system.states * system.inputs, "bbar", where);
  check_size(system.c.size(), system.outputs * system.states, "c", where);
  check_size(system.d.size(), system.outputs * system.inputs, "d", where);
}

std::size_t states_of(const ssm::DiscreteSharedState& system) { return system.modes(); }
std::size_t states_of(const ssm::DiscreteDense& system) { return system.states; }

template <class System>
void check_system(const System& system, const std::string& where) {
  if (states_of(system) == 0 || system.inputs == 0 || system.outputs == 0) {
    throw InputError(where + " has " + std::to_string(states_of(system)) + " states, " +
                     std::to_string(system.inputs) + " inputs and " +
                     std::to_string(system.outputs) +
                     " outputs: at least one of each is expected.");
  }
  check_lists(system, where);
}

void check_systems(const Layer& layer, const std::string& where) {
  std::size_t outputs = 0;
  for (std::size_t i = 0; i < layer.systems.size(); ++i) {
    const CoupledSystem& system = layer.systems[i];
    const std::string name = "system " + std::to_string(i) + " of " + where;
    std::visit([&](const auto& kind) { check_system(kind, name); }, system);
    outputs += outputs_of(system);
    if (!layer.shared_input || inputs_of(system) == inputs_of(layer.systems.front())) continue;
    throw InputError(name + " has " + std::to_string(inputs_of(system)) +
                     " inputs, but shares them with system 0, which has " +
                     std::to_string(inputs_of(layer.systems.front())) + ": as many are expected.");
  }
  check_size(layer.abar.size() + layer.bbar.size() + layer.c.size() + layer.d.size(), 0,
             "the diagonal part", where);
  if (outputs == layer.channels) return;
  throw InputError(where + " has " + std::to_string(layer.channels) +
                   " channels, but its systems " + std::to_string(outputs) +
                   " outputs: as many are expected.");
}

void check_channels(const Layer& layer, const std::string& where) {
  if (layer.channels == 0 || layer.modes == 0) {
    throw InputError(where + " has " + std::to_string(layer.channels) + " channels of " +
                     std::to_string(layer.modes) + " modes: at least one of each is expected.");
  }
  const std::size_t entries = layer.channels * layer.modes;
  check_size(layer.abar.size(), entries, "abar", where);
  check_size(layer.bbar.size(), entries, "bbar", where);
  check_size(layer.c.size(), entries, "c", where);
  check_size(layer.d.size(), layer.channels, "d", where);
}

/// Dense channels often share Abar, whose powers are dear.
bool repeats_matrix(const Layer& layer, std::size_t index) {
  if (index == 0) return false;
  const auto* before = std::get_if<ssm::DiscreteDense>(&layer.systems[index - 1]);
  const auto* dense = std::get_if<ssm::DiscreteDense>(&layer.systems[index]);
  return before != nullptr && dense != nullptr && before->abar == dense->abar;
}

double longest_memory(const ComplexList& abar, std::size_t steps) {
  const auto most = static_cast<double>(steps);
  double longest = 0.0;
  for (const Complex a : abar) {
    const double size = std::abs(a);
    if (size == 0.0) continue;
    longest = std::max(longest, size < 1.0 ? std::min(-1.0 / std::log(size), most) : most);
  }
  return longest;
}

/// out = rows x channels matrix times g, step by step. g: channels x steps.
void mix(std::span<const double> matrix, std::span<const double> g, std::size_t channels,
         std::span<double> out) {
  const std::size_t steps = g.size() / channels;
  std::ranges::fill(out, 0.0);
  for (std::size_t k = 0; k < matrix.size() / channels; ++k) {
    double* z = out.data() + k * steps;
    for (std::size_t h = 0; h < channels; ++h) {
      const double weight = matrix[k * channels + h];
      const double* from = g.data() + h * steps;
      for (std::size_t t = 0; t < steps; ++t) z[t] += weight * from[t];
    }
  }
}

void decode_gated(const Layer& layer, std::span<const double> y, std::span<double> out) {
  if (layer.mixing.empty()) {
    for (std::size_t i = 0; i < y.size(); ++i) out[i] = activate(Activation::Glu, y[i]);
    return;
  }
  const std::size_t half = layer.mixing.size() / 2;
  const std::span<const double> matrix(layer.mixing);
  std::vector<double> gate(out.size());
  mix(matrix.first(half), y, layer.channels, out);
  mix(matrix.subspan(half), y, layer.channels, gate);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] *= logistic(gate[i]).value;
}

}  // namespace

std::size_t inputs_of(const CoupledSystem& system) {
  return std::visit([](const auto& kind) { return kind.inputs; }, system);
}

std::size_t outputs_of(const CoupledSystem& system) {
  return std::visit([](const auto& kind) { return kind.outputs; }, system);
}

std::size_t Layer::inputs() const {
  if (systems.empty()) return shared_input ? 1 : channels;
  if (shared_input) return inputs_of(systems.front());
  std::size_t sum = 0;
  for (const CoupledSystem& system : systems) sum += inputs_of(system);
  return sum;
}

std::size_t Layer::outputs() const {
  if (mixing.empty() || channels == 0) return channels;
  return mixing.size() / channels / (activation == Activation::Glu ? 2 : 1);
}

ssm::DiscreteModel Layer::channel(std::size_t index) const {
  assert(systems.empty());
  const auto row = [&](const ComplexList& list) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(index * modes);
    return ComplexList(begin, begin + static_cast<std::ptrdiff_t>(modes));
  };
  return {row(abar), row(bbar), row(c), d[index], factor};
}

void check_layer(const Layer& layer, const std::string& where) {
  if (layer.systems.empty())
    check_channels(layer, where);
  else
    check_systems(layer, where);
  const std::size_t unit = layer.channels * (layer.activation == Activation::Glu ? 2 : 1);
  if (layer.mixing.size() % unit != 0) {
    throw InputError("The mixing of " + where + " has " + std::to_string(layer.mixing.size()) +
                     " entries: a multiple of " + std::to_string(unit) +
                     " is expected, one for each channel in each row.");
  }
}

void check_network(const Network& network) {
  if (network.layers.empty()) throw InputError("The network has no layer: one is expected.");
  std::size_t outputs = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    const std::string where = "layer " + std::to_string(i);
    check_layer(layer, where);
    if (i > 0 && layer.inputs() != outputs) {
      throw InputError(where + " takes " + std::to_string(layer.inputs()) +
                       " inputs, but the layer before it has " + std::to_string(outputs) +
                       " outputs: as many are expected.");
    }
    outputs = layer.outputs();
  }
  if (!network.weights.empty()) check_size(network.weights.size(), outputs, "w", "the read-out");
}

Layer layer_of(std::span<const ssm::DiscreteModel> channels, Activation activation) {
  Layer layer;
  layer.channels = channels.size();
  layer.modes = channels.empty() ? 0 : channels.front().modes();
  layer.factor = channels.empty() ? 2.0 : channels.front().factor;
  layer.activation = activation;
  for (std::size_t h = 0; h < channels.size(); ++h) {
    const ssm::DiscreteModel& model = channels[h];
    if (model.modes() != layer.modes || model.factor != layer.factor) {
      throw InputError("Channel " + std::to_string(h) + " has " + std::to_string(model.modes()) +
                       " modes with the factor " + std::to_string(model.factor) +
                       ", but channel 0 " + std::to_string(layer.modes) + " with " +
                       std::to_string(layer.factor) + ": the same of both are expected.");
    }
    layer.abar.insert(layer.abar.end(), model.abar.begin(), model.abar.end());
    layer.bbar.insert(layer.bbar.end(), model.bbar.begin(), model.bbar.end());
    layer.c.insert(layer.c.end(), model.c.begin(), model.c.end());
    layer.d.push_back(model.d);
  }
  check_layer(layer);
  return layer;
}

Layer layer_of(std::vector<CoupledSystem> systems, bool shared_input, Activation activation) {
  Layer layer;
  layer.systems = std::move(systems);
  for (const CoupledSystem& system : layer.systems) layer.channels += outputs_of(system);
  layer.shared_input = shared_input;
  layer.activation = activation;
  check_layer(layer);
  return layer;
}

void decode(const Layer& layer, std::span<const double> y, std::span<double> out) {
  if (layer.activation == Activation::Glu) {
    decode_gated(layer, y, out);
    return;
  }
  if (layer.mixing.empty()) {
    for (std::size_t i = 0; i < y.size(); ++i) out[i] = activate(layer.activation, y[i]);
    return;
  }
  std::vector<double> g(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) g[i] = activate(layer.activation, y[i]);
  mix(layer.mixing, g, layer.channels, out);
}

std::size_t finite_steps(const CoupledSystem& system, std::size_t length, double limit,
                         const compute::Progress& progress) {
  if (const auto* dense = std::get_if<ssm::DiscreteDense>(&system))
    return ssm::finite_steps(*dense, length, limit, progress);
  return ssm::finite_steps(std::get<ssm::DiscreteSharedState>(system), length, limit);
}

std::size_t finite_steps(const Layer& layer, std::size_t length, double limit,
                         const compute::Progress& progress) {
  std::size_t steps = length;
  for (std::size_t i = 0; i < layer.systems.size(); ++i)
    if (!repeats_matrix(layer, i))
      steps = std::min(steps, finite_steps(layer.systems[i], length, limit, progress));
  if (!layer.systems.empty()) return steps;
  for (std::size_t h = 0; h < layer.channels; ++h)
    steps = std::min(steps, ssm::finite_steps(layer.channel(h), length, limit));
  return steps;
}

double longest_memory(const Layer& layer, std::size_t steps, const compute::Progress& progress) {
  double longest = longest_memory(layer.abar, steps);
  for (std::size_t i = 0; i < layer.systems.size(); ++i) {
    if (repeats_matrix(layer, i)) continue;
    const CoupledSystem& system = layer.systems[i];
    const auto* dense = std::get_if<ssm::DiscreteDense>(&system);
    longest = std::max(longest, dense == nullptr ? longest_memory(std::get<0>(system).abar, steps)
                                                 : ssm::longest_memory(*dense, steps, progress));
  }
  return longest;
}

}  // namespace ssmscope::ring
