// S4's own form of a state matrix, diagonal plus low rank: A = diag(lambda) - P Q* (MATHS section
// 1, arXiv 2111.00396).
#pragma once

#include "core/ssm/dense.hpp"

namespace ssmscope::ssm {

/// x' = (diag(lambda) - P Q*) x + B u, y = Re(C x) + D u, one input and one output. With factor 2
/// the modes stand for themselves and their conjugates, on which all five lists go on conjugated:
/// then Q* x is real, 2 Re(conj(Q) x) over the modes listed, and y = 2 Re(C x) + D u.
struct DplrModel {
  ComplexList lambda, P, Q, B, C;  ///< equally many, >= 1
  double D = 0.0;
  double factor = 2.0;  ///< 1 or 2
};

/// The same system in real numbers: the states Re x_0, Im x_0, Re x_1, .. Throws InputError where
/// the lists are not equally long, or too long for a dense model (2 states a mode).
DenseModel dense_form(const DplrModel& model);

}  // namespace ssmscope::ssm
