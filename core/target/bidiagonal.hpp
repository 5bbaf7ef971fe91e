// Reduction of a dense matrix to bidiagonal form, in panels between which the work can be
// cancelled.
#pragma once

#include <cstddef>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::target {

struct Bidiagonal {
  std::vector<double> diagonal, off;  ///< n and n - 1, above the diagonal
};

/// `a`: rows x columns, column by column, rows >= columns >= 1. The result has its singular
/// values. A panel costs at most about 2^24 operations, or those of two columns.
Bidiagonal reduce_to_bidiagonal(std::vector<double> a, std::size_t rows, std::size_t columns,
                                const compute::Progress& progress);

}  // namespace ssmscope::target
