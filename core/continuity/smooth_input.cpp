#include "core/continuity/smooth_input.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/compute/random.hpp"
#include "core/scenario/names.hpp"

namespace ssmscope::continuity {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMostPeriods = 16.0;
constexpr double kFewestStepsAPeriod = 32.0;
// The steepest place of a sum of tones is looked for on this many points a fastest period.
constexpr double kPointsAPeriod = 64.0;
constexpr int kMostPoints = 1 << 16;

void add_tone(SmoothInput& input, double omega, Complex amplitude) {
  const Complex rate(0.0, omega);
  input.terms.push_back({rate, 0.5 * amplitude});
  input.terms.push_back({std::conj(rate), 0.5 * std::conj(amplitude)});
}

Complex sum(const SmoothInput& input, double t, bool derivative) {
  Complex total = 0.0;
  for (const Exponential& term : input.terms)
    total +=
        (derivative ? term.rate : 1.0) * term.amplitude * std::exp(term.rate * (t - input.onset));
  return total;
}

}  // namespace

double SmoothInput::value(double t) const { return t < onset ? 0.0 : sum(*this, t, false).real(); }

double SmoothInput::steepest(double horizon) const {
  double fastest = 0.0;
  for (const Exponential& term : terms) fastest = std::max(fastest, std::abs(term.rate));
  if (onset > 0.0 && onset <= horizon) return std::numeric_limits<double>::infinity();
  const double wanted = std::ceil(kPointsAPeriod * fastest * horizon / (2.0 * kPi));
  const int points = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(kMostPoints)));
  double steepest = 0.0;
  for (int i = 0; i <= points; ++i)
    steepest = std::max(steepest, std::abs(sum(*this, horizon * i / points, true).real()));
  return steepest;
}

SmoothInput multisine(int tones, std::uint64_t seed, int steps, double delta) {
  const double periods = std::min(kMostPeriods, steps / kFewestStepsAPeriod);
  const double top = 2.0 * kPi * periods / (steps * delta);
  compute::Random random(seed);
  SmoothInput input;
  for (int j = 0; j < tones; ++j) {
    const double omega = top * (j + random.uniform()) / tones;
    const double phase = 2.0 * kPi * random.uniform();
    add_tone(input, omega, std::polar(std::sqrt(2.0 / tones), phase));
  }
  return input;
}

std::optional<SmoothInput> continuous_input(const Input& input, double delta, std::string& why) {
  SmoothInput smooth;
  if (const auto* sine = std::get_if<SineInput>(&input)) {
    add_tone(smooth, sine->omega / delta, Complex(0.0, -sine->amplitude));
    return smooth;
  }
  if (const auto* step = std::get_if<StepInput>(&input)) {
    smooth.terms.push_back({0.0, 1.0});
    smooth.onset = step->at * delta;
    return smooth;
  }
  why = "The input \"" + std::string(kInputNames[input.index()]) +
        "\" is no function of continuous time with an answer in closed form: the refinement "
        "needs sine, step or its own multisine.";
  return std::nullopt;
}

}  // namespace ssmscope::continuity
