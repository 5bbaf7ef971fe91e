#include "core/compute/symmetric_eigen.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/compute/tridiagonal.hpp"

namespace ssmscope::compute {
namespace {

/// An eigenvalue and the unreduced block (from 1) of the tridiagonal matrix that it belongs to.
struct Value {
  double value;
  lapack_int block;
};

struct Blocks {
  std::vector<Value> values;     ///< by block, ascending within one
  std::vector<lapack_int> last;  ///< last row (from 1) of each block
};

/// Eigenvalues of an unreduced tridiagonal matrix, ascending, by the QL iteration without square
/// roots (Pal, Walker and Kahan; LAPACK's dsterf), which asks between its sweeps whether to go on:
/// dsterf itself takes 80 ms for 2,048 rows.
class QlIteration {
 public:
  QlIteration(std::vector<double> diagonal, std::vector<double> off, const Progress& progress)
      : d_(std::move(diagonal)), squares_(std::move(off)), progress_(progress) {
    for (double& e : squares_) e *= e;
    // From the larger end, as the sweeps keep small numbers at the other.
    if (std::abs(d_.back()) < std::abs(d_.front())) {
      std::reverse(d_.begin(), d_.end());
      std::reverse(squares_.begin(), squares_.end());
    }
  }

  std::vector<double> values() {
    const std::size_t size = d_.size();
    std::size_t sweeps_left = kMostSweeps * size;
    for (std::size_t first = 0; first < size; ++first) {
      for (std::size_t last = unreduced(first); last > first; last = unreduced(first)) {
        if (sweeps_left-- == 0)
          throw std::runtime_error("The eigenvalues of a symmetric matrix did not converge.");
        sweep(first, last);
        if ((rotations_ += last - first) < kRotationsAPoll) continue;
        rotations_ = 0;
        progress_.check();
      }
    }
    std::sort(d_.begin(), d_.end());
    return std::move(d_);
  }

 private:
  static constexpr std::size_t kMostSweeps = 30;
  static constexpr std::size_t kRotationsAPoll = std::size_t{1} << 16;  ///< about 1 ms

  /// Last row of the block that begins with `first`: the coupling behind it is rounding.
  std::size_t unreduced(std::size_t first) {
    constexpr double kRounding = 0.5 * std::numeric_limits<double>::epsilon();
    std::size_t last = first;
    for (; last + 1 < d_.size(); ++last) {
      if (squares_[last] <= kRounding * kRounding * std::abs(d_[last] * d_[last + 1])) {
        squares_[last] = 0.0;
        break;
      }
    }
    return last;
  }

  void sweep(std::size_t first, std::size_t last) {
    const double root = std::sqrt(squares_[first]);
    double shift = (d_[first + 1] - d_[first]) / (2.0 * root);
    shift = d_[first] - root / (shift + std::copysign(std::hypot(shift, 1.0), shift));
    double c = 1.0, s = 0.0, gamma = d_[last] - shift, p = gamma * gamma;
    for (std::size_t i = last; i-- > first;) {
      const double square = squares_[i], r = p + square;
      if (i + 1 < last) squares_[i + 1] = s * r;
      const double old_c = c, old_gamma = gamma;
      c = p / r;
      s = square / r;
      gamma = c * (d_[i] - shift) - s * old_gamma;
      d_[i + 1] = old_gamma + (d_[i] - gamma);
      p = c != 0.0 ? gamma * gamma / c : old_c * square;
    }
    squares_[first] = s * p;
    d_[first] = shift + gamma;
  }

