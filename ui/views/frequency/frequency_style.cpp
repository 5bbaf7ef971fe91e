#include "ui/views/frequency/frequency_style.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/views/frequency/frequency_text.hpp"

namespace ssmscope::ui {

namespace {

class Text {
  Q_DECLARE_TR_FUNCTIONS(FrequencyView)
};

template <class Read>
std::vector<double> each(const std::vector<Complex>& values, Read read) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), read);
  return result;
}

}  // namespace

std::vector<double> scaled(const std::vector<double>& values, double factor) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [factor](double value) { return factor * value; });
  return result;
}

std::vector<double> moduli(const std::vector<Complex>& values) {
  return each(values, [](const Complex& value) { return std::abs(value); });
}

std::vector<double> realParts(const std::vector<Complex>& values) {
  return each(values, [](const Complex& value) { return value.real(); });
}

std::vector<double> imaginaryParts(const std::vector<Complex>& values, double sign) {
  return each(values, [sign](const Complex& value) { return sign * value.imag(); });
}

CurveStyle reference() {
  CurveStyle style;
  style.role = CurveRole::Dashed;
  style.colour = kAxisColour;
  style.width = 1.2;
  style.in_legend = style.reads = style.ghosts = style.exports = false;
  return style;
}

CurveStyle dashed(int colour) {
  CurveStyle style;
  style.role = CurveRole::Dashed;
  style.colour = colour;
  return style;
}

CurveStyle modeCurve() {
  CurveStyle style;
  style.colour = kAccentColour;
  style.width = 1.2;
  style.fits = style.ghosts = false;
  return style;
}

CurveStyle modeStyle(std::size_t group) {
  CurveStyle style;
  style.role = CurveRole::Points;
  style.point_size = kMarkerSize;
  style.colour = group == 0 ? kModelColour : group == 1 ? kAliasedColour : kUnstableColour;
  style.shape = group == 0   ? PointShape::Circle
                : group == 1 ? PointShape::Triangle
                             : PointShape::Cross;
  return style;
}

QString modeText(int index, const spectrum::FrequencyMode& mode, const Scenario& scenario) {
  const QString turns = numberText(mode.readout.radians_per_step, 3);
  const QString name = Text::tr("mode %1").arg(index);
  if (mode.readout.aliased) {
    return Text::tr("%1: aliased, %2 rad/step appears at %3")
        .arg(name, turns, numberText(mode.readout.appears_at, 3));
  }
  if (!(std::abs(mode.abar) < 1.0)) {
    return Text::tr("%1: unstable, |Ā| = %2").arg(name, numberText(std::abs(mode.abar)));
  }
  return Text::tr("%1: %2 rad/step, mode memory %3")
      .arg(name, turns, stepsText(mode.readout.memory_steps, scenario));
}

}  // namespace ssmscope::ui
