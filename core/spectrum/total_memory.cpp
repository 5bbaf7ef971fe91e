#include "core/spectrum/total_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssmscope::spectrum {
namespace {

constexpr double kShare = 0.99;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// Beyond this a count of steps is no longer exact in double precision.
constexpr double kMostSteps = 9e15;
constexpr std::size_t kTermsAPoll = 1 << 16;

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

}  // namespace

double kernel_tail_energy(const ssm::DiscreteModel& model, std::size_t first,
                          compute::Progress& progress) {
  const std::size_t modes = model.modes();
  std::vector<Complex> g(modes);
  for (std::size_t m = 0; m < modes; ++m)
    g[m] = model.c[m] * model.bbar[m] * power(model.abar[m], static_cast<double>(first));
  double sum = 0.0;
  std::size_t terms = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    if ((terms += modes - m) > kTermsAPoll) {
      progress.check();
      terms = 0;
    }
    for (std::size_t n = m; n < modes; ++n) {  // the Gram matrix of MATHS section 1 is symmetric
      const Complex a = model.abar[m], b = model.abar[n];
      const double inner =
          real_ratio(g[m] * std::conj(g[n]), a * std::conj(b)) + real_ratio(g[m] * g[n], a * b);
      sum += m == n ? inner : 2.0 * inner;
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

double total_memory(const ssm::DiscreteModel& model, std::span<const double> kernel,
                    compute::Progress& progress) {
  if (!ssm::is_stable(model)) return kUndefined;
  double computed = 0.0;
  for (const double h : kernel) computed += h * h;
  const double total = computed + kernel_tail_energy(model, kernel.size(), progress);
  if (!(total > 0.0) || !std::isfinite(total)) return kUndefined;
  double sum = 0.0;
  for (std::size_t l = 0; l < kernel.size(); ++l) {
    sum += kernel[l] * kernel[l];
    if (sum >= kShare * total) return static_cast<double>(l);
  }
  // The energy after l is that of a tail, which falls with l: double, then bisect.
  const auto reached = [&](double l) {
    return kernel_tail_energy(model, static_cast<std::size_t>(l) + 1, progress) <=
           (1.0 - kShare) * total;
  };
  double low = static_cast<double>(kernel.size()) - 1.0, high = 2.0 * low + 2.0;
  while (!reached(high)) {
    low = high;
    high *= 2.0;
    if (high > kMostSteps) return kUndefined;
  }
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace ssmscope::spectrum
