#include "core/target/dense.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ssmscope::target {
namespace {

lapack_int to_int(std::size_t n) { return static_cast<lapack_int>(n); }

// Only a non-finite matrix or a failure of the iteration, both excluded by our callers, ends here.
void require(lapack_int info, const char* routine) {
  if (info != 0) {
    throw std::runtime_error(std::string(routine) + " failed with status " + std::to_string(info));
  }
}

// A triangle this well conditioned (1-norm estimate) has no singular value below 1e-12 of the
// largest: norms of up to 1,000 columns and the estimator together lose less than 1e6.
constexpr double kSurelyFullRank = 1e-6;

// Solves with the QR factors in `a` when nothing would be truncated; otherwise leaves false.
bool solve_full_rank(const std::vector<double>& a, std::size_t rows, std::size_t columns,
                     const std::vector<double>& tau, std::span<const double> b,
                     std::vector<double>& x) {
  double reciprocal = 0.0;
  require(LAPACKE_dtrcon(LAPACK_COL_MAJOR, '1', 'U', 'N', to_int(columns), a.data(), to_int(rows),
                         &reciprocal),
          "dtrcon");
  if (!(reciprocal > kSurelyFullRank)) return false;
  x.assign(b.begin(), b.end());
  require(LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'T', to_int(rows), 1, to_int(columns), a.data(),
                         to_int(rows), tau.data(), x.data(), to_int(rows)),
          "dormqr");
  require(LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', to_int(columns), 1, a.data(),
                         to_int(rows), x.data(), to_int(rows)),
          "dtrtrs");
  x.resize(columns);
  return true;
}

}  // namespace

std::vector<double> symmetric_eigenvalues(std::vector<double> a, std::size_t n) {
  assert(a.size() == n * n);
  std::vector<double> values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'L', to_int(n), a.data(), to_int(n), values.data()),
          "dsyevd");
  return values;
}

std::vector<double> symmetric_eigenvectors(std::vector<double>& a, std::size_t n) {
  assert(a.size() == n * n);
  std::vector<double> values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', to_int(n), a.data(), to_int(n), values.data()),
          "dsyevd");
  return values;
}

std::vector<double> singular_values(std::vector<double> a, std::size_t rows, std::size_t columns) {
  assert(a.size() == rows * columns);
  std::vector<double> values(std::min(rows, columns));
  if (values.empty()) return values;
  require(LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', to_int(rows), to_int(columns), a.data(),
                         to_int(rows), values.data(), nullptr, 1, nullptr, 1),
          "dgesdd");
  return values;
}

double condition_number(std::vector<double> a, std::size_t rows, std::size_t columns) {
  if (columns == 0) return 1.0;
  if (columns > rows) return std::numeric_limits<double>::infinity();
  const auto values = singular_values(std::move(a), rows, columns);
  if (values.back() == 0.0) return std::numeric_limits<double>::infinity();
  return values.front() / values.back();
}

LeastSquares truncated_least_squares(std::vector<double> a, std::size_t rows, std::size_t columns,
                                     std::span<const double> b, double truncation) {
  assert(a.size() == rows * columns && b.size() == rows);
  LeastSquares result{std::vector<double>(columns), 0};
  if (rows == 0 || columns == 0) return result;
  // A tall problem is reduced to its triangle first. Most often that triangle already gives the
  // answer, four times faster than the singular values would.
  if (rows >= columns) {
    std::vector<double> factors = a;
    std::vector<double> tau(columns);
    require(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, to_int(rows), to_int(columns), factors.data(),
                           to_int(rows), tau.data()),
            "dgeqrf");
    if (solve_full_rank(factors, rows, columns, tau, b, result.x)) {
      result.rank = columns;
      return result;
    }
  }
  std::vector<double> x(std::max(rows, columns), 0.0);
  std::copy(b.begin(), b.end(), x.begin());
  std::vector<double> values(std::min(rows, columns));
  lapack_int rank = 0;
  require(LAPACKE_dgelsd(LAPACK_COL_MAJOR, to_int(rows), to_int(columns), 1, a.data(), to_int(rows),
                         x.data(), to_int(x.size()), values.data(), truncation, &rank),
          "dgelsd");
  x.resize(columns);
  result.x = std::move(x);
  result.rank = static_cast<std::size_t>(rank);
  return result;
}

}  // namespace ssmscope::target
