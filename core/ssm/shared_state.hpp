// S5 (MATHS section 1, arXiv 2208.04933): one diagonal state that all inputs drive and all outputs
// read. Matrices are lists, row by row.
#pragma once

#include <string>

#include "core/ssm/diagonal.hpp"

namespace ssmscope::ssm {

/// x' = diag(lambda) x + B u, y = factor Re(C x) + D u. lambda and B in one over the unit of time.
struct SharedStateModel {
  std::size_t inputs = 1, outputs = 1;
  ComplexList lambda;     ///< >= 1 modes
  ComplexList B;          ///< modes x inputs
  ComplexList C;          ///< outputs x modes
  std::vector<double> D;  ///< outputs x inputs
  double factor = 2.0;    ///< as in ContinuousModel
};

/// x_t = diag(abar) x_{t-1} + bbar u_t, y_t = factor Re(c x_t) + d u_t.
struct DiscreteSharedState {
  std::size_t inputs = 1, outputs = 1;
  ComplexList abar;       ///< modes
  ComplexList bbar;       ///< modes x inputs
  ComplexList c;          ///< outputs x modes
  std::vector<double> d;  ///< outputs x inputs
  double factor = 2.0;

  std::size_t modes() const { return abar.size(); }
  /// The way from one input to one output, a diagonal model on the same poles.
  DiscreteModel path(std::size_t input, std::size_t output) const;
};

/// Throws InputError unless there are modes, inputs and outputs and every list has its size.
void check_shared_state(const SharedStateModel& model);

/// Mode by mode as diagonal models are (discretise() of diagonal.hpp), at step delta > 0. Throws
/// InputError (check_shared_state).
DiscreteSharedState discretise(const SharedStateModel& model, Rule rule, double delta);

/// As of a diagonal model (diagonal.hpp): leading steps over which no |abar|^l exceeds `limit`.
std::size_t finite_steps(const DiscreteSharedState& model, std::size_t length,
                         double limit = 1e300);

}  // namespace ssmscope::ssm
