#include "core/ring/coupled_blocks.hpp"

#include <cblas.h>

#include <algorithm>
#include <bit>

#include "core/compute/flush_denormals.hpp"
#include "core/ring/rounded_powers.hpp"

namespace ssmscope::ring {
namespace {

constexpr std::size_t kLongestBlock = 128;
/// Steps times channels of a block: beyond it the products of the kernel outweigh all others.
constexpr std::size_t kWidestBlock = 256;
/// No power of a block is larger, so that products of powers and states stay finite.
constexpr double kLargestPower = 1e100;
/// Operations of the products between two checks of the progress.
constexpr double kOperationsAPoll = 4e6;
constexpr double kMostBlocks = 64.0;

int to_int(std::size_t n) { return static_cast<int>(n); }

std::size_t block_length(const CoupledSystem& system, const compute::Progress& progress) {
  const std::size_t channels = std::max(inputs_of(system), outputs_of(system));
  const std::size_t widest = std::max<std::size_t>(kWidestBlock / channels, 1);
  const std::size_t most = std::min(kLongestBlock, std::bit_floor(widest));
  // One power more than the block has steps: Abar^0 is counted as well.
  const std::size_t finite = finite_steps(system, most + 1, kLargestPower, progress);
  return std::bit_floor(std::max<std::size_t>(finite, 2) - 1);
}

/// out := a b, all row by row; a: rows x inner, b: inner x columns.
void multiply(const double* a, const double* b, std::size_t rows, std::size_t inner,
              std::size_t columns, double* out) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, to_int(rows), to_int(columns),
              to_int(inner), 1.0, a, to_int(inner), b, to_int(columns), 0.0, out, to_int(columns));
}

/// Rows of a square matrix times itself that fit between two checks.
std::size_t rows_a_poll(std::size_t states) {
  const auto size = static_cast<double>(states);
  return static_cast<std::size_t>(std::max(kOperationsAPoll / (size * size), 1.0));
}

}  // namespace

DiagonalPowers::DiagonalPowers(const ComplexList& abar, std::size_t block)
    : block_(block), powers_(abar.size() * (block + 1)) {
  for (std::size_t m = 0; m < abar.size(); ++m)
    rounded_powers(abar[m], std::span(powers_).subspan(m * (block + 1), block + 1));
}

void DiagonalPowers::apply(std::size_t steps, std::span<double> x) const {
  for (std::size_t m = 0; 2 * m < x.size(); ++m) {
    const Complex p = power(m, steps);
    const double re = x[2 * m], im = x[2 * m + 1];
    x[2 * m] = p.real() * re - p.imag() * im;
    x[2 * m + 1] = p.real() * im + p.imag() * re;
  }
}

DensePowers::DensePowers(const std::vector<double>& abar, std::size_t states, std::size_t block,
                         const compute::Progress& progress)
    : states_(states), powers_{abar}, before_(states) {
  const std::size_t strip = rows_a_poll(states);
  for (std::size_t power = 1; power < block; power *= 2) {
    const std::vector<double>& last = powers_.back();
    std::vector<double> square(last.size());
    for (std::size_t row = 0; row < states; row += strip) {
      progress.check();
      multiply(last.data() + row * states, last.data(), std::min(strip, states - row), states,
               states, square.data() + row * states);
    }
    powers_.push_back(std::move(square));
  }
}

void DensePowers::apply(std::size_t steps, std::span<double> x) {
  for (std::size_t j = 0; j < powers_.size(); ++j) {
    if ((steps >> j & 1) == 0) continue;
    std::ranges::copy(x, before_.begin());
    cblas_dgemv(CblasRowMajor, CblasNoTrans, to_int(states_), to_int(states_), 1.0,
                powers_[j].data(), to_int(states_), before_.data(), 1, 0.0, x.data(), 1);
  }
}

CoupledBlocks::CoupledBlocks(const CoupledSystem& system, const compute::Progress& progress)
    : inputs_(inputs_of(system)),
      outputs_(outputs_of(system)),
      block_(block_length(system, progress)) {
  std::visit([&](const auto& kind) { build(kind, progress); }, system);
  const auto in = static_cast<double>(inputs_ * block_);
  const auto out = static_cast<double>(outputs_ * block_);
  const auto width = static_cast<double>(width_);
  const double joining = paired_ ? 3.0 * width : width * width;
  const double operations = in * out + in * width + out * width + joining;
  most_blocks_ =
      static_cast<std::size_t>(std::clamp(kOperationsAPoll / operations, 1.0, kMostBlocks));
  state_.resize(width_);
  u_.resize(most_blocks_ * inputs_ * block_);
  y_.resize(most_blocks_ * outputs_ * block_);
  before_.resize(most_blocks_ * width_);
  collected_.resize(most_blocks_ * width_);
}

