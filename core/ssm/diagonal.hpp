// Diagonal state-space models: continuous, discrete, and what is read off a discrete one.
// Source: MATHS section 1 (arXiv 2206.11893 for the initialisers).
#pragma once

#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ssm {

/// x' = diag(lambda) x + B u, y = factor Re(C x) + D u. The three lists have equal length >= 1.
struct ContinuousModel {
  ComplexList lambda, B, C;
  double D = 0.0;
  double factor = 2.0;  ///< 2 where a mode stands for itself and its conjugate, else 1
};

/// x_t = abar x_{t-1} + bbar u_t, y_t = factor Re(c x_t) + d u_t.
struct DiscreteModel {
  ComplexList abar, bbar, c;
  double d = 0.0;
  double factor = 2.0;

  std::size_t modes() const { return abar.size(); }
  /// A batch of this one model; the spans live as long as the model.
  compute::ModelBatch batch() const;
};

/// The poles of a scenario's model, B and, where it is seeded or given, C. C of FitToTarget is
/// left at 1 (target/scenario_model.hpp solves it). Throws InputError for a family that is not
/// built yet.
ContinuousModel continuous_model(const Model& model);

/// The M poles of an initialiser, in the order of MATHS section 1. `pairs` >= 1. Init::Random,
/// our own choice: mode after mode Re lambda = -10^(u - 1), then Im lambda = pi M u, each u a
/// new uniform of [0, 1) from the seed. Empty for Init::Explicit.
ComplexList initial_poles(Init init, int pairs, std::uint64_t seed);

/// abar and bbar by the rule at step delta > 0; expm1 forms, bbar = delta B at lambda = 0.
DiscreteModel discretise(const ContinuousModel& model, Rule rule, double delta);

/// What a rule makes of one mode.
struct ModeStep {
  Complex abar;
  Complex gain;  ///< bbar / B
};
ModeStep mode_step(Complex lambda, Rule rule, double delta);

/// abar - 1 of a mode with lambda delta = z, without cancellation near z = 0.
Complex abar_less_one(Rule rule, Complex z);
/// The rules with abar = e^{lambda delta}: a mode turns as in continuous time, and may alias.
bool is_exponential(Rule rule);
/// More than half a turn a step, but for rounding, under a rule that lets a mode alias.
bool is_aliased(Rule rule, double radians_per_step);

/// (e^z - 1) for complex z without cancellation near 0.
Complex expm1(Complex z);
/// (e^z - 1)/z; 1 at z = 0.
Complex expm1_over(Complex z);

/// What a mode does in steps. NaN where it has no value.
struct ModeReadout {
  double memory_steps;      ///< -1/ln|abar|; 0 where abar = 0; NaN where |abar| >= 1
  double radians_per_step;  ///< |Im lambda| delta
  double appears_at;        ///< arg abar, radians a step
  bool aliased;             ///< is_aliased(rule, radians_per_step)
};
std::vector<ModeReadout> mode_readouts(const ContinuousModel& model, const DiscreteModel& discrete,
                                       Rule rule, double delta);

/// |arg abar| of each mode: the frequency at which it appears, radians a step.
std::vector<double> mode_frequencies(const DiscreteModel& model);

/// All |abar| < 1.
bool is_stable(const DiscreteModel& model);
/// "unstable: Re lambda > 0 for mode 3 (grows by a factor 1.01 a step)", or empty when stable.
/// Also names an |abar| >= 1 that the rule made (explicit Euler with too large a step).
std::string instability(const ContinuousModel& model, const DiscreteModel& discrete);

/// Number of leading steps over which no |abar|^l exceeds `limit`; `length` if none does.
std::size_t finite_steps(const DiscreteModel& model, std::size_t length, double limit = 1e300);

/// Gram matrix of the modes' real kernels (MATHS section 1), modes x modes, row by row; needs a
/// stable model. O(modes^2).
std::vector<double> energy_gram(const DiscreteModel& model,
                                const compute::Progress& progress = compute::Progress());
/// Sum over l >= first of h_l^2 in closed form; needs a stable model. O(modes^2).
double kernel_energy(const DiscreteModel& model, std::size_t first = 0,
                     const compute::Progress& progress = compute::Progress());

/// H(i w) of the continuous model, w in radians a unit of time.
Complex continuous_response(const ContinuousModel& model, double w);

}  // namespace ssmscope::ssm
