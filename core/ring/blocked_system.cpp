#include "core/ring/blocked_system.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "core/compute/flush_denormals.hpp"
#include "core/ring/rounded_powers.hpp"

namespace ssmscope::ring {
namespace {

constexpr std::size_t kLongestBlock = 128;
/// No power of a block is larger, so that products of powers and states stay finite.
constexpr double kLargestPower = 1e100;
/// Operations of the products between two checks of the progress.
constexpr double kOperationsAPoll = 4e6;
constexpr double kMostBlocks = 64.0;

std::size_t block_length(const ssm::DiscreteModel& model) {
  std::size_t block = kLongestBlock;
  for (const Complex a : model.abar) {
    const double size = std::abs(a);
    while (block > 1 && !(static_cast<double>(block) * std::log(size) < std::log(kLargestPower)))
      block /= 2;
  }
  return block;
}

int to_int(std::size_t n) { return static_cast<int>(n); }

}  // namespace

BlockedSystem::BlockedSystem(const ssm::DiscreteModel& model, compute::Backend& backend,
                             compute::Progress& progress)
    : modes_(model.modes()), block_(block_length(model)), state_(model.modes()) {
  const auto steps = static_cast<double>(block_), modes = static_cast<double>(modes_);
  most_blocks_ = static_cast<std::size_t>(
      std::clamp(kOperationsAPoll / (steps * (steps + 8.0 * modes)), 1.0, kMostBlocks));
  before_.resize(most_blocks_ * 2 * modes_);
  collected_.resize(most_blocks_ * 2 * modes_);
  std::vector<double> kernel(block_);
  backend.kernel(model.batch(), block_, kernel, progress);
  toeplitz_.assign(block_ * block_, 0.0);
  for (std::size_t i = 0; i < block_; ++i)
    for (std::size_t j = 0; j <= i; ++j) toeplitz_[i * block_ + j] = kernel[i - j];
  fill(model, progress);
}

void BlockedSystem::fill(const ssm::DiscreteModel& model, const compute::Progress& progress) {
  collect_.resize(block_ * 2 * modes_);
  read_.resize(2 * modes_ * block_);
  powers_.resize(modes_ * (block_ + 1));
  for (std::size_t m = 0; m < modes_; ++m) {
    if (m % kLongestBlock == 0) progress.check();
    const std::span<Complex> power = std::span(powers_).subspan(m * (block_ + 1), block_ + 1);
    rounded_powers(model.abar[m], power);
    for (std::size_t k = 0; k < block_; ++k) {
      const Complex in = model.bbar[m] * power[block_ - 1 - k];
      collect_[k * 2 * modes_ + 2 * m] = in.real();
      collect_[k * 2 * modes_ + 2 * m + 1] = in.imag();
      const Complex out = model.factor * (model.c[m] * power[k + 1]);
      read_[2 * m * block_ + k] = out.real();
      read_[(2 * m + 1) * block_ + k] = -out.imag();
    }
  }
}

void BlockedSystem::advance(std::span<const double> u, std::span<double> y,
                            const compute::Progress& progress) {
  const compute::detail::FlushDenormals flush;
  std::size_t done = 0;
  while (done < u.size()) {
    progress.check();
    const std::size_t blocks = std::min((u.size() - done) / block_, most_blocks_);
    const std::size_t steps = blocks > 0 ? blocks * block_ : u.size() - done;
    const std::span<double> out = y.empty() ? y : y.subspan(done, steps);
    if (blocks > 0)
      whole_blocks(blocks, u.data() + done, out.data());
    else
      part_of_block(u.subspan(done, steps), out);
    done += steps;
  }
}

void BlockedSystem::join(std::size_t count, const double* collected) {
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t m = 0; m < modes_; ++m) {
      const std::size_t at = r * 2 * modes_ + 2 * m;
      const Complex x = state_[m], p = powers_[m * (block_ + 1) + block_];
      before_[at] = x.real();
      before_[at + 1] = x.imag();
      state_[m] = {p.real() * x.real() - p.imag() * x.imag() + collected[at],
                   p.real() * x.imag() + p.imag() * x.real() + collected[at + 1]};
    }
  }
}

void BlockedSystem::whole_blocks(std::size_t count, const double* u, double* y) {
  const int rows = to_int(count), steps = to_int(block_), width = to_int(2 * modes_);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, width, steps, 1.0, u, steps,
              collect_.data(), width, 0.0, collected_.data(), width);
  join(count, collected_.data());
  if (y == nullptr) return;
  std::copy_n(u, count * block_, y);
  cblas_dtrmm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rows, steps, 1.0,
              toeplitz_.data(), steps, y, steps);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, steps, width, 1.0, before_.data(),
              width, read_.data(), steps, 1.0, y, steps);
}

void BlockedSystem::part_of_block(std::span<const double> u, std::span<double> y) {
  const std::size_t steps = u.size();
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j <= i; ++j) sum += toeplitz_[i * block_ + j] * u[j];
    for (std::size_t m = 0; m < modes_; ++m)
      sum += read_[2 * m * block_ + i] * state_[m].real() +
             read_[(2 * m + 1) * block_ + i] * state_[m].imag();
    y[i] = sum;
  }
  for (std::size_t m = 0; m < modes_; ++m) {
    Complex x = powers_[m * (block_ + 1) + steps] * state_[m];
    for (std::size_t k = 0; k < steps; ++k) {
      const double* in = collect_.data() + (block_ - steps + k) * 2 * modes_ + 2 * m;
      x += u[k] * Complex(in[0], in[1]);
    }
    state_[m] = x;
  }
}

}  // namespace ssmscope::ring
