// The model as a ring of oscillators on which recent inputs travel as waves (MATHS section 2,
// arXiv 2604.20595).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::ring {

struct Dispersion {
  std::vector<int> wavenumber;         ///< 0..M-1
  std::vector<double> frequency;       ///< Im lambda, radians a unit of time
  std::vector<double> damping;         ///< -Re lambda
  std::vector<double> phase_velocity;  ///< nodes a step; NaN at wavenumber 0
  std::vector<double> group_velocity;  ///< nodes a step between m and m + 1; NaN at the last
};

struct RingResult {
  int nodes = 0;                        ///< M
  int steps = 0;                        ///< finite steps computed (an unstable field is cut)
  int first_step = 0;                   ///< time of row 0
  std::vector<Complex> field;           ///< steps x nodes
  std::vector<double> input;            ///< steps
  std::vector<double> output;           ///< y, steps
  std::vector<double> target_output;    ///< rho * u, steps
  ComplexList coupling;                 ///< w_d, W_jk = w_{(j-k) mod M}
  std::vector<int> mode_of_wavenumber;  ///< the scenario's mode index at wavenumber m
  ComplexList turn;  ///< a mode's step as e^turn, by wavenumber; log abar where lambda does not say
  Dispersion dispersion;
  /// Steps a lap at the mean group velocity of the steps themselves (of `turn`; under the
  /// exponential rules that of `dispersion`); NaN when that is not > 0.
  double lap_steps = 0.0;
  /// The output of the window's first steps from rest, without the recurrence and by it; only
  /// after compare_operator().
  std::optional<OperatorAgreement> agreement;
  double largest_displacement = 0.0;  ///< max |field|, for a fixed colour scale
  std::vector<std::string> notes;
};

/// O(steps x modes (1 + log modes)) time.
RingResult analyse_ring(const Scenario& scenario, compute::Backend& backend,
                        compute::Progress& progress, const target::Solutions& solutions = {});
/// Makes `result.agreement` of the `result` of this scenario. Not a part of analyse_ring(): a view
/// that follows a hand does not show it.
void compare_operator(RingResult& result, const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress, const target::Solutions& solutions = {});
/// A scenario whose ring is quick to compute: the first steps of the window, as many as keep the
/// field within 2^20 numbers (at least 64). For usual sizes it is the scenario itself.
Scenario coarse_ring(const Scenario& scenario);
/// True when two scenarios have the same ring result.
bool same_ring(const Scenario& a, const Scenario& b);

nlohmann::ordered_json to_json(const RingResult& result);
data::Table main_table(const RingResult& result);

/// Modes in ring order: ascending Im lambda, ties by descending Re lambda; entry m is the
/// scenario's mode index at wavenumber m.
std::vector<int> ring_order(const ComplexList& lambda);

/// delta lambda where a step is e^{delta lambda} (an aliased mode turns by more than half a circle
/// a step; only lambda knows it), else log abar; entry m is of wavenumber m.
ComplexList mode_turns(const ssm::ContinuousModel& model, const ssm::DiscreteModel& discrete,
                       Rule rule, double delta, const std::vector<int>& order);

}  // namespace ssmscope::ring
