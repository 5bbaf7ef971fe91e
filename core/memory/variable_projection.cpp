#include "core/memory/variable_projection.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/compute/lapack.hpp"
#include "core/compute/norms.hpp"
#include "core/memory/exponentials.hpp"

namespace ssmscope::memory {
namespace {

using compute::sum_of_squares;
using compute::lapack::require;
using compute::lapack::to_int;

// A column that leaves less than this of itself after the others adds only rounding.
constexpr double kRankTolerance = 1e-13;
constexpr double kFastestDecay = 50.0;     // e^-50 is nothing beside the step before
constexpr double kSlowestDecay = 1e-9;     // of its own size over the whole target
constexpr std::size_t kBlockColumns = 64;  // LAPACK's blocks, for the workspace

}  // namespace

Complex clip_rate(Complex rate, std::size_t length) {
  const double slowest = kSlowestDecay / static_cast<double>(length);
  const double frequency = std::abs(std::remainder(rate.imag(), 2.0 * kNyquist));
  return {-std::clamp(-rate.real(), slowest, kFastestDecay), frequency};
}

Projection::Projection(std::span<const double> rho) : rho_(rho) {}

double Projection::project(std::span<const Complex> rates) {
  rates_.assign(rates.begin(), rates.end());
  make_columns();
  factorise();
  solve();
  return sum_of_squares(std::span(rotated_).subspan(rank_)) + rounding();
}

// Large modes that cancel cannot be summed in double as well as the factors promise: each power
// carries the rounding of its phase.
double Projection::rounding() const {
  constexpr double kPowerRounding = 16.0 * std::numeric_limits<double>::epsilon();
  double sum = 0.0;
  for (std::size_t i = 0; i < rank_; ++i) sum += std::abs(solution_[i]);
  return (kPowerRounding * sum) * (kPowerRounding * sum);
}

void Projection::make_columns() {
  const std::size_t length = rho_.size();
  const std::size_t modes = rates_.size();
  re_.resize(length * modes);
  im_.resize(length * modes);
  columns_.resize(2 * length * modes);
  scale_.clear();
  index_.clear();
  const auto keep = [&](std::span<const double> column, double factor, std::size_t index) {
    const double size = compute::norm(column);
    if (size == 0.0) return;
    double* out = columns_.data() + index_.size() * length;
    const double scale = factor / size;
    for (std::size_t s = 0; s < length; ++s) out[s] = scale * column[s];
    index_.push_back(index);
    scale_.push_back(0.5 * scale);
  };
  for (std::size_t k = 0; k < modes; ++k) {
    const std::span re(re_.data() + k * length, length);
    const std::span im(im_.data() + k * length, length);
    powers(rates_[k], re, im);
    keep(re, 1.0, 2 * k);
    keep(im, -1.0, 2 * k + 1);
  }
}

void Projection::factorise() {
  const std::size_t length = rho_.size();
  const std::size_t count = index_.size();
  rotated_.assign(rho_.begin(), rho_.end());
  rank_ = 0;
  if (count == 0) return;
  pivot_.assign(count, 0);
  tau_.resize(count);
  work_.resize(std::max(
      work_.size(), (2 * rates_.size() + 4) * (kBlockColumns + 4) + kBlockColumns * kBlockColumns));
  require(LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, to_int(length), to_int(count), columns_.data(),
                              to_int(length), pivot_.data(), tau_.data(), work_.data(),
                              to_int(work_.size())),
          "dgeqp3");
  const double largest = std::abs(columns_[0]);
  const std::size_t most = std::min(length, count);
  while (rank_ < most && std::abs(columns_[rank_ * (length + 1)]) > kRankTolerance * largest) {
    ++rank_;
  }
  require(LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', to_int(length), 1, to_int(rank_),
                              columns_.data(), to_int(length), tau_.data(), rotated_.data(),
                              to_int(length), work_.data(), to_int(work_.size())),
          "dormqr");
}

