// What a spectrum says in a few numbers (MATHS section 4), and the links from modes to its
// eigenvectors.
#pragma once

#include <optional>
#include <span>

#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::spectrum {

struct SpectrumSummary {
  int leading = 0;  ///< eigenvalues that hold 90 % of the sum; 0 when there is nothing
  /// Largest eigenvalue over the largest |H|²/L of the L frequencies; NaN without either. 1 in
  /// the limit of a long kernel matrix, and no more for a stable model, unless a resonance
  /// narrower than their spacing lies between two of them.
  double edge_ratio = 0.0;
  bool above_edge = false;  ///< edge_ratio > 1 by more than rounding
  bool unbounded = false;   ///< an unstable model: |H| bounds nothing, whatever the ratio
  bool alike = false;       ///< all eigenvalues are one: no direction is the strongest
};
SpectrumSummary summarise(const SpectrumResult& result);

/// How many of the first eigenvalues hold `share` of their sum; 0 when there is nothing.
int leading_count(std::span<const double> eigenvalues, double share);

/// The place in `frequencies` nearest to `omega`; NaN entries never are. None of an empty list.
std::optional<int> nearest_frequency(std::span<const double> frequencies, double omega);

/// A peak at frequency zero but for rounding (radians a step).
bool is_steady(double omega);

}  // namespace ssmscope::spectrum
