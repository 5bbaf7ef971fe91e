// A layer of diagonal systems and its decoder, and stacks of layers (MATHS section 2, "full
// layer"): y_h = factor Re(C_h x_h) + D_h u_h, g = sigma(y), z = W g; pooled and read out by w.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/ring/decoder.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::ring {

/// H channels of M modes each, row after row as in compute::ModelBatch.
struct Layer {
  std::size_t channels = 0;
  std::size_t modes = 0;
  ComplexList abar, bbar, c;  ///< channels x modes
  std::vector<double> d;      ///< channels
  double factor = 2.0;
  bool shared_input = true;  ///< one input for all channels; else one for each
  Activation activation = Activation::Identity;
  /// outputs x channels; empty: each channel is an output. Of Glu twice as many rows: first those
  /// of the mixes a, then those of b, and output k is a_k s(b_k); empty: a = b = y.
  std::vector<double> mixing;

  std::size_t inputs() const { return shared_input ? 1 : channels; }
  std::size_t outputs() const;
  /// One channel's system.
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

/// z = W sigma(y) or the gated mixes. y: channels x steps; out: outputs x steps.
void decode(const Layer& layer, std::span<const double> y, std::span<double> out);

/// Least steps any channel stays within `limit` (ssm::finite_steps).
std::size_t finite_steps(const Layer& layer, std::size_t length, double limit);

/// Of the modes of all channels, in steps: -1/ln|abar|, at most `steps`; a mode that does not
/// decay remembers all of them.
double longest_memory(const Layer& layer, std::size_t steps);

}  // namespace ssmscope::ring
