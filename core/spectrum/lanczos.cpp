#include "core/spectrum/lanczos.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/compute/random.hpp"
#include "core/spectrum/hankel_product.hpp"

namespace ssmscope::spectrum {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows of a pass over the basis between two polls: about 0.1 ms.
constexpr Index kRows = 2048;
constexpr int kStepsACheck = 12;
/// Steps of the search for further copies. The polynomial grows fast outside of the unwanted
/// eigenvalues, so that a copy which is there shows within a few.
constexpr int kSearchSteps = 24;
constexpr int kMostSearches = 32;
constexpr int kMostRestarts = 400;
constexpr int kMostFilters = 4;
constexpr std::uint64_t kSeed = 1;

/// p(A) = T_degree(A/edge): odd and growing outside of [-edge, edge], at most 1 within; A itself
/// of degree 1.
struct Filter {
  int degree = 1;
  double edge = 1.0;
};

/// The degree at which p is some 4 at the largest: more would cost products, less vectors.
Filter filter_for(double largest, double edge) {
  constexpr double kGrowth = 2.0, kNoContrast = 1.0 + 1e-8;
  constexpr int kHighest = 21;
  if (!(edge > 0.0) || !(largest / edge > kNoContrast)) return {1, 1.0};
  const double wanted = kGrowth / std::acosh(largest / edge);
  const int odd = 2 * static_cast<int>(std::min<double>(wanted, kHighest) / 2.0) + 1;
  return odd == 1 ? Filter{1, 1.0} : Filter{odd, edge};
}

/// Places of the values, descending |value|.
std::vector<Index> by_magnitude(const VectorXd& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(values[a]) > std::abs(values[b]); });
  return order;
}

/// The Ritz pairs of a basis, descending |value|.
struct Ritz {
  VectorXd values;
  MatrixXd vectors;    ///< in the basis
  VectorXd residuals;  ///< |p(A) x - value x|
};

class ThickRestart {
 public:
  ThickRestart(HankelProduct& product, int count, compute::Progress& progress)
      : product_(product),
        progress_(progress),
        size_(static_cast<Index>(product.size())),
        count_(std::min<Index>(count, size_)),
        most_(std::min<Index>(size_, 3 * count_ + 8)),
        basis_(size_, std::max(most_ + 1, 2 * count_)),
        projected_(MatrixXd::Zero(most_, most_)),
        w_(size_),
        before_(size_),
        next_(size_),
        random_(kSeed) {}

  /// The vectors of the first `count` eigenvalues of p(A), columns of vectors().
  void solve(const Filter& filter) {
    filter_ = filter;
    used_ = 0;
    projected_.setZero();
    set_random(0);
    restarts_ = 0;
    for (int search = 0; search < kMostSearches; ++search)
      if (!converge() || !finds_more()) break;
  }
  Eigen::Ref<MatrixXd> vectors() { return basis_.leftCols(count_); }
  /// Room for as many more, free once solve() has ended.
  Eigen::Ref<MatrixXd> spare() { return basis_.middleCols(count_, count_); }
  void multiply(const Eigen::Ref<const VectorXd>& in, Eigen::Ref<VectorXd> out) {
    progress_.check();
    product_({in.data(), product_.size()}, {out.data(), product_.size()});
    ++products_;
  }
  int products() const { return products_; }
  Index count() const { return count_; }
  std::size_t size() const { return product_.size(); }

 private:
  /// w_ = p(A) in. Three vectors are used again and again: a fresh one costs page faults.
  void multiply_filtered(const Eigen::Ref<const VectorXd>& in) {
    multiply(in, w_);
    if (filter_.degree == 1) return;
    w_ /= filter_.edge;
    before_ = in;
    for (int k = 1; k < filter_.degree; ++k) {
      multiply(w_, next_);
      next_ = (2.0 / filter_.edge) * next_ - before_;
      before_.swap(w_);
      w_.swap(next_);
    }
  }