  std::vector<double> d_, squares_;
  const Progress& progress_;
  std::size_t rotations_ = 0;
};

/// Couplings below rounding of the whole split the matrix, as dstein wants to be told.
Blocks values_by_block(const Tridiagonal& t, const Progress& progress) {
  double norm = 0.0;
  for (int i = 0; i < t.size; ++i)
    norm = std::max({norm, std::abs(t.diagonal[i]), std::abs(t.off[i])});
  const double negligible = 0.5 * std::numeric_limits<double>::epsilon() * norm;
  Blocks blocks;
  for (int first = 0, end = 1; first < t.size; first = end, ++end) {
    while (end < t.size && std::abs(t.off[end - 1]) > negligible) ++end;
    std::vector<double> d(t.diagonal.begin() + first, t.diagonal.begin() + end);
    std::vector<double> e(t.off.begin() + first, t.off.begin() + end);
    e.pop_back();  // the coupling to the next block, or none
    d = QlIteration(std::move(d), std::move(e), progress).values();
    blocks.last.push_back(end);
    const auto number = static_cast<lapack_int>(blocks.last.size());
    for (const double value : d) blocks.values.push_back({value, number});
  }
  return blocks;
}

/// Eigenvectors of T for chosen values by inverse iteration, column by column; empty when some
/// did not converge.
std::vector<double> inverse_iteration(const Tridiagonal& t, const Blocks& blocks,
                                      const std::vector<std::size_t>& chosen) {
  const auto count = static_cast<lapack_int>(chosen.size());
  std::vector<double> values;
  std::vector<lapack_int> numbers, failed(chosen.size());
  for (const std::size_t i : chosen) {
    values.push_back(blocks.values[i].value);
    numbers.push_back(blocks.values[i].block);
  }
  values.resize(t.size);  // LAPACK's lists have room for all, whatever the count
  numbers.resize(t.size);
  std::vector<lapack_int> last = blocks.last;
  last.resize(t.size);
  std::vector<double> vectors(static_cast<std::size_t>(t.size) * chosen.size());
  const lapack_int info = LAPACKE_dstein(LAPACK_COL_MAJOR, t.size, t.diagonal.data(), t.off.data(),
                                         count, values.data(), numbers.data(), last.data(),
                                         vectors.data(), t.size, failed.data());
  if (info != 0) vectors.clear();
  return vectors;
}

/// The same by divide and conquer over all of T: slower, and does not fail.
std::vector<double> all_then_chosen(const Tridiagonal& t, const Blocks& blocks,
                                    const std::vector<std::size_t>& chosen) {
  std::vector<double> d = t.diagonal, e = t.off;
  std::vector<double> all(static_cast<std::size_t>(t.size) * t.size);
  if (LAPACKE_dstedc(LAPACK_COL_MAJOR, 'I', t.size, d.data(), e.data(), all.data(), t.size) != 0)
    throw std::runtime_error("The eigenvectors of a symmetric matrix did not converge.");
  std::vector<std::size_t> rank(blocks.values.size());
  std::iota(rank.begin(), rank.end(), std::size_t{0});
  std::sort(rank.begin(), rank.end(), [&](std::size_t i, std::size_t j) {
    return blocks.values[i].value < blocks.values[j].value;
  });
  std::vector<double> vectors;
  for (const std::size_t i : chosen) {
    const auto column = std::find(rank.begin(), rank.end(), i) - rank.begin();
    const auto begin = all.begin() + column * t.size;
    vectors.insert(vectors.end(), begin, begin + t.size);
  }
  return vectors;
}

/// Unit eigenvectors of A, in the order of `order`.
std::vector<std::vector<double>> eigenvectors(Tridiagonal& t, const Blocks& blocks,
                                              const std::vector<std::size_t>& order) {
  std::vector<std::size_t> chosen = order;  // dstein wants them by block, ascending
  std::sort(chosen.begin(), chosen.end());
  std::vector<double> vectors = inverse_iteration(t, blocks, chosen);
  if (vectors.empty()) vectors = all_then_chosen(t, blocks, chosen);
  LAPACKE_dormtr(LAPACK_COL_MAJOR, 'L', 'L', 'N', t.size, static_cast<lapack_int>(chosen.size()),
                 t.matrix.data(), t.size, t.tau.data(), vectors.data(), t.size);
  std::vector<std::vector<double>> out;
  for (const std::size_t i : order) {
    const auto column = std::lower_bound(chosen.begin(), chosen.end(), i) - chosen.begin();
    const auto begin = vectors.begin() + column * t.size;
    out.emplace_back(begin, begin + t.size);
  }
  return out;
}

}  // namespace

SymmetricEigen symmetric_eigen(std::vector<double> matrix, int size, int vectors,
                               const Progress& progress) {
  SymmetricEigen out;
  if (size == 0) return out;
  Tridiagonal t = reduce_to_tridiagonal(std::move(matrix), size, progress);
  progress.check();
  const Blocks blocks = values_by_block(t, progress);
  std::vector<std::size_t> order(blocks.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::abs(blocks.values[i].value) > std::abs(blocks.values[j].value);
  });
  for (const std::size_t i : order) out.values.push_back(blocks.values[i].value);
  progress.check();
  order.resize(static_cast<std::size_t>(std::min(vectors, size)));
  if (!order.empty()) out.vectors = eigenvectors(t, blocks, order);
  return out;
}

}  // namespace ssmscope::compute
