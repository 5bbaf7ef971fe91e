// What is read off a model: memory, aliasing, stability, energy, the continuous response.
#include <algorithm>
#include <cmath>
#include <iomanip>
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
constexpr std::size_t kTermsAPoll = 1 << 16;

/// ln |a| without cancellation near |a| = 1: |a|^2 - 1 = (re - 1)(re + 1) + im^2.
double log_modulus(Complex a) {
  const double re = std::abs(a.real());
  const double excess = (re - 1.0) * (re + 1.0) + a.imag() * a.imag();
  if (std::abs(excess) < 0.5) return 0.5 * std::log1p(excess);
  return std::log(std::abs(a));
}

double memory_steps(Complex lambda, Complex abar, Rule rule, double delta) {
  if (abar == 0.0) return 0.0;
  if (!(std::abs(abar) < 1.0)) return kNaN;
  if (is_exponential(rule)) return -1.0 / (delta * lambda.real());
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

/// Digits of a growth that rounding of abar leaves, 6 at the most.
int known_digits(double excess) {
  return static_cast<int>(std::clamp(std::log10(excess / kOneRounding), 1.0, 6.0));
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
    text << "grows by a factor 1 + " << std::setprecision(known_digits(excess)) << excess
         << " a step";
  } else {
    text << "grows by a factor " << std::abs(abar) << " a step";
  }
  return text.str();
}

/// Re(numerator/(1 - product)) without std::complex's slow division.
double real_ratio(Complex numerator, Complex product) {
  const Complex z = 1.0 - product;
  return (numerator.real() * z.real() + numerator.imag() * z.imag()) / std::norm(z);
}

/// abar^steps; 0^0 = 1.
Complex power(Complex abar, double steps) {
  if (steps == 0.0) return 1.0;
  if (abar == 0.0) return 0.0;
  return std::polar(std::exp(steps * std::log(std::abs(abar))), steps * std::arg(abar));
}

/// c bbar abar^first of each mode.
ComplexList residues(const DiscreteModel& model, std::size_t first) {
  ComplexList g(model.modes());
  for (std::size_t m = 0; m < g.size(); ++m)
    g[m] = model.c[m] * model.bbar[m] * power(model.abar[m], static_cast<double>(first));
  return g;
}

/// Entry of the Gram matrix for residues g, h at poles a, b, over factor^2/2.
double gram_entry(Complex g, Complex a, Complex h, Complex b) {
  return real_ratio(g * std::conj(h), a * std::conj(b)) + real_ratio(g * h, a * b);
}

}  // namespace

bool is_aliased(Rule rule, double radians_per_step) {
  return is_exponential(rule) && radians_per_step > std::numbers::pi * (1.0 + kNyquistSlack);
}

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
    readout.aliased = is_aliased(rule, readout.radians_per_step);
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

std::vector<double> energy_gram(const DiscreteModel& model, const compute::Progress& progress) {
  const std::size_t modes = model.modes();
  const double scale = 0.5 * model.factor * model.factor;
  const ComplexList g = residues(model, 0);
  std::vector<double> gram(modes * modes);
  std::size_t terms = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    if ((terms += modes - m) > kTermsAPoll) {
      progress.check();
      terms = 0;
    }
    for (std::size_t n = m; n < modes; ++n)
      gram[m * modes + n] = gram[n * modes + m] =
          scale * gram_entry(g[m], model.abar[m], g[n], model.abar[n]);
  }
  return gram;
}

double kernel_energy(const DiscreteModel& model, std::size_t first,
                     const compute::Progress& progress) {
  const std::size_t modes = model.modes();
  const ComplexList g = residues(model, first);
  double sum = 0.0;
  std::size_t terms = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    if ((terms += modes - m) > kTermsAPoll) {
      progress.check();
      terms = 0;
    }
    for (std::size_t n = m; n < modes; ++n) {  // the Gram matrix is symmetric
      const double entry = gram_entry(g[m], model.abar[m], g[n], model.abar[n]);
      sum += m == n ? entry : 2.0 * entry;
    }
  }
  sum *= 0.5 * model.factor * model.factor;
  if (first == 0) {
    double at_zero = 0.0;
    for (const Complex& value : g) at_zero += model.factor * value.real();
    sum += model.d * (2.0 * at_zero + model.d);
  }
  return std::max(sum, 0.0);
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