void CoupledBlocks::build(const ssm::DiscreteSharedState& system,
                          const compute::Progress& progress) {
  const std::size_t modes = system.modes();
  width_ = 2 * modes;
  paired_ = true;
  const DiagonalPowers powers(system.abar, block_);
  Sequences out;
  out.read.resize(block_ * outputs_ * width_);
  out.drive.resize(block_ * width_ * inputs_);
  for (std::size_t k = 0; k < block_; ++k) {
    progress.check();
    double* read = out.read.data() + k * outputs_ * width_;
    double* drive = out.drive.data() + k * width_ * inputs_;
    for (std::size_t m = 0; m < modes; ++m) {
      for (std::size_t o = 0; o < outputs_; ++o) {
        const Complex c = system.factor * (system.c[o * modes + m] * powers.power(m, k + 1));
        read[o * width_ + 2 * m] = c.real();
        read[o * width_ + 2 * m + 1] = -c.imag();
      }
      for (std::size_t i = 0; i < inputs_; ++i) {
        const Complex b = system.bbar[m * inputs_ + i] * powers.power(m, k);
        drive[2 * m * inputs_ + i] = b.real();
        drive[(2 * m + 1) * inputs_ + i] = b.imag();
      }
    }
  }
  out.b.assign(out.drive.begin(), out.drive.begin() + to_int(width_ * inputs_));
  out.first = system.d;
  for (std::size_t o = 0; o < outputs_; ++o)
    for (std::size_t i = 0; i < inputs_; ++i)
      for (std::size_t m = 0; m < modes; ++m)
        out.first[o * inputs_ + i] +=
            system.factor * (system.c[o * modes + m] * system.bbar[m * inputs_ + i]).real();
  powers_ = powers;
  arrange(out, progress);
}

void CoupledBlocks::build(const ssm::DiscreteDense& system, const compute::Progress& progress) {
  width_ = system.states;
  const std::size_t reads = outputs_ * width_, drives = width_ * inputs_;
  Sequences out;
  out.b = system.bbar;
  out.first.resize(outputs_ * inputs_);
  multiply(system.c.data(), out.b.data(), outputs_, width_, inputs_, out.first.data());
  for (std::size_t i = 0; i < out.first.size(); ++i) out.first[i] += system.d[i];
  out.read.resize(block_ * reads);
  out.drive.resize(block_ * drives);
  std::ranges::copy(system.bbar, out.drive.begin());
  const double* last_read = system.c.data();
  for (std::size_t k = 0; k < block_; ++k) {
    progress.check();
    double* read = out.read.data() + k * reads;
    double* drive = out.drive.data() + k * drives;
    multiply(last_read, system.abar.data(), outputs_, width_, width_, read);
    if (k > 0) multiply(system.abar.data(), drive - drives, width_, width_, inputs_, drive);
    last_read = read;
  }
  powers_.emplace<DensePowers>(system.abar, width_, block_, progress);
  arrange(out, progress);
}

/// h_lag, outputs x inputs, wherever an output comes `lag` steps after an input.
void CoupledBlocks::put_kernel(const double* h, std::size_t lag) {
  const std::size_t columns = outputs_ * block_;
  for (std::size_t i = 0; i < inputs_; ++i)
    for (std::size_t o = 0; o < outputs_; ++o)
      for (std::size_t k = lag; k < block_; ++k)
        kernel_[(i * block_ + k - lag) * columns + o * block_ + k] = h[o * inputs_ + i];
}

void CoupledBlocks::arrange(const Sequences& sequences, const compute::Progress& progress) {
  collect_.resize(inputs_ * block_ * width_);
  read_.resize(width_ * outputs_ * block_);
  kernel_.assign(inputs_ * block_ * outputs_ * block_, 0.0);
  put_kernel(sequences.first.data(), 0);
  std::vector<double> h(outputs_ * inputs_);
  for (std::size_t k = 0; k < block_; ++k) {
    progress.check();
    const double* read = sequences.read.data() + k * outputs_ * width_;
    const double* drive = sequences.drive.data() + (block_ - 1 - k) * width_ * inputs_;
    for (std::size_t w = 0; w < width_; ++w) {
      for (std::size_t o = 0; o < outputs_; ++o)
        read_[(w * outputs_ + o) * block_ + k] = read[o * width_ + w];
      for (std::size_t i = 0; i < inputs_; ++i)
        collect_[(i * block_ + k) * width_ + w] = drive[w * inputs_ + i];
    }
    if (k + 1 == block_) break;
    multiply(read, sequences.b.data(), outputs_, width_, inputs_, h.data());
    put_kernel(h.data(), k + 1);
  }
}

