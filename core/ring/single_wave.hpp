// One wave of many: the field of a single input, how old the wave is that rules at a node, and
// pulses that a hand adds (MATHS section 2: r_T = sum_s F diag(abar^{T-s}) bbar u_s).
#pragma once

#include <span>
#include <vector>

#include "core/ring/ring_analysis.hpp"
#include "core/ring/ring_model.hpp"

namespace ssmscope::ring {

/// The field of the one input `value` of step `at`, over steps first .. first + steps - 1; zero
/// before it. steps x nodes.
std::vector<Complex> single_wave(const RingModel& model, long at, double value, long first,
                                 std::size_t steps, compute::Backend& backend,
                                 compute::Progress& progress);

/// `result` with nothing but the input of step `at` on the ring: field, input, output and target.
/// `value`, u of that step. `rho`: the target.
RingResult wave_alone(const RingResult& result, const RingModel& model, long at, double value,
                      std::span<const double> rho, compute::Backend& backend,
                      compute::Progress& progress);

/// A pulse on one oscillator: a hand pushes node `node` by `size` at step `at`.
struct Pluck {
  int node = 0;
  long at = 0;
  double size = 1.0;
  bool operator==(const Pluck&) const = default;
};

/// `result` with these pulses on top of it, each moving on freely from its step; the read-out
/// follows. A pulse of a real ring without a mode on wavenumber 0 is one less its mean. The target
/// knows of no pulse. Pulses outside the window or the ring are left out.
RingResult with_plucks(const RingResult& result, const RingModel& model,
                       std::span<const Pluck> plucks, compute::Backend& backend,
                       compute::Progress& progress);

/// How old, in steps, the input is whose wave rules at each node: of all inputs u_s within the
/// window, the age t - s with the largest |F abar^{t-s} bbar u_s| there. -1: no wave at all.
class WaveAges {
 public:
  WaveAges() = default;
  /// `ages`: inputs older than that many steps are not looked at.
  WaveAges(const RingModel& model, std::size_t ages, compute::Backend& backend,
           compute::Progress& progress);

  bool empty() const { return nodes_ == 0; }
  bool fits(std::size_t nodes) const { return nodes_ == nodes && nodes > 0; }
  /// Of the row of `input` (the window's) at `row`; out: nodes. O(ages nodes).
  void at(std::span<const double> input, std::size_t row, std::span<int> out) const;

 private:
  std::size_t nodes_ = 0, ages_ = 0;
  std::vector<float> sizes_;  ///< ages x nodes, |F abar^age bbar|
};

}  // namespace ssmscope::ring
