// The coupled ring simulated as a network, oscillator by oscillator: every node is pulled by all
// others through the coupling, and no mode is looked at (MATHS section 2, r' = W r + F B u).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ring/ring_analysis.hpp"
#include "core/ring/ring_model.hpp"

namespace ssmscope::ring {

/// r_t = G r_{t-1} + F bbar u_t with G = F diag(abar) F*, which is e^{delta W} under the
/// exponential rules and a circulant matrix under every rule.
struct RingNetwork {
  ComplexList column;  ///< g_d, G_jk = g_{(j-k) mod N}
  ComplexList entry;   ///< F bbar
};
RingNetwork network_of(const RingModel& model);

/// The field of `input` from `initial` (empty: rest), input.size() x nodes, by products with G.
/// O(steps nodes^2).
std::vector<Complex> simulate_network(const RingNetwork& network, std::span<const double> input,
                                      std::span<const Complex> initial,
                                      const compute::Progress& progress);

/// How far the simulated network is from the field that was computed mode by mode.
struct NetworkAgreement {
  std::size_t steps = 0;    ///< compared: as many as take some 100 ms at most
  double difference = 0.0;  ///< largest |r - r_network| over the largest |r|
  double bound = 0.0;       ///< 1e-12 + 4 epsilon sqrt(N) x steps: a product's rounding, a step
  bool holds() const { return difference <= bound; }
};
NetworkAgreement compare_network(const RingModel& model, const RingResult& result,
                                 const compute::Progress& progress);

}  // namespace ssmscope::ring
