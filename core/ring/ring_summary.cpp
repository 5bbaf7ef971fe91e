#include "core/ring/ring_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace ssmscope::ring {
namespace {

constexpr double kSameSpeed = 1e-6;    // relative; rounding of pi m
constexpr double kEvenSpacing = 1e-9;  // spacings that differ by less are equal but for rounding

void add_speeds(RingSummary& summary, const Dispersion& waves) {
  for (const double v : waves.group_velocity) {
    if (!std::isfinite(v)) continue;
    summary.slowest = summary.travels ? std::min(summary.slowest, v) : v;
    summary.fastest = summary.travels ? std::max(summary.fastest, v) : v;
    summary.travels = true;
  }
  const double size = std::max(std::abs(summary.slowest), std::abs(summary.fastest));
  summary.alike = summary.travels && summary.fastest - summary.slowest <= kSameSpeed * size;
}

double energy(const RingResult& result, int row) {
  const auto nodes = static_cast<std::size_t>(result.nodes);
  double sum = 0.0;
  for (const Complex z :
       std::span(result.field).subspan(static_cast<std::size_t>(row) * nodes, nodes))
    sum += std::norm(z);
  return sum;
}

std::optional<double> loss_a_lap(const RingResult& result) {
  if (!std::isfinite(result.lap_steps) || result.lap_steps < 1.0) return std::nullopt;
  const int rows = std::min(result.steps, static_cast<int>(result.input.size()));
  int last_input = 0;
  for (int t = 0; t < rows; ++t)
    if (result.input[static_cast<std::size_t>(t)] != 0.0) last_input = t;
  const double later = last_input + std::max(1.0, std::round(result.lap_steps));
  if (later >= rows) return std::nullopt;
  const double before = energy(result, last_input), after = energy(result, static_cast<int>(later));
  if (!(before > 0.0) || !(after > 0.0) || !std::isfinite(before / after)) return std::nullopt;
  return std::pow(before / after, 0.5 * result.lap_steps / (later - last_input));
}

int aliased(const Dispersion& waves, const Discretisation& how) {
  return static_cast<int>(std::ranges::count_if(waves.frequency, [&how](double frequency) {
    return ssm::is_aliased(how.rule, std::abs(frequency) * how.delta);
  }));
}

}  // namespace

RingSummary summarise(const RingResult& result, const Discretisation& how) {
  RingSummary summary;
  add_speeds(summary, result.dispersion);
  summary.loss_a_lap = loss_a_lap(result);
  summary.aliased = aliased(result.dispersion, how);
  return summary;
}

double even_lap(const ComplexList& lambda, double delta) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::vector<int> order = ring_order(lambda);
  if (order.size() < 2) return kNone;
  const auto frequency = [&](std::size_t m) {
    return lambda[static_cast<std::size_t>(order[m])].imag();
  };
  const double spacing = frequency(1) - frequency(0);
  if (!(spacing > 0.0)) return kNone;
  for (std::size_t m = 1; m + 1 < order.size(); ++m) {
    if (std::abs(frequency(m + 1) - frequency(m) - spacing) > kEvenSpacing * spacing) return kNone;
  }
  return 2.0 * std::numbers::pi / (delta * spacing);
}

}  // namespace ssmscope::ring
