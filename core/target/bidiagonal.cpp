#include "core/target/bidiagonal.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cassert>

// LAPACK's own step of dgebrd, for which LAPACKE has no name.
// NOLINTNEXTLINE(readability-identifier-naming): the Fortran symbol.
extern "C" void dlabrd_(const lapack_int* m, const lapack_int* n, const lapack_int* nb, double* a,
                        const lapack_int* lda, double* d, double* e, double* tauq, double* taup,
                        double* x, const lapack_int* ldx, double* y, const lapack_int* ldy);

namespace ssmscope::target {
namespace {

constexpr lapack_int kWidest = 32;
constexpr lapack_int kNarrowest = 2;
constexpr lapack_int kSmallest = 48;  ///< from here LAPACK's own routine finishes
constexpr double kOperationsAPanel = 1 << 24;

// A column costs four products of the whole remaining matrix with a vector.
lapack_int panel_width(lapack_int rows, lapack_int columns) {
  const double a_column = 8.0 * rows * columns;
  return static_cast<lapack_int>(
      std::clamp<double>(kOperationsAPanel / a_column, kNarrowest, kWidest));
}

}  // namespace

Bidiagonal reduce_to_bidiagonal(std::vector<double> a, std::size_t rows, std::size_t columns,
                                const compute::Progress& progress) {
  assert(rows >= columns && columns >= 1 && a.size() == rows * columns);
  const auto m = static_cast<lapack_int>(rows), n = static_cast<lapack_int>(columns);
  Bidiagonal out{std::vector<double>(columns), std::vector<double>(columns)};
  std::vector<double> tau_q(columns), tau_p(columns);
  std::vector<double> x(rows * kWidest), y(columns * kWidest);
  lapack_int first = 0;
  const auto at = [&](lapack_int row, lapack_int column) {
    return a.data() + static_cast<std::size_t>(row) + static_cast<std::size_t>(column) * rows;
  };
  while (n - first > kSmallest) {
    progress.check();
    const lapack_int tall = m - first, wide = n - first, width = panel_width(tall, wide);
    dlabrd_(&tall, &wide, &width, at(first, first), &m, out.diagonal.data() + first,
            out.off.data() + first, tau_q.data() + first, tau_p.data() + first, x.data(), &m,
            y.data(), &n);
    const lapack_int next = first + width;
    // A -= V Y^T + X U^T on what is left; V and U stand in the panel with their ones in place.
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, m - next, n - next, width, -1.0,
                at(next, first), m, y.data() + width, n, 1.0, at(next, next), m);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m - next, n - next, width, -1.0,
                x.data() + width, m, at(first, next), m, 1.0, at(next, next), m);
    first = next;
  }
  progress.check();
  LAPACKE_dgebrd(LAPACK_COL_MAJOR, m - first, n - first, at(first, first), m,
                 out.diagonal.data() + first, out.off.data() + first, tau_q.data() + first,
                 tau_p.data() + first);
  out.off.resize(columns - 1);
  return out;
}

}  // namespace ssmscope::target