  /// Takes the part along the first `columns` vectors off w_ and returns it.
  VectorXd take_off(Index columns) {
    VectorXd along = VectorXd::Zero(columns);
    for (Index row = 0; row < size_; row += kRows) {
      progress_.check();
      const Index rows = std::min(kRows, size_ - row);
      along.noalias() += basis_.block(row, 0, rows, columns).transpose() * w_.segment(row, rows);
    }
    for (Index row = 0; row < size_; row += kRows) {
      progress_.check();
      const Index rows = std::min(kRows, size_ - row);
      w_.segment(row, rows).noalias() -= basis_.block(row, 0, rows, columns) * along;
    }
    return along;
  }

  void set_random(Index column) {
    for (double& x : w_) x = random_.normal();
    w_.normalize();
    for (int pass = 0; pass < 2 && column > 0; ++pass) {
      take_off(column);
      w_.normalize();
    }
    basis_.col(column) = w_;
  }

  /// One more column of the projected matrix, and the next vector of the basis.
  void step() {
    constexpr double kNothingLeft = 1e-14, kMuch = 0.5;
    const Index j = used_;
    multiply_filtered(basis_.col(j));
    scale_ = std::max(scale_, w_.norm());
    // The last two first: what is left is small beside them, and one pass then does.
    VectorXd along = VectorXd::Zero(j + 1);
    for (Index i = j; i >= std::max<Index>(0, j - 1); --i) {
      along[i] = basis_.col(i).dot(w_);
      w_ -= along[i] * basis_.col(i);
    }
    for (double before = w_.norm(), after = 0.0;; before = after) {
      along += take_off(j + 1);
      after = w_.norm();
      if (after > kMuch * before || after <= kNothingLeft * scale_) break;
    }
    projected_.row(j).head(j + 1) = along.transpose();
    projected_.col(j).head(j + 1) = along;
    left_ = w_.norm();
    used_ = j + 1;
    if (left_ <= kNothingLeft * scale_) {  // the basis is closed: go on from anywhere
      left_ = 0.0;
      if (used_ < size_) set_random(used_);
    } else {
      basis_.col(used_) = w_ / left_;
    }
  }

  Ritz ritz() const {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(projected_.topLeftCorner(used_, used_));
    const std::vector<Index> order = by_magnitude(solver.eigenvalues());
    Ritz out{VectorXd(used_), MatrixXd(used_, used_), VectorXd(used_)};
    for (Index i = 0; i < used_; ++i) {
      const Index from = order[static_cast<std::size_t>(i)];
      out.values[i] = solver.eigenvalues()[from];
      out.vectors.col(i) = solver.eigenvectors().col(from);
      out.residuals[i] = left_ * std::abs(out.vectors(used_ - 1, i));
    }
    return out;
  }

  bool is_converged(const Ritz& ritz) const {
    constexpr double kTolerance = 0.1 * kLanczosTolerance;
    return ritz.values.size() >= count_ &&
           ritz.residuals.head(count_).maxCoeff() <= kTolerance * std::abs(ritz.values[0]);
  }

  /// The first `kept` Ritz vectors become the basis; the next vector stays behind them.
  void compress(const Ritz& ritz, Index kept) {
    const MatrixXd turn = ritz.vectors.leftCols(kept);
    for (Index row = 0; row < size_; row += kRows) {
      progress_.check();
      const Index rows = std::min(kRows, size_ - row);
      const MatrixXd turned = basis_.block(row, 0, rows, used_) * turn;
      basis_.block(row, 0, rows, kept) = turned;
    }
    if (used_ < size_) basis_.col(kept) = basis_.col(used_);
    projected_.setZero();
    projected_.diagonal().head(kept) = ritz.values.head(kept);
    used_ = kept;
  }

  /// Until the first `count` have converged, or false; they are then the basis.
  bool converge() {
    for (;;) {
      for (Index steps = 0; used_ < most_; ++steps) {
        step();
        if (used_ < most_ && (used_ < count_ || steps % kStepsACheck != 0)) continue;
        const Ritz now = ritz();
        report(now);
        if (!is_converged(now)) continue;
        found_ = now.values.head(count_);
        compress(now, count_);
        return true;
      }
      const Ritz now = ritz();
      if (most_ == size_ || restarts_++ == kMostRestarts) {  // the whole space is exact
        found_ = now.values.head(count_);
        compress(now, count_);
        return most_ == size_;
      }
      compress(now, std::min(count_ + (most_ - count_) / 3, most_ - 1));
    }
  }

