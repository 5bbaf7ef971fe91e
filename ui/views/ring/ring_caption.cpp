#include "ui/views/ring/ring_caption.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "core/data/signals.hpp"
#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kSameSpeed = 1e-6;    // relative; rounding of pi m
constexpr double kFadesQuickly = 1e3;  // a factor a lap beyond which "a lap" means little

QString tr(const char* text, const char* remark = nullptr, int n = -1) {
  return QCoreApplication::translate("RingCaption", text, remark, n);
}

struct Speeds {
  double least = 0.0, greatest = 0.0;
  bool any = false;
  bool same() const {
    return greatest - least <= kSameSpeed * std::max(std::abs(least), std::abs(greatest));
  }
};

Speeds groupSpeeds(const ring::Dispersion& waves) {
  Speeds out;
  for (const double v : waves.group_velocity) {
    if (!std::isfinite(v)) continue;
    out.least = out.any ? std::min(out.least, v) : v;
    out.greatest = out.any ? std::max(out.greatest, v) : v;
    out.any = true;
  }
  return out;
}

QString travel(const ring::RingResult& result) {
  const Speeds speeds = groupSpeeds(result.dispersion);
  if (!speeds.any) return tr("One oscillator alone: nothing can travel.");
  if (speeds.same() && speeds.greatest == 0.0)
    return tr("All modes have one frequency: the waves stand, and nothing travels.");
  if (speeds.same()) {
    const QString speed = numberText(speeds.greatest, 3);
    return tr("All waves travel %1 a step, so a pulse keeps its shape and laps the ring every %2 "
              "steps.")
        .arg(speed == QLatin1String("1") ? tr("one node") : tr("%1 nodes").arg(speed),
             numberText(result.lap_steps, 3));
  }
  return tr("Waves travel at %1 to %2 nodes a step, so a pulse spreads as it goes (dispersion).")
      .arg(numberText(speeds.least, 2), numberText(speeds.greatest, 3));
}

double energy(const ring::RingResult& result, int row) {
  const auto nodes = static_cast<std::size_t>(result.nodes);
  double sum = 0.0;
  for (const Complex z :
       std::span(result.field).subspan(static_cast<std::size_t>(row) * nodes, nodes))
    sum += std::norm(z);
  return sum;
}

/// The factor by which the root mean square falls in a lap, once no input comes in any more.
/// Nothing where the window does not hold a whole lap of that kind.
std::optional<double> lossPerLap(const ring::RingResult& result) {
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

QString decay(const ring::RingResult& result) {
  const std::optional<double> factor = lossPerLap(result);
  if (!factor) return {};
  if (*factor > kFadesQuickly) return tr("They fade before they are once around.");
  if (*factor >= 1.0) return tr("They lose a factor %1 a lap.").arg(numberText(*factor, 2));
  return tr("They grow by a factor %1 a lap.").arg(numberText(1.0 / *factor, 2));
}

QString aliases(const ring::RingResult& result, const Scenario& scenario) {
  const Rule rule = scenario.discretisation.rule;
  if (rule != Rule::Zoh && rule != Rule::EulerB) return {};
  const double limit = std::numbers::pi * (1.0 + 1e-12) / scenario.discretisation.delta;
  const auto count =
      std::count_if(result.dispersion.frequency.begin(), result.dispersion.frequency.end(),
                    [limit](double w) { return std::abs(w) > limit; });
  if (count == 0) return {};
  return tr("%1 of %2 modes turn more than half a circle a step and alias.")
      .arg(count)
      .arg(result.nodes);
}

}  // namespace

QString ringCaption(const ring::RingResult& result, const Scenario& scenario) {
  if (result.nodes <= 0) return {};
  QStringList sentences;
  const QString input = QString::fromStdString(data::describe(scenario.input));
  sentences << tr("Input at node 0: %1.").arg(input) << travel(result) << decay(result)
            << aliases(result, scenario);
  sentences.removeAll(QString());
  return sentences.join(u' ');
}

}  // namespace ssmscope::ui