void CoupledBlocks::advance(std::span<const double> u, std::size_t count, std::span<double> y,
                            const compute::Progress& progress) {
  const compute::detail::FlushDenormals flush;
  std::size_t done = 0;
  while (done < count) {
    progress.check();
    const std::size_t blocks = std::min((count - done) / block_, most_blocks_);
    if (blocks > 0)
      whole_blocks(u, count, done, blocks, y);
    else
      part_of_block(u, count, done, y);
    done = blocks > 0 ? done + blocks * block_ : count;
  }
}

/// Steps first .. first + steps - 1 of the input, block after block and in each one channel after
/// the other, from step `at` of the first block on.
void CoupledBlocks::pack(std::span<const double> u, std::size_t count, std::size_t first,
                         std::size_t steps, std::size_t at) {
  for (std::size_t i = 0; i < inputs_; ++i) {
    const double* from = u.data() + i * count + first;
    for (std::size_t t = 0; t < steps; t += block_)
      std::copy_n(from + t, std::min(block_, steps - t),
                  u_.data() + (t / block_ * inputs_ + i) * block_ + at);
  }
}

void CoupledBlocks::unpack(std::size_t count, std::size_t first, std::size_t steps,
                           std::span<double> y) const {
  for (std::size_t o = 0; o < outputs_; ++o) {
    double* to = y.data() + o * count + first;
    for (std::size_t t = 0; t < steps; t += block_)
      std::copy_n(y_.data() + (t / block_ * outputs_ + o) * block_, std::min(block_, steps - t),
                  to + t);
  }
}

void CoupledBlocks::collect(std::size_t blocks) {
  multiply(u_.data(), collect_.data(), blocks, inputs_ * block_, width_, collected_.data());
}

/// y of the blocks at hand, from their inputs and the states before them.
void CoupledBlocks::read_out(std::size_t blocks) {
  const int rows = to_int(blocks), columns = to_int(outputs_ * block_), width = to_int(width_);
  multiply(u_.data(), kernel_.data(), blocks, inputs_ * block_, outputs_ * block_, y_.data());
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, width, 1.0, before_.data(),
              width, read_.data(), columns, 1.0, y_.data(), columns);
}

/// state := Abar^steps state.
void CoupledBlocks::move_state(std::size_t steps) {
  if (auto* diagonal = std::get_if<DiagonalPowers>(&powers_)) diagonal->apply(steps, state_);
  if (auto* dense = std::get_if<DensePowers>(&powers_)) dense->apply(steps, state_);
}

void CoupledBlocks::whole_blocks(std::span<const double> u, std::size_t count, std::size_t first,
                                 std::size_t blocks, std::span<double> y) {
  pack(u, count, first, blocks * block_, 0);
  collect(blocks);
  for (std::size_t r = 0; r < blocks; ++r) {
    std::ranges::copy(state_, before_.begin() + to_int(r * width_));
    move_state(block_);
    for (std::size_t w = 0; w < width_; ++w) state_[w] += collected_[r * width_ + w];
  }
  read_out(blocks);
  unpack(count, first, blocks * block_, y);
}

/// The last steps, fewer than a block: at its beginning for the outputs, which do not see what
/// comes later, and at its end for the state.
void CoupledBlocks::part_of_block(std::span<const double> u, std::size_t count, std::size_t first,
                                  std::span<double> y) {
  const std::size_t steps = count - first;
  const auto one_block = std::span(u_).first(inputs_ * block_);
  std::ranges::copy(state_, before_.begin());
  std::ranges::fill(one_block, 0.0);
  pack(u, count, first, steps, 0);
  read_out(1);
  unpack(count, first, steps, y);
  std::ranges::fill(one_block, 0.0);
  pack(u, count, first, steps, block_ - steps);
  collect(1);
  move_state(steps);
  for (std::size_t w = 0; w < width_; ++w) state_[w] += collected_[w];
}

ComplexList CoupledBlocks::state() const {
  if (!paired_) return {state_.begin(), state_.end()};
  ComplexList x;
  for (std::size_t m = 0; 2 * m < width_; ++m) x.emplace_back(state_[2 * m], state_[2 * m + 1]);
  return x;
}

}  // namespace ssmscope::ring
