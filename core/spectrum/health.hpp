// What may go wrong with a discrete model, as numbers (CASES of practice: overflow, growth,
// cancellation, a cut kernel, ringing, aliasing).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::spectrum {

struct GrowingMode {
  int mode;
  double growth;  ///< |abar| - 1, of a step; formed without cancellation
};

struct AliasedMode {
  int mode;
  double radians_per_step;  ///< as it turns
  double appears_at;        ///< as it is seen, signed
};

struct Health {
  /// First l at which some |abar^l| leaves the range of float32, of float64; NaN: never.
  double overflow_single, overflow_double;
  std::vector<GrowingMode> growing;  ///< |abar| >= 1, in the scenario's order
  double residue_sum;                ///< factor times the sum of |c bbar|
  double largest_response;           ///< of the |H| given; NaN: none is finite
  double cancellation;               ///< residue_sum/largest_response; NaN when that is zero
  /// Share of the kernel's energy at l >= its length, in closed form; NaN when unstable or zero.
  double energy_beyond;
  /// Modes that the bilinear rule makes alternate: |lambda| delta > 2, so Re abar < 0.
  std::vector<int> ringing;
  std::vector<AliasedMode> aliased;
};

Health health(const target::ScenarioModel& model, const Discretisation& discretisation,
              std::size_t kernel_length, std::span<const Complex> response,
              const compute::Progress& progress);

}  // namespace ssmscope::spectrum
