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
constexpr double kSameLoss = 1e-6;     // of ln |x_m| over a lap; rounding of log abar

/// All modes lose the same over so many steps. False where a mode is gone after one step.
bool fade_alike(std::span<const Complex> turn, double steps) {
  const auto [least, most] =
      std::ranges::minmax(turn, {}, [](const Complex& z) { return z.real(); });
  return (most.real() - least.real()) * steps <= kSameLoss;
}

bool one_frequency(const Dispersion& waves) {
  return std::ranges::all_of(waves.frequency,
                             [&waves](double f) { return f == waves.frequency.front(); });
}

// Nodes a step, M (Im turn_{m+1} - Im turn_m)/(2 pi). Modes of one Im lambda stand, whatever the
// sign that a rule gives to abar.
void add_speeds(RingSummary& summary, const RingResult& result) {
  const std::span<const Complex> turn = travelling_turns(result);
  summary.travels = turn.size() > 1;
  if (!summary.travels) return;
  const double unit = static_cast<double>(result.nodes) / (2.0 * std::numbers::pi);
  const bool stands = one_frequency(result.dispersion);
  for (std::size_t m = 0; m + 1 < turn.size(); ++m) {
    const double v = stands ? 0.0 : unit * (turn[m + 1].imag() - turn[m].imag());
    summary.slowest = m == 0 ? v : std::min(summary.slowest, v);
    summary.fastest = m == 0 ? v : std::max(summary.fastest, v);
  }
  const double size = std::max(std::abs(summary.slowest), std::abs(summary.fastest));
  summary.alike = summary.fastest - summary.slowest <= kSameSpeed * size;
  summary.keeps_shape = summary.alike && summary.fastest > 0.0 &&
                        fade_alike(turn, static_cast<double>(result.nodes) / summary.fastest);
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
  add_speeds(summary, result);
  summary.loss_a_lap = loss_a_lap(result);
  summary.aliased = aliased(result.dispersion, how);
  return summary;
}

double even_lap(const ComplexList& turn) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (turn.size() < 2) return kNone;
  const double spacing = turn[1].imag() - turn[0].imag();
  if (!(spacing > 0.0)) return kNone;
  for (std::size_t m = 1; m + 1 < turn.size(); ++m) {
    const double next = turn[m + 1].imag() - turn[m].imag();
    if (!(std::abs(next - spacing) <= kEvenSpacing * spacing)) return kNone;
  }
  const double lap = 2.0 * std::numbers::pi / spacing;
  return fade_alike(turn, lap) ? lap : kNone;
}

}  // namespace ssmscope::ring
