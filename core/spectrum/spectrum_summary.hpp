// What a spectrum says in a few numbers (MATHS section 4), and the links from modes to its
// eigenvectors.
#pragma once

#include <optional>
#include <span>

#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::spectrum {

struct SpectrumSummary {
  int leading = 0;  ///< eigenvalues that hold 90 % of the sum; 0 when there is nothing
  /// Of the sum, held by the eigenvalues that are known. Where only the largest are and they do not
  /// reach 90 %, `leading` is their number.
  double known_share = 1.0;
  bool all_leading_known = true;  ///< else more than `leading` hold 90 %
  /// Largest eigenvalue over the largest |H|²/L of the L frequencies; NaN without either. 1 in
  /// the limit of a long kernel matrix, and no more for a stable model, unless a resonance
  /// narrower than their spacing lies between two of them.
  double edge_ratio = 0.0;
  bool above_edge = false;  ///< edge_ratio > 1 by more than rounding
  bool unbounded = false;   ///< an unstable model: |H| bounds nothing, whatever the ratio
  bool alike = false;       ///< all eigenvalues are one: no direction is the strongest
};
SpectrumSummary summarise(const SpectrumResult& result);

/// How many of the first eigenvalues hold `share` of `sum` (of their own without one), all of them
/// where they do not reach it; 0 when there is nothing.
int leading_count(std::span<const double> eigenvalues, double share,
                  std::optional<double> sum = std::nullopt);

/// The place in `frequencies` nearest to `omega`; NaN entries never are. None of an empty list.
std::optional<int> nearest_frequency(std::span<const double> frequencies, double omega);

/// A peak at frequency zero but for rounding (radians a step).
bool is_steady(double omega);

}  // namespace ssmscope::spectrum
