// What is read off a discrete model: memory, aliasing, stability, energy, response.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include "core/ssm/diagonal.hpp"

namespace ssmscope::ssm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// An angle within rounding of Nyquist is not aliased (S4D-Lin at delta = 0.1, n = 10).
constexpr double kNyquistSlack = 1e-12;
/// How far rounding may put |abar| from 1.
constexpr double kOneRounding = 2.0 * std::numeric_limits<double>::epsilon();

/// ln |a| without cancellation near |a| = 1: |a|^2 - 1 = (re - 1)(re + 1) + im^2.
double log_modulus(Complex a) {
  const double re = std::abs(a.real());
  const double excess = (re - 1.0) * (re + 1.0) + a.imag() * a.imag();
  if (std::abs(excess) < 0.5) return 0.5 * std::log1p(excess);
  return std::log(std::abs(a));
}

bool exact_exponential(Rule rule) { return rule == Rule::Zoh || rule == Rule::EulerB; }

double memory_steps(Complex lambda, Complex abar, Rule rule, double delta) {
  if (abar == 0.0) return 0.0;
  if (!(std::abs(abar) < 1.0)) return kNaN;
  if (exact_exponential(rule)) return -1.0 / (delta * lambda.real());
  return -1.0 / log_modulus(abar);
}

/// The mode that grows fastest; -1 when every one decays. NaN counts as growing.
int fastest_growing(const DiscreteModel& model) {
  int worst = -1;
  double modulus = 0.0;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const double a = std::abs(model.abar[m]);
    if (a < 1.0) continue;
    if (worst >= 0 && !(a > modulus)) continue;
    worst = static_cast<int>(m);
    modulus = a;
  }
  return worst;
}

std::size_t growing_modes(const DiscreteModel& model) {
  return static_cast<std::size_t>(std::count_if(model.abar.begin(), model.abar.end(),
                                                [](Complex a) { return !(std::abs(a) < 1.0); }));
}

/// "grows by a factor 1.01 a step"; close to 1 the excess says more.
std::string growth(Complex abar) {
  std::ostringstream text;
  const double excess = std::expm1(log_modulus(abar));
  if (!std::isfinite(excess)) {
    text << "its growth a step has no finite value";
  } else if (excess == 0.0) {
    text << "|Abar| = 1: it never decays";
  } else if (excess < 1e-3) {
    text << "grows by a factor 1 + " << excess << " a step";
  } else {
    text << "grows by a factor " << std::abs(abar) << " a step";
  }
  return text.str();
}

}  // namespace

std::vector<ModeReadout> mode_readouts(const ContinuousModel& model, const DiscreteModel& discrete,
                                       Rule rule, double delta) {
  std::vector<ModeReadout> readouts;
  readouts.reserve(discrete.modes());
  for (std::size_t m = 0; m < discrete.modes(); ++m) {
    const Complex lambda = model.lambda[m];
    const Complex abar = discrete.abar[m];
    ModeReadout readout;
    readout.memory_steps = memory_steps(lambda, abar, rule, delta);
    readout.radians_per_step = std::abs(lambda.imag()) * delta;
    readout.appears_at = abar == 0.0 ? kNaN : std::arg(abar);
    readout.aliased = exact_exponential(rule) &&
                      readout.radians_per_step > std::numbers::pi * (1.0 + kNyquistSlack);
    readouts.push_back(readout);
  }
  return readouts;
}

std::vector<double> mode_frequencies(const DiscreteModel& model) {
  std::vector<double> omega;
  for (const Complex& pole : model.abar) omega.push_back(std::abs(std::arg(pole)));
  return omega;
}

bool is_stable(const DiscreteModel& model) { return growing_modes(model) == 0; }

