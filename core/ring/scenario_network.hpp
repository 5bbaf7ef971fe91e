// The networks that a scenario describes: the layer that its decoder reads, and its stack of layers
// (MATHS section 2, "full layer"). What is random in them comes from the decoder's seed.
#pragma once

#include "core/compute/backend.hpp"
#include "core/ring/layer.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ring {

/// The layer that the scenario's decoder reads, a stack of one: channels over the states of
/// `model`, it and others whose C is standard complex normal, each kernel as loud (root of the sum
/// of squares, D apart) as its over `lags` steps.
Network decoder_network(const Scenario& scenario, const ssm::DiscreteModel& model, std::size_t lags,
                        compute::Backend& backend, compute::Progress& progress);

/// What layer `index` of the stack is made of: never InTurn.
StackFamily family_of_layer(const Stack& stack, std::size_t index);

/// States of a LegS layer: as the model's, 2 pairs, but at most ssm::kMostDenseStates, and fewer
/// where the stack is large (channels x layers x states^2 at most 2^22).
std::size_t legs_states(const Scenario& scenario);

/// The stack: layers of decoder.channels channels with decoder.activation, each mixed where the
/// decoder says so, and its read-out. The first reads the scenario's one input; a further one takes
/// each channel's own input, or all of them into S5's shared state. C is standard complex normal
/// (of S4 real), and so is B of a shared state that has several inputs; kernels are made as loud as
/// the model's in the first layer and of norm 1 behind it, where signals come out of a sigma. The
/// first channel of a first S4D layer is the model. All are choices of ours.
Network stack_network(const Scenario& scenario, const ssm::DiscreteModel& model,
                      compute::Backend& backend, compute::Progress& progress);

}  // namespace ssmscope::ring
