#include "core/spectrum/response_markers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/spectrum/pole_residue_sum.hpp"
#include "core/spectrum/settling.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr int kRefinements = 60;  // golden sections and bisections: to rounding
constexpr double kGolden = 0.6180339887498949;
constexpr std::size_t kEvaluationsAPoll = 64;

struct Gain {
  double omega = 0.0;
  double size = 0.0;  ///< |H|
};

/// |H| where it was drawn, at omega = 0 and at every pole's angle: between two of those frequencies
/// there is no resonance that none of them sees.
class GainCurve {
 public:
  GainCurve(const ssm::DiscreteModel& model, const DrawnResponse& drawn, Convention convention,
            const compute::Progress& progress)
      : response_(model, convention), progress_(progress) {
    if (std::isfinite(drawn.dc_gain)) samples_.push_back({0.0, std::abs(drawn.dc_gain)});
    const std::size_t count = std::min(drawn.omega.size(), drawn.response.size());
    for (std::size_t k = 0; k < count; ++k)
      samples_.push_back({drawn.omega[k], std::abs(drawn.response[k])});
    for (const Complex& pole : model.abar) {
      const double angle = std::abs(std::arg(pole));
      if (pole != 0.0 && angle > 0.0) samples_.push_back({angle, at(angle)});
    }
    std::erase_if(samples_, [](const Gain& gain) { return std::isnan(gain.size); });
    std::sort(samples_.begin(), samples_.end(),
              [](const Gain& a, const Gain& b) { return a.omega < b.omega; });
  }

  const std::vector<Gain>& samples() const { return samples_; }

  double at(double omega) const {
    if (++evaluations_ % kEvaluationsAPoll == 0) progress_.check();
    return std::abs(response_.at(omega).value);
  }

  /// The largest gain near the sample `index`, by golden sections between its neighbours.
  Gain refined(std::size_t index) const {
    double low = samples_[index > 0 ? index - 1 : 0].omega;
    double high = samples_[std::min(index + 1, samples_.size() - 1)].omega;
    Gain best = samples_[index];
    double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    Gain at_a{a, at(a)}, at_b{b, at(b)};
    for (int i = 0; i < kRefinements && high - low > 1e-15 * kPi; ++i) {
      if (at_a.size > at_b.size) {
        high = b;
        at_b = at_a;
        b = a;
        a = high - kGolden * (high - low);
        at_a = {a, at(a)};
      } else {
        low = a;
        at_a = at_b;
        a = b;
        b = low + kGolden * (high - low);
        at_b = {b, at(b)};
      }
      for (const Gain& gain : {at_a, at_b})
        if (gain.size > best.size) best = gain;
    }
    return best;
  }

  /// Where |H| passes `level`, which is between its values at the two ends.
  double crossing(double above, double below, double level) const {
    for (int i = 0; i < kRefinements; ++i) {
      const double middle = 0.5 * (above + below);
      (at(middle) > level ? above : below) = middle;
    }
    return 0.5 * (above + below);
  }

 private:
  PoleResidueSum response_;
  const compute::Progress& progress_;
  std::vector<Gain> samples_;
  mutable std::size_t evaluations_ = 0;
};

void add_half_power(ResponseMarkers& markers, const GainCurve& curve) {
  const double level = markers.peak_gain / std::numbers::sqrt2;
  const std::vector<Gain>& samples = curve.samples();
  const auto after = [](double omega, const Gain& gain) { return omega < gain.omega; };
  const auto split = std::upper_bound(samples.begin(), samples.end(), markers.peak_omega, after);
  const auto falls = [level](const Gain& gain) { return gain.size <= level; };
  double inside = markers.peak_omega;
  const auto upper = std::find_if(split, samples.end(), falls);
  if (upper != samples.end()) {
    if (upper != split) inside = std::prev(upper)->omega;
    markers.upper_omega = curve.crossing(inside, upper->omega, level);
  } else {
    markers.notes.emplace_back(
        "The gain does not fall to half the peak's power up to Nyquist: upper_omega and bandwidth "
        "have no value.");
  }
  markers.lower_omega = 0.0;
  const auto back = std::make_reverse_iterator(split);
  const auto lower = std::find_if(back, samples.rend(), falls);
  if (lower != samples.rend()) {
    inside = lower == back ? markers.peak_omega : std::prev(lower)->omega;
    markers.lower_omega = curve.crossing(std::min(inside, markers.peak_omega), lower->omega, level);
  }
  markers.bandwidth = markers.upper_omega - markers.lower_omega;
}

void add_peak(ResponseMarkers& markers, const ssm::DiscreteModel& model, const DrawnResponse& drawn,
              Convention convention, const compute::Progress& progress) {
  const GainCurve curve(model, drawn, convention, progress);
  const std::vector<Gain>& samples = curve.samples();
  const auto largest = std::max_element(
      samples.begin(), samples.end(), [](const Gain& a, const Gain& b) { return a.size < b.size; });
  if (largest == samples.end() || !(largest->size > 0.0) || !std::isfinite(largest->size)) {
    markers.notes.emplace_back(
        "The response is zero or infinite: peak and bandwidth have no value.");
    return;
  }
  const Gain peak = curve.refined(static_cast<std::size_t>(largest - samples.begin()));
  markers.peak_omega = peak.omega;
  markers.peak_gain = peak.size;
  add_half_power(markers, curve);
}

}  // namespace

ResponseMarkers response_markers(const target::ScenarioModel& model,
                                 const Discretisation& discretisation, const DrawnResponse& drawn,
                                 const compute::Progress& progress, Convention convention) {
  ResponseMarkers markers;
  markers.dc_gain = drawn.dc_gain;
  if (!std::isfinite(markers.dc_gain)) {
    markers.dc_gain = kUndefined;
    markers.notes.emplace_back("A pole lies at z = 1: the DC gain has no value.");
  }
  add_peak(markers, model.discrete, drawn, convention, progress);
  Settling settling =
      settling_of_step(model, discretisation, drawn.dc_gain, drawn.step, progress, convention);
  markers.settling_steps = settling.steps;
  if (!settling.note.empty()) markers.notes.push_back(std::move(settling.note));
  return markers;
}

}  // namespace ssmscope::spectrum