std::string instability(const ContinuousModel& model, const DiscreteModel& discrete) {
  const int worst = fastest_growing(discrete);
  if (worst < 0) return {};
  const auto m = static_cast<std::size_t>(worst);
  std::string reason = "|Abar| >= 1";
  if (model.lambda[m].real() > 0.0) reason = "Re lambda > 0";
  if (model.lambda[m].real() == 0.0) reason = "Re lambda = 0";
  std::string text = "unstable: " + reason + " for mode " + std::to_string(worst) + " (" +
                     growth(discrete.abar[m]) + ")";
  if (model.lambda[m].real() < 0.0) {
    // Below one rounding of 1 the decay of a step is lost, whatever the rule.
    const bool rounded = std::abs(std::abs(discrete.abar[m]) - 1.0) <= kOneRounding;
    text += std::string(", although Re lambda < 0: ") +
            (rounded ? "the decay of one step is lost in rounding"
                     : "the step is too large for this rule");
  }
  const std::size_t others = growing_modes(discrete) - 1;
  if (others > 0) {
    text += ", and " + std::to_string(others) + " more mode" + (others == 1 ? "" : "s");
  }
  return text;
}

std::size_t finite_steps(const DiscreteModel& model, std::size_t length, double limit) {
  std::size_t steps = length;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const Complex a = model.abar[m];
    const double log_a = log_modulus(a);
    if (log_a <= 0.0) continue;
    if (!std::isfinite(log_a)) {
      const bool finite_start = std::isfinite(std::abs(model.bbar[m]));
      steps = std::min<std::size_t>(steps, finite_start ? 1 : 0);
      continue;
    }
    const double last = std::floor(std::log(limit) / log_a);
    if (last + 1.0 < static_cast<double>(steps)) steps = static_cast<std::size_t>(last) + 1;
  }
  return steps;
}

std::vector<double> energy_gram(const DiscreteModel& model) {
  const std::size_t modes = model.modes();
  const double scale = 0.5 * model.factor * model.factor;
  std::vector<double> gram(modes * modes);
  for (std::size_t m = 0; m < modes; ++m) {
    const Complex gm = model.c[m] * model.bbar[m];
    for (std::size_t n = m; n < modes; ++n) {
      const Complex gn = model.c[n] * model.bbar[n];
      const Complex product =
          gm * std::conj(gn) / (1.0 - model.abar[m] * std::conj(model.abar[n])) +
          gm * gn / (1.0 - model.abar[m] * model.abar[n]);
      gram[m * modes + n] = gram[n * modes + m] = scale * product.real();
    }
  }
  return gram;
}

double kernel_energy(const DiscreteModel& model) {
  double energy = model.d * model.d;
  for (const double entry : energy_gram(model)) energy += entry;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    energy += 2.0 * model.d * model.factor * (model.c[m] * model.bbar[m]).real();
  }
  return energy;
}

ResponseAt response_at(const DiscreteModel& model, double omega) {
  const Complex z = std::polar(1.0, -omega);
  const Complex turn(0.0, -1.0);  // dz/d omega = -i z
  Complex value = 0.0;
  Complex derivative = 0.0;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const Complex a = model.abar[m];
    const Complex g = model.c[m] * model.bbar[m];
    const Complex one = 1.0 / (1.0 - a * z);
    const Complex other = 1.0 / (1.0 - std::conj(a) * z);
    value += g * one + std::conj(g) * other;
    derivative += g * a * one * one + std::conj(g * a) * other * other;
  }
  const double half = 0.5 * model.factor;
  return {half * value + model.d, half * derivative * turn * z};
}

Complex continuous_response(const ContinuousModel& model, double w) {
  const Complex s(0.0, w);
  Complex sum = 0.0;
  for (std::size_t m = 0; m < model.lambda.size(); ++m) {
    const Complex g = model.C[m] * model.B[m];
    sum += g / (s - model.lambda[m]) + std::conj(g) / (s - std::conj(model.lambda[m]));
  }
  return 0.5 * model.factor * sum + model.D;
}

}  // namespace ssmscope::ssm
