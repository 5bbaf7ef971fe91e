#include "core/continuity/tone_response.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ssmscope::continuity {
namespace {

constexpr double kPi = std::numbers::pi;
// A term's rate and a pole whose exponentials differ by less than this over the whole horizon
// would cancel: such a pair is summed by itself, through expm1.
constexpr double kNear = 0.05;
// Powers by a running product start afresh from an exact one after this many.
constexpr int kProductsInARow = 64;
constexpr std::size_t kTermsAPoll = 1 << 16;

/// weight (e^{alpha n} - e^{beta n})/(q - a) for alpha near beta, the logarithms of q and a.
struct NearPair {
  Complex weight, alpha, beta;
  bool whole_steps;  ///< q - a is e^alpha - e^beta; else (continuous time) it is alpha - beta
};

/// Re of sum_j weight_j e^{exponent_j n} + near pairs, at n = first + i step.
struct ExponentialSum {
  struct Term {
    Complex weight, exponent;
  };
  std::vector<Term> terms;
  std::vector<NearPair> pairs;
};

/// (e^{alpha n} - e^{beta n})/(q - a)
Complex near_ratio(const NearPair& pair, double n) {
  const Complex difference = pair.alpha - pair.beta;
  const Complex ratio = n * ssm::expm1_over(difference * n);
  if (!pair.whole_steps) return std::exp(pair.beta * n) * ratio;
  return std::exp(pair.beta * (n - 1.0)) * ratio / ssm::expm1_over(difference);
}

void add_sum(const ExponentialSum& sum, double first, double step, double scale,
             std::vector<double>& out, std::size_t begin, compute::Progress& progress) {
  std::size_t done = 0;
  const auto poll = [&](std::size_t terms) {
    if ((done += terms) < kTermsAPoll) return;
    progress.check();
    done = 0;
  };
  for (const ExponentialSum::Term& term : sum.terms) {
    const Complex ratio = std::exp(term.exponent * step);
    const Complex weight = scale * term.weight;
    for (std::size_t block = begin; block < out.size(); block += kProductsInARow) {
      const std::size_t end = std::min(out.size(), block + kProductsInARow);
      Complex power =
          weight * std::exp(term.exponent * (first + step * static_cast<double>(block - begin)));
      for (std::size_t i = block; i < end; ++i) {
        out[i] += power.real();
        power = {power.real() * ratio.real() - power.imag() * ratio.imag(),
                 power.real() * ratio.imag() + power.imag() * ratio.real()};
      }
      poll(end - block);
    }
  }
  for (const NearPair& pair : sum.pairs) {
    for (std::size_t i = begin; i < out.size(); ++i) {
      const double n = first + step * static_cast<double>(i - begin);
      out[i] += scale * (pair.weight * near_ratio(pair, n)).real();
    }
    poll(32 * (out.size() - begin));
  }
}

double difference_size(Complex alpha, Complex beta, bool whole_steps) {
  Complex difference = alpha - beta;
  if (whole_steps) difference.imag(std::remainder(difference.imag(), 2.0 * kPi));
  return std::abs(difference);
}

/// What the poles and the input's rates are over one unit of n: logarithms, and a - 1 and q - 1
/// without cancellation.
struct Unit {
  std::vector<Complex> pole_log, pole_less_one, gain;  ///< gain: factor c b of each mode
  std::vector<Complex> rate_log, rate_less_one, amplitude;
  bool whole_steps = true;  ///< n is whole: logarithms count modulo 2 pi i
};

/// Sum over modes and terms of gain amplitude (q^n - a^n)/(q - a), separated into powers of q
/// and powers of a, except for pairs that would cancel over the largest n.
ExponentialSum separate(const Unit& unit, double largest_n) {
  ExponentialSum sum;
  std::vector<Complex> of_rate(unit.rate_log.size()), of_pole(unit.pole_log.size());
  for (std::size_t m = 0; m < of_pole.size(); ++m) {
    for (std::size_t j = 0; j < of_rate.size(); ++j) {
      const Complex weight = unit.gain[m] * unit.amplitude[j];
      Complex alpha = unit.rate_log[j];
      const double apart = difference_size(alpha, unit.pole_log[m], unit.whole_steps);
      if (apart * largest_n < kNear) {
        const Complex difference = alpha - unit.pole_log[m];
        const double turns = std::round(difference.imag() / (2.0 * kPi));
        if (unit.whole_steps) alpha -= Complex(0.0, 2.0 * kPi * turns);
        sum.pairs.push_back({weight, alpha, unit.pole_log[m], unit.whole_steps});
        continue;
      }
      const Complex part = weight / (unit.rate_less_one[j] - unit.pole_less_one[m]);
      of_rate[j] += part;
      of_pole[m] -= part;
    }
  }
  for (std::size_t j = 0; j < of_rate.size(); ++j)
    sum.terms.push_back({of_rate[j], unit.rate_log[j]});
  for (std::size_t m = 0; m < of_pole.size(); ++m)  // 0^n = 0: the unit step at n = 0 is not used
    if (std::isfinite(unit.pole_log[m].real())) sum.terms.push_back({of_pole[m], unit.pole_log[m]});
  return sum;
}

void add_direct(const ssm::ContinuousModel& model, const SmoothInput& input, const TimeGrid& grid,
                std::vector<double>& out, compute::Progress& progress) {
  if (model.D == 0.0) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i % 256 == 0) progress.check();
    out[i] += model.D * input.value(grid.spacing * static_cast<double>(i + 1));
  }
}

