// The alpha forms are ours (MATHS section 6): how alpha sets the memory of a target is said here
// and nowhere else.
#include "core/target/memory_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/limits.hpp"
#include "core/scenario/within_field.hpp"

namespace ssmscope::target {
namespace {

constexpr double kPolynomialPower = 1.5;
constexpr double kLeastMemory = 0.02;    // mu at alpha = 0, of every kind
constexpr double kGreatestDecay = 0.2;   // mu at alpha = 1, exponential and polynomial
constexpr double kGreatestPlace = 0.82;  // mu at alpha = 1, impulse and Airy
constexpr int kAiryWidths = 32;          // T/32 steps a unit of the Airy function
constexpr int kFileColumn = 0;

bool decays(MemoryKind kind) {
  return kind == MemoryKind::Exponential || kind == MemoryKind::Polynomial;
}

bool is_analytic(MemoryKind kind) {
  return decays(kind) || kind == MemoryKind::Impulse || kind == MemoryKind::Airy;
}

double relative_memory(MemoryKind kind, double alpha) {
  const double greatest = decays(kind) ? kGreatestDecay : kGreatestPlace;
  return kLeastMemory + alpha * (greatest - kLeastMemory);
}

double polynomial_at(double s, double tau) {
  const double base = 1.0 + s / tau;
  static_assert(kPolynomialPower == 1.5);
  return 1.0 / (base * std::sqrt(base));
}

// sum of rho(s) over 1 <= s < T.
double decay_sum(MemoryKind kind, double tau, int length) {
  if (kind == MemoryKind::Exponential) {
    // q (1 - q^{T-1})/(1 - q), q = e^{-1/tau}
    return std::exp(-1.0 / tau) * std::expm1(-(length - 1) / tau) / std::expm1(-1.0 / tau);
  }
  double sum = 0.0;
  for (int s = 1; s < length; ++s) sum += polynomial_at(s, tau);
  return sum;
}

void require_length(MemoryKind kind, int length) {
  if (kind == MemoryKind::Airy && length < kShortestAiry) {
    throw InputError("target.length must be at least " + std::to_string(kShortestAiry) +
                     " for an airy memory (it aliases below), not " + std::to_string(length));
  }
  if (length < 2) {
    throw InputError("target.length must be at least 2, not " + std::to_string(length));
  }
}

std::vector<double> file_values(const Target& target) {
  auto values = within_field("target", [&] { return data::read_series(target.file, kFileColumn); });
  const auto length = static_cast<std::size_t>(target.length);
  if (values.size() < length) {
    throw InputError("target: " + target.file.path + " holds " + std::to_string(values.size()) +
                     " values, so target.length must be at most that, not " +
                     std::to_string(target.length));
  }
  values.resize(length);
  return values;
}

std::vector<double> mixture(const Target& target) {
  std::vector<double> rho(static_cast<std::size_t>(target.length), 0.0);
  for (const auto& part : target.parts) {
    const auto term = memory_function(part.kind, part.alpha, target.length);
    for (std::size_t s = 0; s < rho.size(); ++s) rho[s] += part.weight * term[s];
  }
  return rho;
}

}  // namespace

double decay_time(MemoryKind kind, double alpha, int length) {
  if (!decays(kind)) throw InputError("only an exponential or polynomial memory has a decay time");
  require_length(kind, length);
  const double wanted = relative_memory(kind, alpha) * (length - 1);
  // The sum grows with tau from 0 to T - 1, and mu <= 0.2 keeps tau well inside this bracket.
  double low = std::log(1e-3), high = std::log(10.0 * length);
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return std::exp(middle);
    (decay_sum(kind, std::exp(middle), length) < wanted ? low : high) = middle;
  }
}

double remembered_steps(MemoryKind kind, double alpha, int length) {
  if (!is_analytic(kind)) return std::numeric_limits<double>::quiet_NaN();
  return relative_memory(kind, alpha) * (length - 1);
}

std::vector<double> memory_function(MemoryKind kind, double alpha, int length) {
  require_length(kind, length);
  const auto count = static_cast<std::size_t>(length);
  std::vector<double> rho(count, 0.0);
  if (decays(kind)) {
    const double tau = decay_time(kind, alpha, length);
    for (std::size_t s = 0; s < count; ++s) {
      const auto step = static_cast<double>(s);
      rho[s] = kind == MemoryKind::Exponential ? std::exp(-step / tau) : polynomial_at(step, tau);
    }
  } else if (kind == MemoryKind::Impulse) {
    rho[static_cast<std::size_t>(std::floor(remembered_steps(kind, alpha, length) + 0.5))] = 1.0;
  } else if (kind == MemoryKind::Airy) {
    const double width = static_cast<double>(length) / kAiryWidths;
    const double turn = relative_memory(kind, alpha) * length;
    for (std::size_t s = 0; s < count; ++s) {
      rho[s] = airy((static_cast<double>(s) - turn) / width);
    }
  } else {
    throw InputError("a mixture's part must be exponential, polynomial, impulse or airy");
  }
  return rho;
}

std::vector<double> memory_function(const Target& target) {
  switch (target.kind) {
    case MemoryKind::Mixture:
      return mixture(target);
    case MemoryKind::Samples:
      return target.values;
    case MemoryKind::File:
      return file_values(target);
    default:
      return memory_function(target.kind, target.alpha, target.length);
  }
}

}  // namespace ssmscope::target
