#include "core/compute/tridiagonal.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cstddef>

#include "core/compute/tridiagonal_kernels.hpp"

namespace ssmscope::compute {
namespace {

constexpr int kPanel = 24;
constexpr int kSmallest = 64;  ///< from here LAPACK's own routine finishes

/// One panel of columns: reflections v in the matrix, and w such that the columns behind need
/// A - V W^T - W V^T (the scheme of LAPACK's dlatrd).
class Panel {
 public:
  Panel(Tridiagonal& t, int first, std::vector<double>& w)
      : t_(t), first_(first), w_(w), a_(t.matrix.data()) {}

  void reduce(const Progress& progress) {
    for (int k = 0; k < kPanel; ++k) {
      progress.check();
      bring_up_to_date(k);
      reflect(k);
      make_update(k);
    }
  }

  void apply_behind(std::vector<double>& packed_v, std::vector<double>& packed_w) const {
    const int below = first_ + kPanel, rows = t_.size - below;
    pack(a_ + at(below, first_), rows, packed_v);
    pack(w_.data() + below, rows, packed_w);
    const auto leading = static_cast<std::size_t>(t_.size);
    rank_2k_update(a_ + at(below, below), leading, static_cast<std::size_t>(rows), packed_v.data(),
                   packed_w.data(), kPanel);
  }

  /// Puts the couplings, which the 1 of each reflection stands in for, in their place.
  void finish() const {
    for (int column = first_; column < first_ + kPanel; ++column)
      a_[at(column + 1, column)] = t_.off[static_cast<std::size_t>(column)];
  }

 private:
  std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row) + static_cast<std::size_t>(column) * t_.size;
  }
  double* w_column(int k) const { return w_.data() + static_cast<std::size_t>(k) * t_.size; }

  /// Column -= V W^T + W V^T over the reflections of this panel so far.
  void bring_up_to_date(int k) {
    const int column = first_ + k, rows = t_.size - column;
    if (k > 0) {
      cblas_dgemv(CblasColMajor, CblasNoTrans, rows, k, -1.0, a_ + at(column, first_), t_.size,
                  w_.data() + column, t_.size, 1.0, a_ + at(column, column), 1);
      cblas_dgemv(CblasColMajor, CblasNoTrans, rows, k, -1.0, w_.data() + column, t_.size,
                  a_ + at(column, first_), t_.size, 1.0, a_ + at(column, column), 1);
    }
    t_.diagonal[static_cast<std::size_t>(column)] = a_[at(column, column)];
  }

  /// The reflection that leaves one entry below the diagonal.
  void reflect(int k) {
    const int column = first_ + k, rows = t_.size - column - 1;
    double* v = a_ + at(column + 1, column);
    LAPACKE_dlarfg_work(rows, v, v + 1, 1, &t_.tau[static_cast<std::size_t>(column)]);
    t_.off[static_cast<std::size_t>(column)] = v[0];
    v[0] = 1.0;
  }

  /// w = tau (A v - V W^T v - W V^T v), then made orthogonal: w -= (tau/2)(w.v) v.
  void make_update(int k) {
    const int column = first_ + k, below = column + 1, rows = t_.size - below;
    const double tau = t_.tau[static_cast<std::size_t>(column)];
    const double* v = a_ + at(below, column);
    double* w = w_column(k) + below;
    symmetric_product(a_ + at(below, below), static_cast<std::size_t>(t_.size),
                      static_cast<std::size_t>(rows), v, w);
    if (k > 0) {
      subtract_product(a_ + at(below, first_), w_.data() + below, rows, k, v, w);
      subtract_product(w_.data() + below, a_ + at(below, first_), rows, k, v, w);
    }
    cblas_dscal(rows, tau, w, 1);
    cblas_daxpy(rows, -0.5 * tau * cblas_ddot(rows, w, 1, v, 1), v, 1, w, 1);
  }

  /// w -= P (Q^T v), P and Q of k columns.
  void subtract_product(const double* p, const double* q, int rows, int k, const double* v,
                        double* w) const {
    double inner[kPanel];
    cblas_dgemv(CblasColMajor, CblasTrans, rows, k, 1.0, q, t_.size, v, 1, 0.0, inner, 1);
    cblas_dgemv(CblasColMajor, CblasNoTrans, rows, k, -1.0, p, t_.size, inner, 1, 1.0, w, 1);
  }

  /// [row / kRowTile][column][row % kRowTile], rows beyond the end zero.
  void pack(const double* from, int rows, std::vector<double>& to) const {
    const auto count = static_cast<std::size_t>(rows);
    for (std::size_t tile = 0; tile < count; tile += kRowTile) {
      const std::size_t filled = std::min(kRowTile, count - tile);
      for (std::size_t k = 0; k < kPanel; ++k) {
        double* out = to.data() + tile * kPanel + k * kRowTile;
        std::copy_n(from + tile + k * static_cast<std::size_t>(t_.size), filled, out);
        std::fill(out + filled, out + kRowTile, 0.0);
      }
    }
  }

  Tridiagonal& t_;
  int first_;
  std::vector<double>& w_;
  double* a_;
};

}  // namespace

Tridiagonal reduce_to_tridiagonal(std::vector<double> matrix, int size, const Progress& progress) {
  const auto n = static_cast<std::size_t>(size);
  Tridiagonal t{std::move(matrix), std::vector<double>(n), std::vector<double>(n),
                std::vector<double>(n), size};
  const bool by_panels = size > kSmallest;
  std::vector<double> w(by_panels ? n * kPanel : 0);
  std::vector<double> packed_v(by_panels ? (n + kRowTile) * kPanel : 0), packed_w = packed_v;
  int first = 0;
  for (; size - first > kSmallest; first += kPanel) {
    Panel panel(t, first, w);
    panel.reduce(progress);
    progress.check();
    panel.apply_behind(packed_v, packed_w);
    panel.finish();
  }
  const auto rest = static_cast<std::size_t>(first);
  LAPACKE_dsytrd(LAPACK_COL_MAJOR, 'L', size - first, t.matrix.data() + rest * (n + 1), size,
                 t.diagonal.data() + first, t.off.data() + first, t.tau.data() + first);
  return t;
}

}  // namespace ssmscope::compute