  /// Looks from a random vector for an eigenvalue that one start cannot see.
  bool finds_more() {
    constexpr double kMore = 1e-6;
    if (count_ == size_ || most_ == size_) return false;
    set_random(count_);
    const Index end = std::min<Index>(most_, count_ + kSearchSteps);
    while (used_ < end) step();
    const Ritz now = ritz();
    const VectorXd gain = now.values.head(count_).cwiseAbs() - found_.cwiseAbs();
    if (gain.maxCoeff() > kMore * std::abs(found_[0])) return true;
    compress(now, count_);
    return false;
  }

  void report(const Ritz& now) {
    const double worst = now.residuals.head(count_).maxCoeff() / std::abs(now.values[0]);
    if (!(worst > 0.0)) return;
    const double digits = std::log10(worst) / std::log10(kLanczosTolerance);
    progress_.report(std::clamp(digits, 0.0, 1.0));
  }

  HankelProduct& product_;
  compute::Progress& progress_;
  Index size_, count_, most_;
  MatrixXd basis_, projected_;
  VectorXd w_, before_, next_;
  compute::Random random_;
  Filter filter_;
  Index used_ = 0;      ///< columns of the basis that have been multiplied
  double left_ = 0.0;   ///< length of what the last product left
  double scale_ = 0.0;  ///< largest |p(A) v| seen
  VectorXd found_;
  int restarts_ = 0, products_ = 0;
};

/// Rayleigh-Ritz of A itself on the vectors that were found.
LargestEigenpairs rayleigh_ritz(ThickRestart& iteration) {
  const Index count = iteration.count();
  Eigen::Ref<MatrixXd> q = iteration.vectors();
  Eigen::Ref<MatrixXd> image = iteration.spare();
  VectorXd difference(q.rows());
  for (Index i = 0; i < count; ++i) iteration.multiply(q.col(i), image.col(i));
  MatrixXd projected = q.transpose() * image;
  projected = 0.5 * (projected + projected.transpose()).eval();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(projected);
  LargestEigenpairs out;
  double worst = 0.0;
  for (const Index i : by_magnitude(solver.eigenvalues())) {
    const double value = solver.eigenvalues()[i];
    out.values.push_back(value);
    Eigen::Map<VectorXd> vector(out.vectors.emplace_back(iteration.size()).data(), q.rows());
    vector.noalias() = q * solver.eigenvectors().col(i);
    difference.noalias() = image * solver.eigenvectors().col(i);
    difference -= value * vector;
    worst = std::max(worst, difference.norm());
  }
  const double largest = std::abs(out.values.front());
  out.residual = largest > 0.0 ? worst / largest : 0.0;
  out.products = iteration.products();
  return out;
}

}  // namespace

LargestEigenpairs largest_eigenpairs(std::span<const double> kernel, int count,
                                     compute::Progress& progress) {
  if (kernel.empty() || count <= 0) return {};
  HankelProduct product(kernel);
  ThickRestart iteration(product, count, progress);
  // Eigenvalues follow |H| (Avram-Parter): rank r of L stands at r/L of the sorted response.
  const std::vector<double> response = product.sorted_response();
  const std::size_t place =
      2 * static_cast<std::size_t>(iteration.count()) * response.size() / product.size();
  double edge = response[std::min(place, response.size() - 1)];
  LargestEigenpairs out;
  for (int attempt = 0; attempt < kMostFilters; ++attempt) {
    const bool last = attempt == kMostFilters - 1;
    const Filter filter = last ? Filter{} : filter_for(response.front(), edge);
    iteration.solve(filter);
    out = rayleigh_ritz(iteration);
    // Within [-edge, edge] the filter keeps no order: those found there are the wrong ones.
    const double least = std::abs(out.values.back());
    if (filter.degree == 1 || least > edge) break;
    constexpr double kBelow = 0.98;  // a Ritz value is never beyond the eigenvalue of its rank
    edge = kBelow * least;
  }
  out.converged = out.residual <= kLanczosTolerance;
  return out;
}

}  // namespace ssmscope::spectrum
