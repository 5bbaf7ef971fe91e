// Small dense problems for LAPACK: eigenvalues, singular values and truncated least squares.
// Matrices are column by column; arguments taken by value are destroyed by LAPACK.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ssmscope::target {

/// Eigenvalues, ascending, of a symmetric n x n matrix of which the lower triangle is read.
std::vector<double> symmetric_eigenvalues(std::vector<double> a, std::size_t n);

/// Eigenvalues, ascending, of a symmetric n x n matrix; `a` becomes the eigenvectors, one a column.
std::vector<double> symmetric_eigenvectors(std::vector<double>& a, std::size_t n);

/// Singular values, descending; min(rows, columns) of them.
std::vector<double> singular_values(std::vector<double> a, std::size_t rows, std::size_t columns);

/// Largest over smallest singular value; 1 for no column, infinity for a singular matrix.
double condition_number(std::vector<double> a, std::size_t rows, std::size_t columns);

struct LeastSquares {
  std::vector<double> x;
  std::size_t rank = 0;
};

/// The x of least norm that minimises |a x - b| with the singular values of `a` below
/// `truncation` times the largest taken as 0.
LeastSquares truncated_least_squares(std::vector<double> a, std::size_t rows, std::size_t columns,
                                     std::span<const double> b, double truncation);

}  // namespace ssmscope::target
