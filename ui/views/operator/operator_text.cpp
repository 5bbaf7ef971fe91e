#include "ui/views/operator/operator_text.hpp"

#include <QCoreApplication>
#include <QLocale>

#include "core/scenario/names.hpp"
#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kMuchCancelled = 100.0;

class Text {
  Q_DECLARE_TR_FUNCTIONS(OperatorView)
};

QString familyText(StackFamily family) {
  switch (family) {
    case StackFamily::S4:
      return Text::tr("S4");
    case StackFamily::S5:
      return Text::tr("S5");
    default:
      return Text::tr("S4D");
  }
}

QString statesText(const ring::StackLayer& layer) {
  if (layer.family == StackFamily::S4) return Text::tr("%1 real states").arg(layer.states);
  return layer.states == 1 ? Text::tr("1 mode") : Text::tr("%1 modes").arg(layer.states);
}

QString agreementText(const ring::StackResult& result) {
  const ring::OperatorAgreement& agreement = result.agreement;
  const QString difference = numberText(agreement.difference, 2);
  if (!agreement.holds())
    return Text::tr("Stepping one by one differs by %1, more than the %2 that rounding explains.")
        .arg(difference, numberText(agreement.allowed(), 2));
  if (agreement.cancellation > kMuchCancelled)
    return Text::tr(
               "Stepping through %1 steps one by one gives the same to %2: the modes cancel to "
               "%3 of their parts, and the rounding of these stays.")
        .arg(result.steps)
        .arg(difference, numberText(1.0 / agreement.cancellation, 2));
  return Text::tr("Stepping through %1 steps one by one gives the same to %2.")
      .arg(result.steps)
      .arg(difference);
}

}  // namespace

QString layerText(const ring::StackLayer& layer) {
  return Text::tr("%1, inputs %2, outputs %3, %4, memory %5 steps")
      .arg(familyText(layer.family))
      .arg(layer.inputs)
      .arg(layer.outputs)
      .arg(statesText(layer), numberText(layer.longest_memory, 3));
}

QStringList operatorReadOuts(const ring::StackResult& result) {
  QStringList parts = {
      Text::tr("f = %1 after %2 steps").arg(numberText(result.value)).arg(result.steps),
      Text::tr("operator − recurrence %1, allowed %2")
          .arg(numberText(result.agreement.difference, 2),
               numberText(result.agreement.allowed(), 2))};
  for (std::size_t i = 0; i < result.layers.size(); ++i)
    parts << Text::tr("layer %1: %2").arg(i + 1).arg(layerText(result.layers[i]));
  return parts;
}

QString operatorCaption(const ring::StackResult& result) {
  if (result.steps == 0) return Text::tr("No step of the stack is finite.");
  const QString way = Text::tr(
      "Every output is written as a sum over all past inputs, in blocks, without stepping "
      "through time.");
  return way + QLatin1Char(' ') + agreementText(result);
}

QString longRunText(const experiments::LongRunResult& run, double seconds) {
  return Text::tr("%1 steps in %2 s, f = %3")
      .arg(QLocale(QLocale::English).toString(static_cast<qulonglong>(run.steps)),
           numberText(seconds, 2), numberText(run.value));
}

}  // namespace ssmscope::ui
