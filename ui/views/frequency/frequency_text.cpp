#include "ui/views/frequency/frequency_text.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/spectrum/frequency_summary.hpp"
#include "ui/plot/axis.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

namespace {

/// A smaller difference of the gain from that in continuous time is not worth a word.
constexpr double kGainsDiffer = 1e-3;

class Text {
  Q_DECLARE_TR_FUNCTIONS(FrequencyView)
};

QString gainSentence(const spectrum::FrequencyResult& result, const Scenario& scenario) {
  const spectrum::FrequencySummary now = spectrum::summarise(result);
  if (!(now.peak_gain > 0.0)) return Text::tr("The model answers nothing: its response is zero.");
  if (now.flat)
    return Text::tr("It passes every frequency alike (gain %1).").arg(numberText(now.peak_gain, 3));
  const QString where =
      now.peak_omega == 0.0
          ? Text::tr("slow inputs")
          : Text::tr("inputs near %1").arg(frequencyText(now.peak_omega, scenario));
  if (std::isnan(now.half_power_omega)) {
    return Text::tr("It passes %1 best (gain %2) and no faster input falls to half that power.")
        .arg(where, numberText(now.peak_gain, 3));
  }
  return Text::tr("It passes %1 best (gain %2) and is at half power by %3.")
      .arg(where, numberText(now.peak_gain, 3), frequencyText(now.half_power_omega, scenario));
}

QString memorySentence(const spectrum::FrequencyResult& result, const Scenario& scenario) {
  if (!result.stable) {
    return Text::tr(
        "The model is unstable: its kernel grows without end, so it has no lasting memory.");
  }
  if (std::isnan(result.total_memory)) return {};
  if (result.total_memory == 0.0)
    return Text::tr("It answers within the present step and remembers none before it.");
  return Text::tr("It remembers %1: 99 % of its kernel's energy lie within them.")
      .arg(stepsText(result.total_memory, scenario));
}

QString aliasSentence(const spectrum::FrequencyResult& result, const Scenario& scenario) {
  const int aliased = spectrum::summarise(result).aliased;
  const auto count = static_cast<int>(result.modes.size());
  if (aliased == 0) return {};
  return Text::
      tr("%1 of %2 modes turn faster than Nyquist, %3, and show up at a wrong, lower frequency.")
          .arg(aliased)
          .arg(count)
          .arg(frequencyText(std::numbers::pi, scenario));
}

}  // namespace

QString cyclesUnit(const Scenario& scenario) {
  const QString unit = unitOf(scenario);
  return unit == QLatin1String("s") ? QStringLiteral("Hz") : Text::tr("cycles/%1").arg(unit);
}

QString frequencyText(double omega, const Scenario& scenario) {
  const double cycles = omega / (2.0 * std::numbers::pi * scenario.discretisation.delta);
  return QStringLiteral("%1 (%2)").arg(quantityText(omega, Text::tr("rad/step"), 3),
                                       quantityText(cycles, cyclesUnit(scenario), 3));
}

QString stepsText(double steps, const Scenario& scenario) {
  const QString count = numberText(steps, 4);
  return QStringLiteral("%1 (%2)").arg(
      steps == 1.0 ? Text::tr("1 step") : Text::tr("%1 steps").arg(count),
      quantityText(steps * scenario.discretisation.delta, unitOf(scenario), 3));
}

QStringList frequencyReadOuts(const spectrum::FrequencyResult& result, const Scenario& scenario) {
  QStringList parts;
  parts << (result.stable ? Text::tr("stable") : Text::tr("unstable"));
  const double true_gain = result.continuous_dc_gain;
  const bool differs = std::abs(result.dc_gain - true_gain) > kGainsDiffer * std::abs(true_gain);
  const QString gain = Text::tr("DC gain %1").arg(numberText(result.dc_gain));
  // H(1) of an unstable model is no gain: its answer to a step grows without end.
  if (result.stable)
    parts << (differs ? Text::tr("%1 (continuous %2)").arg(gain, numberText(true_gain)) : gain);
  parts << Text::tr("%1 of %2 modes alias")
               .arg(spectrum::summarise(result).aliased)
               .arg(result.modes.size());
  if (!std::isnan(result.total_memory)) {
    parts << Text::tr("99 % of the energy in %1").arg(stepsText(result.total_memory, scenario));
  }
  return parts;
}

QString frequencyCaption(const spectrum::FrequencyResult& result, const Scenario& scenario) {
  const QString second = aliasSentence(result, scenario);
  QStringList sentences;
  // Two sentences: what is wrong goes before what is merely so. An unstable model's H is not what
  // it does to a lasting wave, so nothing is said of its gain.
  if (!result.stable) sentences << memorySentence(result, scenario);
  if (!second.isEmpty()) sentences << second;
  if (result.stable) sentences << gainSentence(result, scenario);
  if (result.stable && second.isEmpty()) sentences << memorySentence(result, scenario);
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

}  // namespace ssmscope::ui