void Projection::solve() {
  const std::size_t length = rho_.size();
  amplitudes_.assign(rates_.size(), 0.0);
  std::vector<double>& x = solution_;
  x.assign(rotated_.begin(), rotated_.begin() + static_cast<std::ptrdiff_t>(rank_));
  for (std::size_t j = rank_; j-- > 0;) {
    const double* column = columns_.data() + j * length;
    x[j] /= column[j];
    for (std::size_t i = 0; i < j; ++i) x[i] -= column[i] * x[j];
    const auto kept = static_cast<std::size_t>(pivot_[j] - 1);
    // A column is -Im z for Im c; scale_ carries that sign, so both parts read alike.
    const double value = x[j] * std::abs(scale_[kept]);
    Complex& c = amplitudes_[index_[kept] / 2];
    c += index_[kept] % 2 == 0 ? Complex(value, 0.0) : Complex(0.0, value);
  }
}

std::vector<double> Projection::mode_energies() const {
  const std::size_t length = rho_.size();
  std::vector<double> energies(rates_.size(), 0.0);
  for (std::size_t k = 0; k < rates_.size(); ++k) {
    const Complex c = 2.0 * amplitudes_[k];
    for (std::size_t i = k * length; i < (k + 1) * length; ++i) {
      const double value = c.real() * re_[i] - c.imag() * im_[i];
      energies[k] += value * value;
    }
  }
  return energies;
}

std::vector<double> Projection::residual() const {
  const std::size_t length = rho_.size();
  std::vector<double> residual(rho_.begin(), rho_.end());
  for (std::size_t k = 0; k < rates_.size(); ++k) {
    const Complex c = 2.0 * amplitudes_[k];
    for (std::size_t s = 0; s < length; ++s) {
      residual[s] -= c.real() * re_[k * length + s] - c.imag() * im_[k * length + s];
    }
  }
  return residual;
}

void Projection::linearise(Linearised& out) {
  const std::size_t length = rho_.size();
  const std::size_t modes = rates_.size();
  const std::size_t parameters = 2 * modes;
  jacobian_.resize(length * parameters);
  for (std::size_t k = 0; k < modes; ++k) {
    const Complex c = 2.0 * amplitudes_[k];
    const double rate = rates_[k].real();
    const double* re = re_.data() + k * length;
    const double* im = im_.data() + k * length;
    double* by_decay = jacobian_.data() + 2 * k * length;
    double* by_frequency = by_decay + length;
    for (std::size_t s = 0; s < length; ++s) {
      const auto step = static_cast<double>(s);
      by_decay[s] = rate * step * (c.real() * re[s] - c.imag() * im[s]);
      by_frequency[s] = -step * (c.real() * im[s] + c.imag() * re[s]);
    }
  }
  require(LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', to_int(length), to_int(parameters),
                              to_int(rank_), columns_.data(), to_int(length), tau_.data(),
                              jacobian_.data(), to_int(length), work_.data(), to_int(work_.size())),
          "dormqr");
  // The rows below the rank are the part that no amplitude can make up for.
  const std::size_t rows = length - rank_;
  const std::size_t rank = std::min(rows, parameters);
  out.triangle.assign(parameters * parameters, 0.0);
  out.seen.assign(parameters, 0.0);
  if (rows == 0) return;
  double* below = jacobian_.data() + rank_;
  jacobian_tau_.resize(parameters);
  require(
      LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, to_int(rows), to_int(parameters), below, to_int(length),
                          jacobian_tau_.data(), work_.data(), to_int(work_.size())),
      "dgeqrf");
  std::vector<double> seen(rotated_.begin() + static_cast<std::ptrdiff_t>(rank_), rotated_.end());
  require(LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', to_int(rows), 1, to_int(rank), below,
                              to_int(length), jacobian_tau_.data(), seen.data(), to_int(rows),
                              work_.data(), to_int(work_.size())),
          "dormqr");
  for (std::size_t j = 0; j < parameters; ++j) {
    const std::size_t entries = std::min(j + 1, rank);
    std::copy_n(below + j * length, entries,
                out.triangle.begin() + static_cast<std::ptrdiff_t>(j * parameters));
  }
  std::copy_n(seen.begin(), rank, out.seen.begin());
}

}  // namespace ssmscope::memory
