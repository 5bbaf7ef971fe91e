// The matrices T and K = T^T T/L as pictures of at most 256 x 256 cells, each the mean of a block.
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::spectrum {

inline constexpr int kMostCells = 256;

/// `cells` x `cells` means, row by row. Block b of rows (and of columns) holds the indices from
/// b L/cells, rounded down, to those of block b + 1.
struct MatrixPicture {
  int cells = 0;
  double steps = 0.0;  ///< rows and columns that a cell stands for, on average
  std::vector<double> values;
};

/// T_ij = h(i - j), 0 above the diagonal. O(L cells).
MatrixPicture toeplitz_picture(std::span<const double> kernel, int most_cells = kMostCells);
/// K_ij = (1/window) sum_m h(m) h(m + |i - j|), m <= L - 1 - max(i, j): what a preview's smaller
/// matrix has in place of the `window`. O(L cells^2).
MatrixPicture kernel_picture(std::span<const double> kernel, int window,
                             const compute::Progress& progress, int most_cells = kMostCells);

}  // namespace ssmscope::spectrum
