// Ai(x) by three expansions that overlap: the Maclaurin series in extended precision around 0, a
// trapezoidal sum of an integral on the decaying side, the asymptotic series on the oscillating
// side. (NIST Handbook of Mathematical Functions, 9.4.1, 9.6.2 with 10.32.9, 9.7.9.)
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/target/memory_function.hpp"

namespace ssmscope::target {
namespace {

// The series at -7.8 sums terms up to 2e6 to a value below 0.5: 64 bits leave 1e-13 there.
static_assert(std::numeric_limits<long double>::digits >= 64);
constexpr double kSeriesFrom = -7.8;
constexpr double kSeriesTo = 1.5;

double series(double x) {
  constexpr long double kAi0 = 0.355028053887817239260063186004183177L;
  constexpr long double kMinusAiPrime0 = 0.258819403792806798405183560189203963L;
  const long double cube = static_cast<long double>(x) * x * x;
  long double even = 1.0L, even_term = 1.0L;
  long double odd = x, odd_term = x;
  for (int k = 1; k < 200; ++k) {
    const long double n = 3.0L * k;
    even_term *= cube / (n * (n - 1));
    odd_term *= cube / (n * (n + 1));
    even += even_term;
    odd += odd_term;
    if (std::abs(even_term) + std::abs(odd_term) < 1e-25L) break;
  }
  return static_cast<double>(kAi0 * even - kMinusAiPrime0 * odd);
}

// Ai(x) = sqrt(x/3)/pi K_{1/3}(zeta), K_nu(z) = integral of e^{-z cosh t} cosh(nu t) over t >= 0:
// the integrand falls doubly exponentially, so the trapezoidal rule is exact to rounding.
double decaying(double x) {
  const double zeta = 2.0 / 3.0 * x * std::sqrt(x);
  if (zeta > 760.0) return 0.0;
  // Beyond t_end the factor is below e^-45. The rule's error falls like e^{-2 pi y/h} with the
  // half-width y < pi/2 of the strip where the integrand decays.
  const double t_end = std::acosh(1.0 + 45.0 / zeta);
  constexpr int kIntervals = 64;
  const double h = t_end / kIntervals;
  double sum = 0.5;
  for (int i = 1; i <= kIntervals; ++i) {
    const double half = std::sinh(0.5 * i * h);
    sum += std::exp(-2.0 * zeta * half * half) * std::cosh(i * h / 3.0);
  }
  return std::sqrt(x / 3.0) / std::numbers::pi * h * sum * std::exp(-zeta);
}

double oscillating(double x) {
  const double t = -x;
  const double zeta = 2.0 / 3.0 * t * std::sqrt(t);
  if (std::isinf(zeta)) return 0.0;  // its envelope there is below 1e-51
  // u_k / zeta^k, u_k = u_{k-1} (6k-5)(6k-3)(6k-1)/(216 k (2k-1)); stop at the smallest term.
  double even = 1.0, odd = 0.0, term = 1.0;
  for (int k = 1; k < 60; ++k) {
    const double factor =
        (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / (216.0 * k * (2.0 * k - 1) * zeta);
    if (factor >= 1.0 || term < 1e-18) break;
    term *= factor;
    const double sign = (k / 2) % 2 == 0 ? 1.0 : -1.0;
    (k % 2 == 0 ? even : odd) += sign * term;
  }
  const double phase = zeta - std::numbers::pi / 4;
  const double amplitude = 1.0 / std::sqrt(std::numbers::pi * std::sqrt(t));
  return amplitude * (std::cos(phase) * even + std::sin(phase) * odd);
}

}  // namespace

double airy(double x) {
  if (std::isnan(x)) return x;
  if (x < kSeriesFrom) return oscillating(x);
  return x <= kSeriesTo ? series(x) : decaying(x);
}

}  // namespace ssmscope::target