Complex log1p(Complex z) {
  const double x = z.real(), y = z.imag();
  return {0.5 * std::log1p(x * (2.0 + x) + y * y), std::atan2(y, 1.0 + x)};
}

Unit unit_of_step(const ssm::ContinuousModel& model, Rule rule, const SmoothInput& input,
                  double tau) {
  const ssm::DiscreteModel discrete = ssm::discretise(model, rule, tau);
  Unit unit;
  for (std::size_t m = 0; m < discrete.modes(); ++m) {
    const Complex z = tau * model.lambda[m];
    const Complex less_one = ssm::abar_less_one(rule, z);
    unit.pole_less_one.push_back(less_one);
    unit.pole_log.push_back(ssm::is_exponential(rule) ? z : log1p(less_one));
    unit.gain.push_back(discrete.factor * discrete.c[m] * discrete.bbar[m]);
  }
  for (const Exponential& term : input.terms) {
    unit.rate_log.push_back(term.rate * tau);
    unit.rate_less_one.push_back(ssm::expm1(term.rate * tau));
    unit.amplitude.push_back(term.amplitude);
  }
  return unit;
}

/// One-sided hold: x_k = bbar sum of abar^{k-j} u_j over the samples in use, n of them at step k.
struct OneSided {
  int shift = 0;           ///< n = k - shift
  double first_age = 0.0;  ///< time from the onset to the first sample in use
};

OneSided one_sided(bool right, const SmoothInput& input, double tau) {
  // A whole number of steps may come out a rounding above it.
  constexpr double kRounding = 1e-9;
  const int sample = static_cast<int>(std::ceil(input.onset / tau - kRounding));
  if (!right) return {sample, std::max(0.0, sample * tau - input.onset)};
  // The first step, over (0, tau], sees u(tau): u(0) is never used.
  const int used = std::max(sample, 1);
  return {used - 1, std::max(0.0, used * tau - input.onset)};
}

void add_one_sided(Unit unit, const OneSided& hold, const SmoothInput& input, double scale,
                   int stride, std::vector<double>& out, compute::Progress& progress) {
  for (std::size_t j = 0; j < unit.amplitude.size(); ++j)
    unit.amplitude[j] *= std::exp(input.terms[j].rate * hold.first_age);
  const auto steps = static_cast<double>(stride);
  // The first grid time with n >= 1.
  const auto begin = static_cast<std::size_t>(hold.shift / stride);
  if (begin >= out.size()) return;
  const double first = steps * static_cast<double>(begin + 1) - hold.shift;
  const double last = steps * static_cast<double>(out.size()) - hold.shift;
  add_sum(separate(unit, last), first, steps, scale, out, begin, progress);
}

}  // namespace

std::vector<double> exact_response(const ssm::ContinuousModel& model, const SmoothInput& input,
                                   const TimeGrid& grid, compute::Progress& progress) {
  // n is time since the onset: (e^{st} - e^{lambda t})/(s - lambda), q - 1 and a - 1 become s
  // and lambda.
  Unit unit;
  unit.whole_steps = false;
  for (std::size_t m = 0; m < model.lambda.size(); ++m) {
    unit.pole_less_one.push_back(model.lambda[m]);
    unit.pole_log.push_back(model.lambda[m]);
    unit.gain.push_back(model.factor * model.C[m] * model.B[m]);
  }
  for (const Exponential& term : input.terms) {
    unit.rate_log.push_back(term.rate);
    unit.rate_less_one.push_back(term.rate);
    unit.amplitude.push_back(term.amplitude);
  }
  std::vector<double> out(static_cast<std::size_t>(grid.count), 0.0);
  const auto begin = static_cast<std::size_t>(std::floor(input.onset / grid.spacing));
  if (begin < out.size()) {
    const double first = grid.spacing * static_cast<double>(begin + 1) - input.onset;
    const double last = grid.spacing * static_cast<double>(out.size()) - input.onset;
    add_sum(separate(unit, last), first, grid.spacing, 1.0, out, begin, progress);
  }
  add_direct(model, input, grid, out, progress);
  return out;
}

std::vector<double> stepped_response(const ssm::ContinuousModel& model, Rule rule, Hold hold,
                                     const SmoothInput& input, const TimeGrid& grid, int stride,
                                     compute::Progress& progress) {
  const double tau = grid.spacing / stride;
  const Unit unit = unit_of_step(model, rule, input, tau);
  std::vector<double> out(static_cast<std::size_t>(grid.count), 0.0);
  const double scale = hold == Hold::Mean ? 0.5 : 1.0;
  if (hold != Hold::Right)
    add_one_sided(unit, one_sided(false, input, tau), input, scale, stride, out, progress);
  if (hold != Hold::Left)
    add_one_sided(unit, one_sided(true, input, tau), input, scale, stride, out, progress);
  add_direct(model, input, grid, out, progress);
  return out;
}

}  // namespace ssmscope::continuity
