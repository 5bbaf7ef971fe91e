#include "core/memory/matrix_pencil.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "core/compute/symmetric_eigen.hpp"
#include "core/memory/exponentials.hpp"

namespace ssmscope::memory {
namespace {

constexpr double kNumericalRank = 1e-12;
constexpr std::size_t kLargestBlock = 512;

// The square Hankel block rho(i + j): symmetric, so its singular vectors are its eigenvectors.
std::vector<double> hankel_block(std::span<const double> rho, std::size_t m) {
  std::vector<double> block(m * m);
  for (std::size_t j = 0; j < m; ++j) {
    std::copy_n(rho.begin() + static_cast<std::ptrdiff_t>(j), m,
                block.begin() + static_cast<std::ptrdiff_t>(j * m));
  }
  return block;
}

// H H^T of the m x n Hankel block, n = T + 1 - m: for targets too long for a square block. Each
// diagonal follows from the one entry before, G(i+1,j+1) = G(i,j) - rho_i rho_j + rho_{i+n}
// rho_{j+n}.
std::vector<double> gram_block(std::span<const double> rho, std::size_t m) {
  const std::size_t n = rho.size() + 1 - m;
  std::vector<double> gram(m * m);
  for (std::size_t i = 0; i < m; ++i) {
    double sum = 0.0;
    for (std::size_t s = 0; s < n; ++s) sum += rho[s] * rho[s + i];
    for (std::size_t j = 0; j + i < m; ++j) {
      gram[j * m + i + j] = sum;
      if (j + i + 1 < m) sum += rho[j + n] * rho[i + j + n] - rho[j] * rho[i + j];
    }
  }
  return gram;
}

RateList rates_of_poles(std::span<const double> re, std::span<const double> im,
                        std::size_t length) {
  RateList rates;
  for (std::size_t i = 0; i < re.size(); ++i) {
    if (im[i] < 0.0) continue;
    const double size = std::hypot(re[i], im[i]);
    if (!(size > 0.0)) {
      rates.push_back(clip_rate({-1e300, 0.0}, length));
    } else if (im[i] == 0.0) {
      rates.push_back(clip_rate({std::log(size), re[i] < 0.0 ? kNyquist : 0.0}, length));
    } else {
      rates.push_back(clip_rate({std::log(size), std::atan2(im[i], re[i])}, length));
    }
  }
  return rates;
}

}  // namespace

MatrixPencil::MatrixPencil(std::span<const double> rho, std::size_t most,
                           const compute::Progress& progress)
    : length_(rho.size()), rows_((rho.size() + 1) / 2) {
  if (rows_ < 2) return;
  const bool square = rows_ <= kLargestBlock;
  rows_ = std::min(rows_, kLargestBlock);
  auto block = square ? hankel_block(rho, rows_) : gram_block(rho, rows_);
  progress.check();
  const auto eigen = compute::symmetric_eigen(std::move(block), static_cast<int>(rows_),
                                              static_cast<int>(std::min(most, rows_)), progress);
  const double largest = std::abs(eigen.values.front());
  while (rank_ < eigen.vectors.size() && std::abs(eigen.values[rank_]) > kNumericalRank * largest) {
    const std::vector<double>& vector = eigen.vectors[rank_++];
    space_.insert(space_.end(), vector.begin(), vector.end());
  }
}

RateList MatrixPencil::rates(std::size_t order) const {
  // The shifted space has one row less, so a full-rank block carries no information on poles.
  const std::size_t p = std::min({order, rank_, rows_ > 0 ? rows_ - 1 : 0});
  if (p == 0) return {};
  const std::size_t m = rows_ - 1;
  std::vector<double> early(m * p), late(m * p);
  for (std::size_t j = 0; j < p; ++j) {
    const auto column = space_.begin() + static_cast<std::ptrdiff_t>(j * rows_);
    std::copy_n(column, m, early.begin() + static_cast<std::ptrdiff_t>(j * m));
    std::copy_n(column + 1, m, late.begin() + static_cast<std::ptrdiff_t>(j * m));
  }
  const auto rows = static_cast<lapack_int>(m);
  const auto size = static_cast<lapack_int>(p);
  if (LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', rows, size, size, early.data(), rows, late.data(),
                    rows) != 0) {
    return {};
  }
  std::vector<double> shift(p * p), re(p), im(p);
  for (std::size_t j = 0; j < p; ++j) {
    std::copy_n(late.begin() + static_cast<std::ptrdiff_t>(j * m), p,
                shift.begin() + static_cast<std::ptrdiff_t>(j * p));
  }
  if (!std::all_of(shift.begin(), shift.end(), [](double v) { return std::isfinite(v); }))
    return {};
  if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', size, shift.data(), size, re.data(), im.data(),
                    nullptr, 1, nullptr, 1) != 0) {
    return {};
  }
  return rates_of_poles(re, im, length_);
}

}  // namespace ssmscope::memory
