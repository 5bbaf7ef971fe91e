// What one mode adds to the response and to the kernel (MATHS section 3): their sums over all
// modes, with D, are the model's.
#pragma once

#include <span>
#include <vector>

#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

struct FrequencyMode {
  Complex lambda, abar, bbar, c;
  ssm::ModeReadout readout;
};

/// (factor/2) [g/(1 - abar e^{-i omega}) + its conjugate's term], g = c bbar. Not finite where the
/// pole is on the circle.
Complex mode_response(const FrequencyMode& mode, double factor, double omega);
std::vector<Complex> mode_response(const FrequencyMode& mode, double factor,
                                   std::span<const double> omega);
/// factor Re(g abar^l), l = 0..length-1; NaN where it outgrows double precision.
std::vector<double> mode_kernel(const FrequencyMode& mode, double factor, std::size_t length);

/// Where an undamped mode that turns by `radians` a step appears under a rule: |arg abar| of
/// lambda delta = i radians, in [0, pi].
double apparent_frequency(Rule rule, double radians);

}  // namespace ssmscope::spectrum
