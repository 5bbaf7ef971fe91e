// A stack of layers as an explicit operator: every layer's outputs without the recurrence, how far
// these are from it, and what each past input adds to an output (MATHS section 2, "exact
// operator").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::ring {

struct StackLayer {
  StackFamily family = StackFamily::S4d;
  std::size_t inputs = 1, outputs = 1;  ///< of its systems, before the mix
  std::size_t states = 0;               ///< complex modes, of S4 real states, of all channels
  double longest_memory = 0.0;          ///< steps, at most those of the result
};

struct StackResult {
  Network network;
  std::vector<StackLayer> layers;
  std::size_t steps = 0;                     ///< from step 0, all finite
  std::vector<double> input;                 ///< steps
  std::vector<std::vector<double>> outputs;  ///< of each layer, decoded: outputs x steps
  std::vector<double> recurrence;            ///< of the last layer, step by step: outputs x steps
  /// Largest |outputs - recurrence| of the last layer at each step, over the largest |recurrence|.
  std::vector<double> difference;
  OperatorAgreement agreement;
  double value = 0.0;          ///< f after these steps
  std::vector<double> kernel;  ///< of the first layer's first channel, D in it; steps
  std::vector<std::string> notes;

  std::size_t width(std::size_t layer) const { return network.layers[layer].outputs(); }
};

StackResult analyse_stack(const Scenario& scenario, compute::Backend& backend,
                          compute::Progress& progress, const target::Solutions& solutions = {});

/// h_{t-s} u_s, s = 0 .. t: what each past input adds to y of the first channel at step t, of which
/// it is the sum. t < result.steps.
std::vector<double> contributions(const StackResult& result, std::size_t t);

Scenario coarse_stack(const Scenario& scenario);
bool same_stack(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const StackResult& result);
data::Table main_table(const StackResult& result);

}  // namespace ssmscope::ring
