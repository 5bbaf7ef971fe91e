// What stands behind the waves: a layer of channels that read the same states, its nonlinear
// decoder and a linear read-out; how the waves interact there; and what is left of the model with
// fewer modes (MATHS section 2).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/ring/pruning.hpp"
#include "core/ring/volterra.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::ring {

/// Pairs of modes are drawn up to this many modes: the scenario's first.
inline constexpr int kMostMapped = 128;

/// Matrices row by row; see interaction.hpp.
struct InteractionMaps {
  std::vector<double> lag_map;   ///< lags x lags, I(s1, s2)
  std::vector<double> strength;  ///< mapped x mapped, S_mn
  std::vector<double> energy;    ///< mapped x mapped, E_mn
};

struct DecoderResult {
  Network network;               ///< one layer; its first channel is the scenario's model
  std::size_t modes = 0;         ///< M
  std::size_t mapped = 0;        ///< modes of the maps of pairs
  std::size_t lags = 0;          ///< of the lag map: as asked, at most the steps since step 0
  int first_step = 0;            ///< time of the first step of the window
  std::size_t steps = 0;         ///< finite steps computed
  std::vector<double> input;     ///< steps
  std::vector<double> kernels;   ///< channels x lags, D at lag 0
  std::vector<double> y;         ///< channels x steps
  std::vector<Complex> states;   ///< steps x modes; of the last step alone where that is too large
  std::vector<double> read_out;  ///< f, were the sequence to end at that step; steps
  InteractionMaps maps;          ///< at the last step, or of the mean over the window
  Volterra volterra;
  Pruning pruning;
  std::vector<double> output_error;  ///< of the copy with k = 0 .. M modes (output_errors())
  std::vector<double> kernel;        ///< of the model, D in it; kernel_length steps
  std::vector<double> kept_kernel;   ///< of the copy
  OperatorAgreement agreement;       ///< of the whole layer, decoded, over the window's first steps
  std::vector<std::string> notes;

  const Layer& layer() const { return network.layers.front(); }
  bool moves() const { return states.size() == steps * modes; }  ///< maps_at() knows every step
};

DecoderResult analyse_decoder(const Scenario& scenario, compute::Backend& backend,
                              compute::Progress& progress, const target::Solutions& solutions = {});
/// The maps at row `row` of the window, 0 .. steps - 1, where result.moves(); with mean pooling
/// they are result.maps at every row. O(channels^2 (lags + modes) + lags^2 + modes^2) time.
InteractionMaps maps_at(const DecoderResult& result, std::size_t row);

Scenario coarse_decoder(const Scenario& scenario);
bool same_decoder(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const DecoderResult& result);
data::Table main_table(const DecoderResult& result);

}  // namespace ssmscope::ring
