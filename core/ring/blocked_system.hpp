// One diagonal system without its recurrence: time in blocks of S steps joined by the state, each
// block in closed form by powers of Abar (MATHS section 2, "exact operator"):
//   y   = T_h u + factor Re(C Abar^{k+1} x)          k = 0 .. S - 1, T_h the kernel's Toeplitz
//   x'  = Abar^S x + sum_k Abar^{S-1-k} Bbar u_k     x the state before the block, x' after it
// Many blocks at once are matrix products, so that a step costs S + 8 M operations at the speed of
// these, and rounding grows with the number of blocks that a mode remembers, not of steps.
#pragma once

#include <span>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::ring {

class BlockedSystem {
 public:
  /// O(S (S + M)) memory, S <= 128. Where a mode grows so fast that its powers would overflow, the
  /// blocks are shorter.
  BlockedSystem(const ssm::DiscreteModel& model, compute::Backend& backend,
                compute::Progress& progress);

  /// Takes the next u.size() steps, any number. y: as many outputs, or empty for the state alone.
  /// Fastest for many blocks at once; polls between some of them. O(S + M) memory.
  void advance(std::span<const double> u, std::span<double> y, const compute::Progress& progress);

  /// x after the steps taken so far; zero at first.
  const ComplexList& state() const { return state_; }
  std::size_t block() const { return block_; }

 private:
  void fill(const ssm::DiscreteModel& model, const compute::Progress& progress);
  void whole_blocks(std::size_t count, const double* u, double* y);
  void part_of_block(std::span<const double> u, std::span<double> y);
  void join(std::size_t count, const double* collected);

  std::size_t modes_ = 0;
  std::size_t block_ = 1;
  std::size_t most_blocks_ = 1;    ///< in one product
  std::vector<double> toeplitz_;   ///< S x S, T_ij = h_{i-j}, row by row
  std::vector<double> collect_;    ///< S x 2M: Bbar Abar^{S-1-k}, real and imaginary parts in turn
  std::vector<double> read_;       ///< 2M x S: factor C Abar^{k+1}, imaginary parts negative
  ComplexList powers_;             ///< M x (S + 1)
  ComplexList state_;              ///< M
  std::vector<double> before_;     ///< states before the blocks at hand, most_blocks x 2M
  std::vector<double> collected_;  ///< what their inputs leave, most_blocks x 2M
};

}  // namespace ssmscope::ring
