#include "core/spectrum/total_memory.hpp"

#include <cmath>
#include <limits>

namespace ssmscope::spectrum {
namespace {

constexpr double kShare = 0.99;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// Beyond this a count of steps is no longer exact in double precision.
constexpr double kMostSteps = 9e15;

}  // namespace

double total_memory(const ssm::DiscreteModel& model, std::span<const double> kernel,
                    compute::Progress& progress, Convention convention) {
  if (!ssm::is_stable(model)) return kUndefined;
  // A tail never holds D, which is in the first sample; delayed, it began one step earlier.
  ssm::DiscreteModel states = model;
  states.d = 0.0;
  const std::size_t delay = convention == Convention::Delayed ? 1 : 0;
  const auto tail = [&](std::size_t first) {
    return ssm::kernel_energy(states, first - delay, progress);
  };
  double computed = 0.0;
  for (const double h : kernel) computed += h * h;
  const double total = computed + tail(kernel.size());
  if (!(total > 0.0) || !std::isfinite(total)) return kUndefined;
  double sum = 0.0;
  for (std::size_t l = 0; l < kernel.size(); ++l) {
    sum += kernel[l] * kernel[l];
    if (sum >= kShare * total) return static_cast<double>(l);
  }
  // The energy after l is that of a tail, which falls with l: double, then bisect.
  const auto reached = [&](double l) {
    return tail(static_cast<std::size_t>(l) + 1) <= (1.0 - kShare) * total;
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
