// HiPPO-LegS (arXiv 2008.07669, 2111.00396): the matrix that S4 starts from, dense and as diagonal
// plus low rank. A_nk = -sqrt((2n+1)(2k+1)) for n > k, -(n+1) for n = k, 0 above; B_n =
// sqrt(2n+1); P_n = sqrt(n+1/2); A + P P^T = -1/2 + S with a skew S.
#pragma once

#include <Eigen/Core>
#include <span>

#include "core/ssm/dplr.hpp"

namespace ssmscope::ssm {

/// S_nk = sqrt((2n+1)(2k+1))/2 for n < k, S_kn = -S_nk.
Eigen::MatrixXd legs_skew_part(int size);

/// C.size() states, one input and one output. Throws InputError (check_dense).
DenseModel legs_dense(std::vector<double> C);

/// The same system on the eigenvectors V of its normal part A + P P^T: one of each conjugate pair,
/// by descending Im lambda.
struct LegsDplr {
  DplrModel model;      ///< Q = P = V* sqrt(n+1/2), B = V* B, C = C V
  ComplexList vectors;  ///< V, states x pairs, unit columns: x = 2 Re(V z)
};
/// C.size() states, an even number of at most kMostDenseStates: else throws InputError.
LegsDplr legs_dplr(std::span<const double> C);

}  // namespace ssmscope::ssm
