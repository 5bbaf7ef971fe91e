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

QString leadingSentence(const spectrum::SpectrumResult& result, int leading) {
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

QStringList spectrumReadOuts(const spectrum::SpectrumResult& result) {
  if (result.eigenvalues.empty()) return {Text::tr("no eigenvalues")};
  const spectrum::SpectrumSummary now = spectrum::summarise(result);
  QStringList parts;
  parts << Text::tr("L = %1").arg(result.window);
  parts << Text::tr("largest eigenvalue %1").arg(numberText(result.eigenvalues.front()));
  if (std::isfinite(now.edge_ratio) && !now.above_edge && !now.unbounded)
    parts << Text::tr("%1 of the largest |H|²/L").arg(numberText(now.edge_ratio, 3));
  parts << Text::tr("%1 hold 90 %").arg(now.leading);
  return parts;
}

QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario) {
  const spectrum::SpectrumSummary now = spectrum::summarise(result);
  if (now.leading == 0) return Text::tr("The kernel is zero, and so is every eigenvalue.");
  QStringList sentences = {leadingSentence(result, now.leading),
                           strongestSentence(result, scenario, now), edgeSentence(now)};
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

}  // namespace ssmscope::ui
