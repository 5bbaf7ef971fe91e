// Dense state-space models, the general form of S4 (MATHS section 1, arXiv 2111.00396): real
// matrices, any number of inputs and outputs. Matrices are lists, row by row.
#pragma once

#include <cstddef>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ssm {

/// A dense model's discretisation takes time in the cube of its states.
inline constexpr std::size_t kMostDenseStates = 256;

/// x' = A x + B u, y = C x + D u. A and B in one over the unit of time.
struct DenseModel {
  std::size_t states = 0, inputs = 1, outputs = 1;
  std::vector<double> A;  ///< states x states
  std::vector<double> B;  ///< states x inputs
  std::vector<double> C;  ///< outputs x states
  std::vector<double> D;  ///< outputs x inputs
};

/// x_t = abar x_{t-1} + bbar u_t, y_t = c x_t + d u_t; matrices as in DenseModel.
struct DiscreteDense {
  std::size_t states = 0, inputs = 1, outputs = 1;
  std::vector<double> abar, bbar, c, d;
};

/// Throws InputError unless there are 1 .. kMostDenseStates states, an input and an output, and
/// every list has the size stated and finite entries.
void check_dense(const DenseModel& model);

/// Abar and Bbar by the rule at step delta > 0; C and D are kept (the S4 convention). ZOH takes
/// both from one exponential, exp([A B; 0 0] delta) = [Abar Bbar; 0 1], and the bilinear and the
/// backward rule from one solve, so that nothing cancels and A may be singular. NaN where A delta
/// overflows. Throws InputError (check_dense). O((states + inputs)^3 (10 + log2 |A delta|)).
DiscreteDense discretise(const DenseModel& model, Rule rule, double delta);

/// Number of leading steps over which no power of Abar has a (Frobenius) norm above `limit`;
/// `length` if none has. Where all powers of two are within the limit, one in between, of a state
/// that first grows, may be above it. O(states^3 log length).
std::size_t finite_steps(const DiscreteDense& model, std::size_t length, double limit = 1e300,
                         const compute::Progress& progress = compute::Progress());

/// Steps after which a state has faded by a factor e, -n/ln |Abar^n| where that power is below
/// 1e-30: from above, and within a tenth of -1/ln of the largest eigenvalue but for states that
/// first grow by decades. At most `steps`, and all of them where nothing fades. O(states^3 log).
double longest_memory(const DiscreteDense& model, std::size_t steps,
                      const compute::Progress& progress = compute::Progress());

}  // namespace ssmscope::ssm
