// Inputs of a refinement: functions of continuous time for which the model's answer is known in
// closed form.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::continuity {

/// amplitude e^{rate t}; rate is imaginary, or 0 for a constant.
struct Exponential {
  Complex rate, amplitude;
};

/// u(t) = Re sum_j amplitude_j e^{rate_j (t - onset)} for t >= onset, 0 before. The terms come
/// in conjugate pairs, so that the sum is real without taking its real part.
struct SmoothInput {
  std::vector<Exponential> terms;
  double onset = 0.0;

  double value(double t) const;
  /// max |u'| over [0, horizon]; infinite where u jumps.
  double steepest(double horizon) const;
};

/// `tones` tones of equal power, together of unit variance: amplitude sqrt(2/tones), phase
/// uniform on [0, 2 pi), and frequency of tone j uniform on the j-th of `tones` equal parts of
/// (0, top], with top = 16 periods over the horizon but at least 32 steps a period (the coarsest
/// step, 8 delta, still sees four samples of it). Two uniforms a tone, frequency first.
SmoothInput multisine(int tones, std::uint64_t seed, int steps, double delta);

/// The scenario's input where it is a smooth or piecewise constant function of time (sine,
/// step); else nothing, and `why` is a sentence.
std::optional<SmoothInput> continuous_input(const Input& input, double delta, std::string& why);

}  // namespace ssmscope::continuity
