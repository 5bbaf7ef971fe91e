#include "ui/workbench/knob_readout.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("KnobReadout", text); }

/// Steps as a person reads them: whole from 10 on.
QString steps(double value) {
  if (!(std::abs(value) < 1e9)) return QString::number(value, 'g', 3);
  return QString::number(value, 'f', value < 10.0 ? 1 : 0);
}

}  // namespace

QString deltaText(const ring::KnobReadout& readout) {
  QStringList parts;
  if (std::isnan(readout.memory_steps)) {
    parts << tr("unstable");
  } else {
    parts << tr("mode memory %1 steps").arg(steps(readout.memory_steps));
  }
  if (!std::isnan(readout.lap_steps)) {
    parts << tr("lap %1 steps").arg(steps(readout.lap_steps));
  } else if (readout.modes > 1) {
    parts << tr("a pulse changes shape");
  }
  parts << tr("%1 of %2 modes alias").arg(readout.aliased).arg(readout.modes);
  if (readout.warped) parts << tr("bilinear warps");
  return parts.join(QStringLiteral(", "));
}

QString alphaText(const ring::KnobReadout& readout) {
  if (std::isnan(readout.remembered_steps)) {
    return tr("target of %1 steps").arg(readout.target_length);
  }
  return tr("target remembers %1 of %2 steps")
      .arg(steps(readout.remembered_steps))
      .arg(readout.target_length);
}

}  // namespace ssmscope::ui
