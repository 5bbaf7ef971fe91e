#include "ui/views/spectrum/spectrum_text.hpp"

#include <QCoreApplication>
#include <cmath>

#include "core/spectrum/spectrum_summary.hpp"
#include "ui/plot/axis.hpp"
#include "ui/views/frequency/frequency_text.hpp"

namespace ssmscope::ui {

namespace {

class Text {
  Q_DECLARE_TR_FUNCTIONS(SpectrumView)
};

QString leadingSentence(const spectrum::SpectrumResult& result,
                        const spectrum::SpectrumSummary& now) {
  const int leading = now.leading;
  if (!now.all_leading_known)
    return Text::tr("The strongest %1 of %2 directions hold %3 of what the model tells apart.")
        .arg(leading)
        .arg(result.window)
        .arg(percentText(now.known_share));
  if (leading == 1)
    return Text::tr("One direction of %1 holds 90 % of what the model tells apart.")
        .arg(result.window);
  return Text::tr("%1 of %2 directions hold 90 % of what the model tells apart.")
      .arg(leading)
      .arg(result.window);
}

QString strongestSentence(const spectrum::SpectrumResult& result, const Scenario& scenario,
                          const spectrum::SpectrumSummary& now) {
  if (now.alike) return Text::tr("All directions are alike.");
  if (result.peak_omega.empty() || !std::isfinite(result.peak_omega.front())) return {};
  const double omega = result.peak_omega.front();
  if (spectrum::is_steady(omega)) return Text::tr("The strongest is a steady input.");
  return Text::tr("The strongest is a wave of %1.").arg(frequencyText(omega, scenario));
}

QString gapSentence(const spectrum::SpectrumResult& result, const spectrum::SpectrumSummary& now) {
  if (!result.gap || now.unbounded) return {};
  QString text =
      result.largest_only
          ? Text::tr("These lie %1 from the sorted |H|²/L.").arg(percentText(result.gap->relative))
          : Text::tr("The whole list lies %1 from the sorted |H|²/L.")
                .arg(percentText(result.gap->relative));
  const int lost = result.gap->without_partner.value_or(0);
  if (lost > 0)
    text += Text::tr(
        " %n eigenvalue(s) fall below the whole curve: H has zeros outside the unit "
        "circle.",
        nullptr, lost);
  return text;
}

QString edgeSentence(const spectrum::SpectrumSummary& now) {
  if (now.unbounded)
    return Text::tr(
        "The model is unstable, so |H|² does not bound its eigenvalues: they grow with the window "
        "L.");
  if (!std::isfinite(now.edge_ratio)) return {};
  const QString ratio = numberText(now.edge_ratio, 3);
  if (now.above_edge)
    return Text::tr(
               "The largest eigenvalue is %1 times the largest |H|²/L drawn: a resonance narrower "
               "than 2π/L lies between two frequencies.")
        .arg(ratio);
  return Text::tr(
             "The largest eigenvalue is %1 of the largest |H|²/L, which it reaches as the window L "
             "grows.")
      .arg(ratio);
}

}  // namespace

QStringList vectorReadOuts(const spectrum::SpectrumResult& result, int index) {
  const auto at = static_cast<std::size_t>(index);
  if (index < 0 || at >= result.facts.size()) return {};
  const spectrum::EigenvectorFacts& facts = result.facts[at];
  if (!std::isfinite(facts.time_spread)) return {};
  QString text = Text::tr("no. %1 fills %2 of %3 steps and a band of %4 rad/step")
                     .arg(index + 1)
                     .arg(numberText(facts.time_spread, 3))
                     .arg(result.length)
                     .arg(numberText(facts.frequency_spread, 2));
  if (result.nearest_mode[at]) text += Text::tr(", nearest mode %1").arg(*result.nearest_mode[at]);
  return {text};
}

QStringList spectrumReadOuts(const spectrum::SpectrumResult& result) {
  if (result.eigenvalues.empty()) return {Text::tr("no eigenvalues")};
  const spectrum::SpectrumSummary now = spectrum::summarise(result);
  QStringList parts;
  parts << Text::tr("L = %1").arg(result.window);
  parts << Text::tr("largest eigenvalue %1").arg(numberText(result.eigenvalues.front()));
  if (std::isfinite(now.edge_ratio) && !now.above_edge && !now.unbounded)
    parts << Text::tr("%1 of the largest |H|²/L").arg(numberText(now.edge_ratio, 3));
  if (result.gap && !now.unbounded)
    parts << Text::tr("gap %1").arg(percentText(result.gap->relative));
  parts << (now.all_leading_known
                ? Text::tr("%1 hold 90 %").arg(now.leading)
                : Text::tr("%1 hold %2").arg(now.leading).arg(percentText(now.known_share)));
  return parts;
}

QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario) {
  const spectrum::SpectrumSummary now = spectrum::summarise(result);
  if (now.leading == 0) return Text::tr("The kernel is zero, and so is every eigenvalue.");
  QStringList sentences = {leadingSentence(result, now), strongestSentence(result, scenario, now),
                           edgeSentence(now), gapSentence(result, now)};
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

}  // namespace ssmscope::ui
