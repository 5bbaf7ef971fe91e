// Eigenvalues of a dense real symmetric matrix, and eigenvectors of those largest in modulus,
// through LAPACK in steps between which the work can be cancelled.
#pragma once

#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::compute {

struct SymmetricEigen {
  std::vector<double> values;                ///< descending |value|, signs kept
  std::vector<std::vector<double>> vectors;  ///< of the first ones, unit length
};

/// matrix: size x size, column by column, lower triangle read; its storage is used up.
/// vectors: how many eigenvectors, 0 <= vectors <= size. Throws std::runtime_error when LAPACK
/// does not converge (never seen for finite input). O(size^3). The longest pieces that cannot be
/// given up are the update behind a panel, 48 size^2 operations (5 ms at 1,024, 20 at 2,048), and
/// the vectors, O(size vectors^2 + size^2 vectors).
SymmetricEigen symmetric_eigen(std::vector<double> matrix, int size, int vectors,
                               const Progress& progress);

}  // namespace ssmscope::compute
