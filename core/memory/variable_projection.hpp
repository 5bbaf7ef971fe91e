// min over (c, rate) of |rho - 2 Re sum_k c_k e^{rate_k s}|: the amplitudes are solved for, the
// rates found by Levenberg-Marquardt (MATHS section 6; Golub and Pereyra 1973, Kaufman 1975).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::memory {

using RateList = std::vector<Complex>;

/// Rates are kept between decays too slow and too fast to be told from 0 and from one step, and
/// their frequencies in [0, pi]: 2 Re is blind to conjugation and whole turns. `length` is the
/// number of steps T.
Complex clip_rate(Complex rate, std::size_t length);

/// Least squares over the amplitudes at given rates, and its derivative. Keeps its workspaces:
/// a fresh large buffer costs more than the work done in it.
class Projection {
 public:
  /// `rho` must outlive this and be of moderate size (largest magnitude about 1).
  explicit Projection(std::span<const double> rho);

  /// Sum of squares that no amplitudes can remove, and the square of the rounding that summing
  /// the modes in double would add.
  double project(std::span<const Complex> rates);

  // Of the latest project():
  const std::vector<Complex>& amplitudes() const { return amplitudes_; }
  /// Share of each mode on its own: |2 Re c e^{rate s}|^2 over the steps.
  std::vector<double> mode_energies() const;
  /// rho minus the fit.
  std::vector<double> residual() const;

  /// Triangle of the reduced Jacobian by (ln -Re rate, Im rate) of every mode (2K x 2K, column by
  /// column) and the residual seen through it (2K): the step d of least |triangle d - seen| is
  /// the Gauss-Newton step. Kaufman's form: exact gradient, the small second term left out.
  struct Linearised {
    std::vector<double> triangle, seen;
  };
  void linearise(Linearised& out);

  std::span<const double> rho() const { return rho_; }

 private:
  void make_columns();
  void factorise();
  void solve();
  double rounding() const;

  std::span<const double> rho_;
  std::vector<Complex> rates_, amplitudes_;
  std::vector<double> re_, im_;          // powers, length x K
  std::vector<double> columns_, scale_;  // kept real columns, then their QR factors
  std::vector<std::size_t> index_;       // 2 k for Re c_k, 2 k + 1 for Im c_k
  std::vector<int> pivot_;
  std::vector<double> tau_, rotated_, solution_, jacobian_, jacobian_tau_, work_;
  std::size_t rank_ = 0;
};

struct RateFit {
  RateList rates;
  double error = 0.0;  ///< sum of squares
};

/// At most `iterations` steps of Levenberg-Marquardt from `rates`; never ends above its start.
/// Stops early when the error no longer falls or is below `enough`.
RateFit improve(Projection& projection, RateList rates, int iterations, double enough,
                const compute::Progress& progress);

}  // namespace ssmscope::memory
