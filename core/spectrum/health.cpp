#include "core/spectrum/health.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssmscope::spectrum {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
constexpr double kRingsBeyond = 2.0;  // |lambda| delta

/// The first step at which some |abar^l| is beyond `limit`.
double overflow(const ssm::DiscreteModel& model, double limit) {
  const std::size_t steps = ssm::finite_steps(model, kNever, limit);
  return steps == kNever ? kUndefined : static_cast<double>(steps);
}

/// |a| - 1 without cancellation: |a|^2 - 1 = (re - 1)(re + 1) + im^2.
double growth(Complex a) {
  const double re = std::abs(a.real());
  return ((re - 1.0) * (re + 1.0) + a.imag() * a.imag()) / (std::abs(a) + 1.0);
}

double energy_beyond(const ssm::DiscreteModel& model, std::size_t length,
                     const compute::Progress& progress) {
  if (!ssm::is_stable(model)) return kUndefined;
  const double whole = ssm::kernel_energy(model, 0, progress);
  if (!(whole > 0.0) || !std::isfinite(whole)) return kUndefined;
  return std::min(1.0, ssm::kernel_energy(model, length, progress) / whole);
}

double largest(std::span<const Complex> response) {
  double size = kUndefined;
  for (const Complex& value : response) {
    const double each = std::abs(value);
    if (std::isfinite(each) && !(each <= size)) size = each;
  }
  return size;
}

void add_modes(Health& health, const target::ScenarioModel& model,
               const Discretisation& discretisation) {
  const auto readouts = ssm::mode_readouts(model.continuous, model.discrete, discretisation.rule,
                                           discretisation.delta);
  for (std::size_t m = 0; m < readouts.size(); ++m) {
    const int mode = static_cast<int>(m);
    const Complex a = model.discrete.abar[m];
    if (!(std::abs(a) < 1.0)) health.growing.push_back({mode, growth(a)});
    const double size = std::abs(model.continuous.lambda[m]) * discretisation.delta;
    if (discretisation.rule == Rule::Bilinear && size > kRingsBeyond)
      health.ringing.push_back(mode);
    if (readouts[m].aliased)
      health.aliased.push_back({mode, readouts[m].radians_per_step, readouts[m].appears_at});
    health.residue_sum +=
        model.discrete.factor * std::abs(model.discrete.c[m] * model.discrete.bbar[m]);
  }
}

}  // namespace

Health health(const target::ScenarioModel& model, const Discretisation& discretisation,
              std::size_t kernel_length, std::span<const Complex> response,
              const compute::Progress& progress) {
  Health result{};
  result.overflow_single =
      overflow(model.discrete, static_cast<double>(std::numeric_limits<float>::max()));
  result.overflow_double = overflow(model.discrete, std::numeric_limits<double>::max());
  add_modes(result, model, discretisation);
  result.largest_response = largest(response);
  result.cancellation =
      result.largest_response > 0.0 ? result.residue_sum / result.largest_response : kUndefined;
  result.energy_beyond = energy_beyond(model.discrete, kernel_length, progress);
  return result;
}

}  // namespace ssmscope::spectrum
