#include "ui/views/ring/ring_numbers.hpp"

#include <QCoreApplication>
#include <cmath>

#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("RingNumbers", text); }

QString agreed(const QString& text, double difference, bool holds) {
  const QString number = text.arg(numberText(difference, 2));
  return holds ? number : tr("%1 (more than rounding)").arg(number);
}

}  // namespace

QStringList ringNumbers(const ring::RingStudy& study) {
  QStringList parts;
  if (study.network.steps > 0)
    parts << agreed(tr("network of oscillators = field, but for %1"), study.network.difference,
                    study.network.holds());
  if (study.exact.steps > 0)
    parts << agreed(tr("operator = recurrence, but for %1"), study.exact.difference,
                    study.exact.holds());
  return parts;
}

QString networkNumber(const ring::RingStudy& study) {
  if (study.network.steps == 0) return {};
  return agreed(tr("as a network: the same but for %1"), study.network.difference,
                study.network.holds());
}

QStringList trackNumbers(const ring::WaveTrack& track, int row, int nodes) {
  const auto at = static_cast<std::size_t>(row);
  if (row < 0 || at >= track.position.size() || nodes <= 0) return {};
  if (!std::isfinite(track.position[at])) return {tr("no wave to track")};
  QStringList parts;
  parts << tr("wave at node %1, lap %2")
               .arg(numberText(track.position[at] - nodes * std::floor(track.position[at] / nodes),
                               3),
                    numberText(track.position[at] / nodes, 3));
  if (std::isfinite(track.speed[at]))
    parts << tr("speed %1 nodes a step (predicted %2)")
                 .arg(numberText(track.speed[at], 3), numberText(track.group_speed[at], 3));
  parts << tr("width %1 nodes").arg(numberText(track.width[at], 2));
  const double loss = std::isfinite(track.decay[at]) ? track.decay[at] : track.predicted_decay[at];
  if (std::isfinite(loss)) parts << tr("loses a factor %1 a lap").arg(numberText(loss, 3));
  return parts;
}

}  // namespace ssmscope::ui
