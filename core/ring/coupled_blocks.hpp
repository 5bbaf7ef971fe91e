// A system whose inputs drive one state that its outputs read (S5's shared state, S4's dense one)
// without its recurrence, as BlockedSystem does it for one diagonal channel (MATHS section 2,
// "exact operator"). In blocks of S steps, all channels at once:
//   y_k = sum_{j<=k} h_{k-j} u_j + C Abar^{k+1} x            h_0 = C Bbar + D, h_l = C Abar^l Bbar
//   x'  = Abar^S x + sum_k Abar^{S-1-k} Bbar u_k             k = 0 .. S - 1
// Many blocks at once are three matrix products, between which only the states are joined.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ring/layer.hpp"

namespace ssmscope::ring {

/// Abar^t of a diagonal state, on the real and imaginary parts of its modes in turn.
class DiagonalPowers {
 public:
  DiagonalPowers(const ComplexList& abar, std::size_t block);
  /// x := Abar^steps x, steps <= block.
  void apply(std::size_t steps, std::span<double> x) const;
  Complex power(std::size_t mode, std::size_t steps) const {
    return powers_[mode * (block_ + 1) + steps];
  }

 private:
  std::size_t block_;
  ComplexList powers_;  ///< modes x (block + 1)
};

/// Abar^t of a dense state by its powers 1, 2, 4 .. block.
class DensePowers {
 public:
  /// `block` is a power of two.
  DensePowers(const std::vector<double>& abar, std::size_t states, std::size_t block,
              const compute::Progress& progress);
  void apply(std::size_t steps, std::span<double> x);

 private:
  std::size_t states_;
  std::vector<std::vector<double>> powers_;
  std::vector<double> before_;  ///< x, while it is replaced
};

class CoupledBlocks {
 public:
  /// O((S inputs + W) (S outputs + W)) memory, W the real numbers of the state and S <= 128 so
  /// short that S inputs, S outputs <= 256 where these are no more; shorter, too, where powers
  /// would overflow. The system has passed check_layer().
  CoupledBlocks(const CoupledSystem& system, const compute::Progress& progress);

  /// The next `count` steps, any number. u: inputs x count; y: outputs x count. Polls between
  /// products. An input that is not finite may spoil the whole block that it is in.
  void advance(std::span<const double> u, std::size_t count, std::span<double> y,
               const compute::Progress& progress);

  /// x after the steps taken so far: modes, or the states as real numbers.
  ComplexList state() const;
  std::size_t block() const { return block_; }

 private:
  /// C Abar^{k+1} and Abar^k Bbar, k = 0 .. S - 1, each a matrix, one after the other.
  struct Sequences {
    std::vector<double> b;      ///< W x inputs
    std::vector<double> first;  ///< outputs x inputs: C Bbar + D
    std::vector<double> read;   ///< S times outputs x W
    std::vector<double> drive;  ///< S times W x inputs
  };
  void build(const ssm::DiscreteSharedState& system, const compute::Progress& progress);
  void build(const ssm::DiscreteDense& system, const compute::Progress& progress);
  void arrange(const Sequences& sequences, const compute::Progress& progress);
  void put_kernel(const double* h, std::size_t lag);
  void move_state(std::size_t steps);
  void pack(std::span<const double> u, std::size_t count, std::size_t first, std::size_t steps,
            std::size_t at);
  void collect(std::size_t blocks);
  void read_out(std::size_t blocks);
  void whole_blocks(std::span<const double> u, std::size_t count, std::size_t first,
                    std::size_t blocks, std::span<double> y);
  void part_of_block(std::span<const double> u, std::size_t count, std::size_t first,
                     std::span<double> y);
  void unpack(std::size_t count, std::size_t first, std::size_t steps, std::span<double> y) const;

  std::size_t inputs_ = 1, outputs_ = 1, width_ = 0;
  std::size_t block_ = 1;
  std::size_t most_blocks_ = 1;  ///< in one product
  bool paired_ = false;          ///< the state is real and imaginary parts in turn
  std::variant<std::monostate, DiagonalPowers, DensePowers> powers_;
  std::vector<double> collect_;    ///< (inputs S) x W
  std::vector<double> read_;       ///< W x (outputs S)
  std::vector<double> kernel_;     ///< (inputs S) x (outputs S): h, zero where time ran backwards
  std::vector<double> state_;      ///< W
  std::vector<double> u_, y_;      ///< blocks at hand, each its channels one after the other
  std::vector<double> before_;     ///< states before the blocks at hand, blocks x W
  std::vector<double> collected_;  ///< what their inputs leave, blocks x W
};

}  // namespace ssmscope::ring
