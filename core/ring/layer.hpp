// A layer of systems and its decoder, and stacks of layers (MATHS section 2, "full layer"):
// y_h = factor Re(C_h x_h) + D_h u_h, g = sigma(y), z = W g; pooled and read out by w. Its systems
// are diagonal channels (S4D), or any mix of dense ones (S4) and shared states (S5).
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/ring/decoder.hpp"
#include "core/ssm/dense.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/ssm/shared_state.hpp"

namespace ssmscope::ring {

/// A state with any number of inputs and outputs.
using CoupledSystem = std::variant<ssm::DiscreteSharedState, ssm::DiscreteDense>;

std::size_t inputs_of(const CoupledSystem& system);
std::size_t outputs_of(const CoupledSystem& system);

/// H channels of M modes each, row after row as in compute::ModelBatch; or coupled systems.
struct Layer {
  std::size_t channels = 0;
  std::size_t modes = 0;
  ComplexList abar, bbar, c;  ///< channels x modes
  std::vector<double> d;      ///< channels
  double factor = 2.0;
  /// Where there are any: these instead of diagonal channels. Their inputs and outputs follow one
  /// another, `channels` is the number of all outputs, and modes and the lists above are empty.
  std::vector<CoupledSystem> systems;
  /// The same input, or inputs, for all channels or systems; else their own for each.
  bool shared_input = true;
  Activation activation = Activation::Identity;
  /// outputs x channels; empty: each channel is an output. Of Glu twice as many rows: first those
  /// of the mixes a, then those of b, and output k is a_k s(b_k); empty: a = b = y.
  std::vector<double> mixing;

  std::size_t inputs() const;
  std::size_t outputs() const;
  /// One diagonal channel's system.
  ssm::DiscreteModel channel(std::size_t index) const;
};

/// Layers one behind the other, the outputs of one being the inputs of the next, and the read-out
/// f = w z, z the last layer's outputs at the last step or their mean over the steps.
struct Network {
  std::vector<Layer> layers;
  Pooling pooling = Pooling::Last;
  std::vector<double> weights;  ///< w, one for each output of the last layer; empty: no read-out
};

/// Throws InputError, `where` naming the layer ("layer 2"), when a list has not the size stated.
void check_layer(const Layer& layer, const std::string& where = "the layer");
/// Also that the outputs of a layer fit the next one's inputs, and w the last one's outputs.
void check_network(const Network& network);

/// A layer of one channel for each model. Throws InputError when their modes or factors differ.
Layer layer_of(std::span<const ssm::DiscreteModel> channels,
               Activation activation = Activation::Identity);

/// A layer of these systems. Throws InputError where they share an input and have not equally many.
Layer layer_of(std::vector<CoupledSystem> systems, bool shared_input,
               Activation activation = Activation::Identity);

/// z = W sigma(y) or the gated mixes. y: channels x steps; out: outputs x steps.
void decode(const Layer& layer, std::span<const double> y, std::span<double> out);

/// Least steps any channel stays within `limit` (ssm::finite_steps).
std::size_t finite_steps(const Layer& layer, std::size_t length, double limit,
                         const compute::Progress& progress = compute::Progress());
std::size_t finite_steps(const CoupledSystem& system, std::size_t length, double limit,
                         const compute::Progress& progress = compute::Progress());

/// Of the modes of all channels, in steps: -1/ln|abar|, at most `steps`; a mode that does not
/// decay remembers all of them. Of a dense system ssm::longest_memory.
double longest_memory(const Layer& layer, std::size_t steps,
                      const compute::Progress& progress = compute::Progress());

}  // namespace ssmscope::ring
