// H(e^{i omega}) of a discrete diagonal model as a sum over modes and conjugates, with its
// derivative and its rounding level, laid out so that one evaluation runs in vector registers.
#pragma once

#include <vector>

#include "core/spectrum/convention.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

/// H at one frequency.
struct ResponseSample {
  double omega = 0.0;
  Complex value;       ///< H
  Complex derivative;  ///< dH/d omega
  bool lost = false;   ///< |H| is below its own rounding (1e-13 of the terms' sizes), or not finite

  /// d arg(H) / d omega.
  double phase_slope() const;
};

class PoleResidueSum {
 public:
  explicit PoleResidueSum(const ssm::DiscreteModel& model,
                          Convention convention = Convention::Present);

  ResponseSample at(double omega) const;

  /// Sum of |g| |abar| / d^2 over modes and conjugates, d the least |1 - abar e^{-i omega}| over
  /// [a, b], a cell with no pole angle inside it: a bound of |dH/d omega| there. Delayed, the sum
  /// of |g| (|abar| + d)/d^2: e^{-i omega} turns each term too.
  double steepest(double a, double b) const;

 private:
  double term_sizes(double cosine, double sine) const;

  std::vector<double> pole_re_, pole_im_;        ///< modes and conjugates, padded with zeros
  std::vector<double> residue_re_, residue_im_;  ///< (factor/2) c bbar, the same order
  std::vector<double> residue_size_;
  double residue_total_ = 0.0;
  double direct_ = 0.0;
  bool delayed_ = false;
};

}  // namespace ssmscope::spectrum
