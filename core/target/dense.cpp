#include "core/target/dense.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/compute/lapack.hpp"
#include "core/target/bidiagonal.hpp"

namespace ssmscope::target {
namespace {

using compute::lapack::require;
using compute::lapack::to_int;

// A triangle this well conditioned (1-norm estimate) has no singular value below 1e-12 of the
// largest: norms of up to 1,000 columns and the estimator together lose less than 1e6.
constexpr double kSurelyFullRank = 1e-6;

// Rows of one block of the reduction, beside those of the triangle so far.
constexpr std::size_t kBlockRows = 256;

// The triangle R of the tall `a`; with `b` (else empty) Q^T b behind it as a further column. Block
// after block of rows is put below the triangle of those before, so that the work can be
// cancelled in between.
std::vector<double> triangle_of(const std::vector<double>& a, std::size_t rows, std::size_t columns,
                                std::span<const double> b, const compute::Progress& progress) {
  const std::size_t width = b.empty() ? columns : columns + 1;
  const std::size_t block = std::max(kBlockRows, 2 * columns);
  std::vector<double> triangle(columns * width, 0.0);
  std::vector<double> stacked, tau(width);
  for (std::size_t done = 0; done < rows;) {
    progress.check();
    const std::size_t kept = std::min(done, columns), added = std::min(block, rows - done);
    const std::size_t height = kept + added;
    stacked.assign(height * width, 0.0);
    for (std::size_t j = 0; j < width; ++j) {
      double* out = stacked.data() + j * height;
      std::copy_n(triangle.data() + j * columns, kept, out);
      const double* from = j < columns ? a.data() + j * rows : b.data();
      std::copy_n(from + done, added, out + kept);
    }
    require(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, to_int(height), to_int(width), stacked.data(),
                           to_int(height), tau.data()),
            "dgeqrf");
    std::fill(triangle.begin(), triangle.end(), 0.0);
    for (std::size_t j = 0; j < width; ++j) {
      std::copy_n(stacked.data() + j * height, std::min({j + 1, columns, height}),
                  triangle.data() + j * columns);
    }
    done += added;
  }
  return triangle;
}

// Solves with the triangle when nothing would be truncated; otherwise leaves false.
bool solve_full_rank(const std::vector<double>& triangle, std::size_t columns,
                     std::vector<double>& x) {
  double reciprocal = 0.0;
  require(LAPACKE_dtrcon(LAPACK_COL_MAJOR, '1', 'U', 'N', to_int(columns), triangle.data(),
                         to_int(columns), &reciprocal),
          "dtrcon");
  if (!(reciprocal > kSurelyFullRank)) return false;
  x.assign(triangle.begin() + static_cast<std::ptrdiff_t>(columns * columns), triangle.end());
  require(LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', to_int(columns), 1, triangle.data(),
                         to_int(columns), x.data(), to_int(columns)),
          "dtrtrs");
  return true;
}

// By singular values; `a` and `b` are destroyed.
LeastSquares by_singular_values(std::vector<double>& a, std::size_t rows, std::size_t columns,
                                std::vector<double> b, double truncation) {
  b.resize(std::max(rows, columns), 0.0);
  std::vector<double> values(std::min(rows, columns));
  lapack_int rank = 0;
  require(LAPACKE_dgelsd(LAPACK_COL_MAJOR, to_int(rows), to_int(columns), 1, a.data(), to_int(rows),
                         b.data(), to_int(b.size()), values.data(), truncation, &rank),
          "dgelsd");
  b.resize(columns);
  return {std::move(b), static_cast<std::size_t>(rank)};
}

std::vector<double> transposed(const std::vector<double>& a, std::size_t rows,
                               std::size_t columns) {
  std::vector<double> out(a.size());
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) out[i * columns + j] = a[j * rows + i];
  return out;
}

}  // namespace

std::vector<double> singular_values(std::vector<double> a, std::size_t rows, std::size_t columns,
                                    const compute::Progress& progress) {
  assert(a.size() == rows * columns);
  if (rows == 0 || columns == 0) return {};
  if (rows < columns) return singular_values(transposed(a, rows, columns), columns, rows, progress);
  // From about this shape the triangle alone is cheaper (as dgesdd does it).
  if (6 * rows >= 11 * columns) {
    a = triangle_of(a, rows, columns, {}, progress);
    rows = columns;
  }
  Bidiagonal b = reduce_to_bidiagonal(std::move(a), rows, columns, progress);
  progress.check();
  b.off.resize(columns);  // LAPACKE looks at one more
  require(LAPACKE_dbdsqr(LAPACK_COL_MAJOR, 'U', to_int(columns), 0, 0, 0, b.diagonal.data(),
                         b.off.data(), nullptr, 1, nullptr, 1, nullptr, 1),
          "dbdsqr");
  return b.diagonal;
}

double condition_number(std::vector<double> a, std::size_t rows, std::size_t columns,
                        const compute::Progress& progress) {
  if (columns == 0) return 1.0;
  if (columns > rows) return std::numeric_limits<double>::infinity();
  const auto values = singular_values(std::move(a), rows, columns, progress);
  if (values.back() == 0.0) return std::numeric_limits<double>::infinity();
  return values.front() / values.back();
}

LeastSquares truncated_least_squares(const std::vector<double>& a, std::size_t rows,
                                     std::size_t columns, std::span<const double> b,
                                     double truncation, const compute::Progress& progress) {
  assert(a.size() == rows * columns && b.size() == rows);
  if (rows == 0 || columns == 0) return {std::vector<double>(columns), 0};
  if (rows < columns) {
    std::vector<double> copy = a;
    return by_singular_values(copy, rows, columns, {b.begin(), b.end()}, truncation);
  }
  // A tall problem is reduced to its triangle first. Most often that triangle already gives the
  // answer, four times faster than the singular values would; else it has the same ones.
  std::vector<double> triangle = triangle_of(a, rows, columns, b, progress);
  LeastSquares result;
  if (solve_full_rank(triangle, columns, result.x)) {
    result.rank = columns;
    return result;
  }
  progress.check();
  std::vector<double> seen(triangle.begin() + static_cast<std::ptrdiff_t>(columns * columns),
                           triangle.end());
  triangle.resize(columns * columns);
  return by_singular_values(triangle, columns, columns, std::move(seen), truncation);
}

}  // namespace ssmscope::target
