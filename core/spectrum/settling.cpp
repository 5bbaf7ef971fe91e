#include "core/spectrum/settling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/spectrum/response_markers.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// Beyond this a count of steps is no longer exact in double precision.
constexpr double kMostSteps = 9e15;
// A DC gain this far below the modes' own is what rounding left of them.
constexpr double kRounding = 1e-11;
constexpr long kMostEvaluations = 200000;  // some tenths of a second with 64 modes
constexpr long kTermsAPoll = 1 << 14;

/// What is missing at step l: H(1) - s_l = sum over modes of factor Re(w abar^(l+1)),
/// w = g/(1 - abar), as a function of a real l.
class Remainder {
 public:
  Remainder(const target::ScenarioModel& model, const Discretisation& discretisation,
            const compute::Progress& progress)
      : progress_(progress) {
    const ssm::DiscreteModel& discrete = model.discrete;
    for (std::size_t m = 0; m < discrete.modes(); ++m) {
      const Complex a = discrete.abar[m];
      if (a == 0.0) continue;  // nothing is left after its first step
      const Complex z = model.continuous.lambda[m] * discretisation.delta;
      const Complex w = -discrete.factor * discrete.c[m] * discrete.bbar[m] /
                        ssm::abar_less_one(discretisation.rule, z);
      // ln |abar| from abar itself would lose its digits near 1.
      const double fall =
          ssm::is_exponential(discretisation.rule) ? z.real() : std::log(std::abs(a));
      terms_.push_back({w, std::abs(w), fall, std::arg(a)});
      size_ += std::abs(w);
    }
  }

  double size() const { return size_; }
  long evaluations() const { return evaluations_; }

  double at(double l) {
    count();
    double sum = 0.0;
    for (const Term& term : terms_)
      sum += (term.w * std::polar(std::exp((l + 1.0) * term.fall), (l + 1.0) * term.turn)).real();
    return sum;
  }

  /// No |remainder| from l on is larger; falls with l.
  double envelope(double l) {
    count();
    double sum = 0.0;
    for (const Term& term : terms_) sum += term.size * std::exp((l + 1.0) * term.fall);
    return sum;
  }

  /// No |derivative| from l on is larger.
  double steepest(double l) {
    count();
    double sum = 0.0;
    for (const Term& term : terms_)
      sum += term.size * std::hypot(term.fall, term.turn) * std::exp((l + 1.0) * term.fall);
    return sum;
  }

 private:
  struct Term {
    Complex w;
    double size, fall, turn;  ///< ln |abar|, arg abar
  };

  void count() {
    ++evaluations_;
    const long terms = static_cast<long>(terms_.size());
    if ((polled_ += terms) < kTermsAPoll) return;
    polled_ = 0;
    progress_.check();
  }

  std::vector<Term> terms_;
  double size_ = 0.0;
  const compute::Progress& progress_;
  long evaluations_ = 0, polled_ = 0;
};

/// Least l with envelope(l) <= band; infinite where there is none in reach.
double surely_settled(Remainder& remainder, double band) {
  if (remainder.envelope(0.0) <= band) return 0.0;
  double low = 0.0, high = 1.0;
  while (!(remainder.envelope(high) <= band)) {
    low = high;
    high *= 2.0;
    if (high > kMostSteps) return std::numeric_limits<double>::infinity();
  }
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    (remainder.envelope(middle) <= band ? high : low) = middle;
  }
  return high;
}

/// The last whole l in [from, to] that is out of the band; `from` - 1: none is. NaN: too much to
/// look at. Halves stretches of steps, the later half first, until one bound says that all of it
/// is inside.
double last_outside(Remainder& remainder, double from, double to, double band) {
  std::vector<std::pair<double, double>> left{{from, to}};
  while (!left.empty()) {
    if (remainder.evaluations() > kMostEvaluations) return kUndefined;
    const auto [a, b] = left.back();
    left.pop_back();
    const double middle = std::floor(0.5 * (a + b));
    const double size = std::abs(remainder.at(middle));
    const double reach = std::max(b - middle, middle - a);
    if (size + reach * remainder.steepest(a) <= band) continue;
    if (a == b) return a;
    if (size <= band) {
      if (middle > a) left.emplace_back(a, middle - 1.0);
    } else {
      left.emplace_back(middle, middle);  // the answer unless a later one is outside
    }
    if (middle < b) left.emplace_back(middle + 1.0, b);
  }
  return from - 1.0;
}

/// The last sample of `step` out of the band; -1: none.
double last_drawn_outside(std::span<const double> step, double dc_gain, double band) {
  for (std::size_t l = step.size(); l-- > 0;)
    if (!(std::abs(step[l] - dc_gain) <= band)) return static_cast<double>(l);
  return -1.0;
}

}  // namespace

Settling settling_of_step(const target::ScenarioModel& model, const Discretisation& discretisation,
                          double dc_gain, std::span<const double> step,
                          const compute::Progress& progress, Convention convention) {
  if (!ssm::is_stable(model.discrete))
    return {kUndefined, "The step response of an unstable model does not settle."};
  Remainder remainder(model, discretisation, progress);
  const double band = kSettledBand * std::abs(dc_gain);
  if (!(band > kSettledBand * kRounding * (remainder.size() + std::abs(model.discrete.d))))
    return {kUndefined,
            "The DC gain is zero, or lost in rounding: there is no band to settle within."};
  // A delayed step response misses at l what the present one missed a step before.
  const double delay = convention == Convention::Delayed ? 1.0 : 0.0;
  const double settled = surely_settled(remainder, band) + delay;
  const auto drawn = static_cast<double>(step.size());
  const auto known = static_cast<std::size_t>(std::min(settled, drawn));
  double last = drawn - 1.0;
  if (settled > drawn) {
    if (std::isfinite(settled))
      last = last_outside(remainder, drawn - delay, settled - 1.0 - delay, band) + delay;
    else
      last = kUndefined;
    if (std::isnan(last))
      return {kUndefined, "The step response settles too late to say at which step."};
  }
  if (last < drawn) last = last_drawn_outside(step.first(known), dc_gain, band);
  return {last + 1.0, {}};
}

}  // namespace ssmscope::spectrum
