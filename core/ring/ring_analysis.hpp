// The model as a ring of oscillators on which recent inputs travel as waves (MATHS section 2,
// arXiv 2604.20595).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/ring/ring_model.hpp"
#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::ring {

struct Dispersion {
  std::vector<int> wavenumber;         ///< 0..M-1; of a real ring 0..K or 1..K
  std::vector<double> frequency;       ///< Im lambda, radians a unit of time
  std::vector<double> damping;         ///< -Re lambda
  std::vector<double> phase_velocity;  ///< nodes a step; NaN at wavenumber 0
  std::vector<double> group_velocity;  ///< nodes a step between m and m + 1; NaN at the last
};

struct RingResult {
  RingKind kind = RingKind::Complex;
  int nodes = 0;                        ///< N: M of a complex ring
  int steps = 0;                        ///< finite steps computed (an unstable field is cut)
  int first_step = 0;                   ///< time of row 0
  std::vector<Complex> field;           ///< steps x nodes
  std::vector<double> input;            ///< steps
  std::vector<double> output;           ///< y, steps
  std::vector<double> target_output;    ///< rho * u, steps
  ComplexList coupling;                 ///< w_d, W_jk = w_{(j-k) mod M}
  std::vector<int> mode_of_wavenumber;  ///< the scenario's mode index at wavenumber m; -1: none
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

/// O(steps x modes (1 + log modes)) time. A real ring where there is none: the complex one, and a
/// note.
RingResult analyse_ring(const Scenario& scenario, compute::Backend& backend,
                        compute::Progress& progress, const target::Solutions& solutions = {},
                        RingKind kind = RingKind::Complex);
/// How far operator and recurrence are apart over this result's input.
OperatorAgreement operator_agreement(const RingResult& result, const Scenario& scenario,
                                     compute::Backend& backend, compute::Progress& progress,
                                     const target::Solutions& solutions = {});
/// Makes `result.agreement` of the `result` of this scenario. Not a part of analyse_ring(): a view
/// that follows a hand does not show it.
void compare_operator(RingResult& result, const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress, const target::Solutions& solutions = {});
/// A scenario whose ring is quick to compute: the first steps of the window, as many as keep the
/// field within 2^20 numbers (at least 64). For usual sizes it is the scenario itself.
Scenario coarse_ring(const Scenario& scenario);
/// True when two scenarios have the same ring result.
bool same_ring(const Scenario& a, const Scenario& b);

/// Of the waves that travel towards growing nodes, by wavenumber.
std::span<const Complex> travelling_turns(const RingResult& result);

nlohmann::ordered_json to_json(const RingResult& result);
data::Table main_table(const RingResult& result);

}  // namespace ssmscope::ring
