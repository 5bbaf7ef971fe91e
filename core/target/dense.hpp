// Small dense problems for LAPACK: singular values and truncated least squares.
// Matrices are column by column; arguments taken by value are destroyed by LAPACK.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::target {

/// Singular values, descending; min(rows, columns) of them. Polls on the way: the longest piece
/// is the bidiagonal matrix of that size at the end, up to 70 ms at 1,024.
std::vector<double> singular_values(std::vector<double> a, std::size_t rows, std::size_t columns,
                                    const compute::Progress& progress = compute::Progress());

/// Largest over smallest singular value; 1 for no column, infinity for a singular matrix.
double condition_number(std::vector<double> a, std::size_t rows, std::size_t columns,
                        const compute::Progress& progress = compute::Progress());

struct LeastSquares {
  std::vector<double> x;
  std::size_t rank = 0;
};

/// The x of least norm that minimises |a x - b| with the singular values of `a` below
/// `truncation` times the largest taken as 0. Polls between blocks of rows: the longest piece is
/// O(columns^3), or a decomposition of all when there are more columns than rows.
LeastSquares truncated_least_squares(const std::vector<double>& a, std::size_t rows,
                                     std::size_t columns, std::span<const double> b,
                                     double truncation,
                                     const compute::Progress& progress = compute::Progress());

}  // namespace ssmscope::target
