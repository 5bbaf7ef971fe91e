// What the powers of a dense model's Abar say: how long they stay finite, how long they remember.
#include <cblas.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/ssm/dense.hpp"

namespace ssmscope::ssm {
namespace {

using Matrix = Eigen::MatrixXd;

/// A power below this has outlived what its eigenvectors do to its norm.
constexpr double kFaded = 1e-30;

Matrix abar_of(const DiscreteDense& model) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = static_cast<Eigen::Index>(model.states);
  return Eigen::Map<const Rows>(model.abar.data(), n, n);
}

/// Products between two checks of the progress.
constexpr Eigen::Index kProductsAPoll = 4'000'000;

/// a b, a strip of columns after the other.
Matrix product(const Matrix& a, const Matrix& b, const compute::Progress& progress) {
  const Eigen::Index size = a.rows();
  const Eigen::Index strip = std::max<Eigen::Index>(kProductsAPoll / (size * size), 1);
  Matrix out(size, size);
  for (Eigen::Index at = 0; at < size; at += strip) {
    progress.check();
    const int rows = static_cast<int>(size), columns = static_cast<int>(std::min(strip, size - at));
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, rows, 1.0, a.data(), rows,
                b.col(at).data(), rows, 0.0, out.col(at).data(), rows);
  }
  return out;
}

/// The largest n with Abar^n within the limit, from powers 1, 2, 4, .. of which the last is beyond
/// the limit or not asked for.
std::size_t last_within(const std::vector<Matrix>& powers, double limit,
                        const compute::Progress& progress) {
  Matrix power = Matrix::Identity(powers[0].rows(), powers[0].cols());
  std::size_t last = 0;
  for (std::size_t j = powers.size() - 1; j-- > 0;) {
    Matrix further = product(power, powers[j], progress);
    if (!(further.norm() <= limit)) continue;  // nor for NaN
    power = std::move(further);
    last += std::size_t{1} << j;
  }
  return last;
}

}  // namespace

std::size_t finite_steps(const DiscreteDense& model, std::size_t length, double limit,
                         const compute::Progress& progress) {
  std::vector<Matrix> powers{abar_of(model)};
  double before = 0.0;  // logarithm of what powers below the present one may add up to
  for (std::size_t n = 1; n < length; n *= 2) {
    const double norm = powers.back().norm();
    if (!(norm <= limit)) break;
    // |A^(qn+r)| <= |A^n|^q |A^r|, and |A^r| is below the product of the powers of two in r.
    const double growth = std::log(std::max(norm, 1.0));
    const double times = static_cast<double>(length) / static_cast<double>(n);
    if (times * growth + before <= std::log(limit)) return length;
    before += growth;
    powers.push_back(product(powers.back(), powers.back(), progress));
  }
  return std::min(length, last_within(powers, limit, progress) + 1);
}

double longest_memory(const DiscreteDense& model, std::size_t steps,
                      const compute::Progress& progress) {
  const auto most = static_cast<double>(steps);
  Matrix power = abar_of(model);
  for (double n = 1.0;; n *= 2.0) {
    const double norm = power.norm();
    if (norm == 0.0) return std::min(n - 1.0, most);
    if (norm <= kFaded) return std::min(-n / std::log(norm), most);
    // Not faded in so many steps, or growing: it remembers all that there are.
    if (!std::isfinite(norm) || n > -std::log(kFaded) * most) return most;
    power = product(power, power, progress);
  }
}

}  // namespace ssmscope::ssm
