// Fewer modes: which to drop, what it costs, and what no model of that size can do better (MATHS
// section 2, "pruning", and section 6 (b)).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::ring {

/// With more modes than this the table of overlaps is not made.
inline constexpr std::size_t kMostPruned = 1024;
/// Samples of the kernel on which the floor stands.
inline constexpr std::size_t kFloorSamples = 256;

struct Elimination {
  std::vector<int> order;             ///< modes, the first to go first
  std::vector<double> squared_error;  ///< 1_S^T G 1_S with k = 0 .. M modes kept, S the others
};

/// Greedy backward elimination: the next mode to go is the one that leaves the least squared error
/// of the kernel, exactly and without simulation. gram: modes x modes (ssm::energy_gram). O(M^2).
Elimination eliminate(std::span<const double> gram, std::size_t modes,
                      const compute::Progress& progress);

struct Pruning {
  std::vector<int> order;            ///< as Elimination::order
  std::vector<double> kernel_error;  ///< |h - h_kept|/|h| over all steps, k = 0 .. M modes kept
  std::vector<double> floor;         ///< least such error of any model with as many real states
  std::vector<int> kept;             ///< the modes of the copy, ascending
  ssm::DiscreteModel model;          ///< the copy, its C solved again where that was asked for
  double refitted_error = 0.0;       ///< of the copy with its C solved again; NaN without
  std::vector<std::string> notes;
};

/// keep: 1 .. M modes. length: steps of the kernel on which C is solved again. Empty lists with a
/// note for an unstable model, for more than kMostPruned modes, and for a kernel of zeros.
Pruning prune(const ssm::DiscreteModel& model, std::size_t keep, bool refit, std::size_t length,
              compute::Backend& backend, compute::Progress& progress);

/// The modes that a copy with `keep` of them holds, ascending; all of them where prune() knows no
/// order.
std::vector<int> kept_modes(const ssm::DiscreteModel& model, std::size_t keep,
                            const compute::Progress& progress);

/// The modes in `kept` alone.
ssm::DiscreteModel with_modes(const ssm::DiscreteModel& model, const std::vector<int>& kept);

/// |y - y_kept|/|y| over steps that come piece by piece, for k = 0 .. M modes kept by `order`; the
/// direct term stays. O(modes) memory, and time a step.
class OutputErrors {
 public:
  OutputErrors(const ssm::DiscreteModel& model, std::vector<int> order);
  /// states: y.size() x modes.
  void add(std::span<const Complex> states, std::span<const double> y,
           const compute::Progress& progress);
  /// NaN where y is zero; empty without an order.
  std::vector<double> relative() const;

 private:
  std::vector<int> order_;
  ComplexList c_;  ///< factor C, in that order
  std::vector<double> squared_;
  double energy_ = 0.0;
};

}  // namespace ssmscope::ring
