// How far the eigenvalues of a finite window are from the curve that they follow as it grows
// (MATHS section 4, Avram-Parter).
#pragma once

#include <optional>
#include <span>

namespace ssmscope::spectrum {

struct SpectrumGap {
  /// sum |eta - |H|^2/L| over the sum of |H|^2/L, rank by rank, both sorted.
  double relative = 0.0;
  double largest = 0.0;  ///< of |eta - |H|^2/L|, over the largest |H|^2/L
  int rank = 0;          ///< where, from 1
  /// Eigenvalues below every |H|^2/L by kPartner: as many as H has zeros outside the unit circle
  /// have no partner on the curve. None known where only the largest are.
  std::optional<int> without_partner;
};

inline constexpr double kPartner = 0.5;

/// Both descending, eigenvalues the first ones of the window. NaN entries of the curve (a pole on
/// the circle) count for nothing; none where nothing can be compared.
std::optional<SpectrumGap> spectrum_gap(std::span<const double> eigenvalues,
                                        std::span<const double> response_squared);

}  // namespace ssmscope::spectrum
