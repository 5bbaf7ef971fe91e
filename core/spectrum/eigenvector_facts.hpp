// What an eigenvector of the induced kernel looks like: its frequency, and how much time and how
// wide a band it fills (MATHS section 4).
#pragma once

#include <span>

namespace ssmscope::spectrum {

struct EigenvectorFacts {
  double peak_omega = 0.0;  ///< of the largest |transform|, radians a step
  /// 1 / sum p_t^2, p_t = v_t^2 / |v|^2 (inverse participation ratio): 1 for a single step, L where
  /// all are alike, 2L/3 of a sinusoid. Steps.
  double time_spread = 0.0;
  /// 1 / integral p(omega)^2 over (0, pi), p the power with integral 1: the width of a box that is
  /// as concentrated. Radians a step; pi of a single step, about 3 pi/L of a sinusoid.
  double frequency_spread = 0.0;
};

/// NaN spreads of a vector of zeros.
EigenvectorFacts eigenvector_facts(std::span<const double> vector);

}  // namespace ssmscope::spectrum
