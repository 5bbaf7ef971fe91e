// What may go wrong with a discrete model, as numbers (CASES of practice: overflow, growth,
// cancellation, a cut kernel, ringing, aliasing).
#pragma once

#include <limits>
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
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  /// First l at which some |abar^l| leaves the range of float32, of float64; NaN: never.
  double overflow_single = kNaN, overflow_double = kNaN;
  std::vector<GrowingMode> growing;  ///< |abar| >= 1, in the scenario's order
  double residue_sum = 0.0;          ///< factor times the sum of |c bbar|
  double largest_response = kNaN;    ///< of the |H| given; NaN: none is finite
  double cancellation = kNaN;        ///< residue_sum/largest_response; NaN when that is zero
  /// Share of the kernel's energy at l >= its length, in closed form; NaN when unstable or zero.
  double energy_beyond = kNaN;
  /// Modes that the bilinear rule makes alternate: |lambda| delta > 2, so Re abar < 0.
  std::vector<int> ringing;
  std::vector<AliasedMode> aliased;
};

Health health(const target::ScenarioModel& model, const Discretisation& discretisation,
              std::size_t kernel_length, std::span<const Complex> response,
              const compute::Progress& progress);

}  // namespace ssmscope::spectrum
