#include "ui/views/ring/ring_caption.hpp"

#include <QCoreApplication>

#include "core/data/signals.hpp"
#include "core/ring/ring_summary.hpp"
#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kFadesQuickly = 1e3;  // a factor a lap beyond which "a lap" means little

QString tr(const char* text) { return QCoreApplication::translate("RingCaption", text); }

QString travel(const ring::RingSummary& now, double lap_steps) {
  if (!now.travels) return tr("One oscillator alone: nothing can travel.");
  if (now.alike && now.fastest == 0.0)
    return tr("All modes have one frequency: the waves stand, and nothing travels.");
  if (!now.alike)
    return tr("Waves travel at %1 to %2 nodes a step, so a pulse spreads as it goes (dispersion).")
        .arg(numberText(now.slowest, 2), numberText(now.fastest, 3));
  const QString speed = numberText(now.fastest, 3);
  const QString way = speed == QLatin1String("1") ? tr("one node") : tr("%1 nodes").arg(speed);
  const QString lap = numberText(lap_steps, 3);
  if (!now.keeps_shape)
    return tr("All waves travel %1 a step, once around in %2 steps, but they fade at different "
              "rates, so a pulse changes its shape.")
        .arg(way, lap);
  return tr("All waves travel %1 a step, so a pulse keeps its shape and laps the ring every %2 "
            "steps.")
      .arg(way, lap);
}

QString decay(const ring::RingSummary& now) {
  if (!now.loss_a_lap) return {};
  if (now.alike && !now.keeps_shape) return {};  // what one mode loses another may gain
  const double factor = *now.loss_a_lap;
  if (factor > kFadesQuickly) return tr("They fade before they are once around.");
  const QString lost = numberText(factor, 2);
  if (lost == QLatin1String("1")) return tr("They are as high after a lap as before.");
  if (factor >= 1.0) return tr("They lose a factor %1 a lap.").arg(lost);
  return tr("They grow by a factor %1 a lap.").arg(numberText(1.0 / factor, 2));
}

QString aliases(const ring::RingSummary& now, int modes) {
  if (now.aliased == 0) return {};
  return tr("%1 of %2 modes turn more than half a circle a step and alias.")
      .arg(now.aliased)
      .arg(modes);
}

}  // namespace

QString ringCaption(const ring::RingResult& result, const Scenario& scenario) {
  if (result.nodes <= 0) return {};
  const ring::RingSummary now = ring::summarise(result, scenario.discretisation);
  const QString input = QString::fromStdString(data::describe(scenario.input));
  QStringList sentences;
  sentences << tr("Input at node 0: %1.").arg(input) << travel(now, result.lap_steps) << decay(now)
            << aliases(now, result.nodes);
  sentences.removeAll(QString());
  return sentences.join(u' ');
}

}  // namespace ssmscope::ui
