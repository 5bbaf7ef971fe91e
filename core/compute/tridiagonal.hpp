// Reduction of a dense symmetric matrix to tridiagonal form by Householder reflections, between
// which the work can be cancelled.
#pragma once

#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::compute {

/// A = Q T Q^T. `matrix` holds Q as LAPACK's dsytrd leaves it (lower triangle), so that dormtr
/// multiplies by it.
struct Tridiagonal {
  std::vector<double> matrix;
  std::vector<double> diagonal;  ///< size
  std::vector<double> off;       ///< size, the last one unused
  std::vector<double> tau;       ///< size, the last one unused
  int size = 0;
};

/// matrix: size x size, column by column, lower triangle read. (4/3) size^3 operations, half of
/// them limited by how fast the triangle can be read.
Tridiagonal reduce_to_tridiagonal(std::vector<double> matrix, int size, const Progress& progress);

}  // namespace ssmscope::compute
