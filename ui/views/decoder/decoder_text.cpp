#include "ui/views/decoder/decoder_text.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/scenario/names.hpp"
#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

class Text {
  Q_DECLARE_TR_FUNCTIONS(DecoderView)
};

QString decoderName(const ring::DecoderResult& result) {
  const auto label = kActivationLabels[static_cast<std::size_t>(result.layer().activation)];
  const QString name = QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()));
  return result.network.pooling == Pooling::Last ? Text::tr("%1, last step").arg(name)
                                                 : Text::tr("%1, mean over the window").arg(name);
}

bool interacts(const ring::DecoderResult& result) {
  return std::any_of(result.maps.strength.begin(), result.maps.strength.end(),
                     [](double value) { return value > 0.0; });
}

QString strongestPair(const ring::DecoderResult& result) {
  const auto& map = result.maps.strength;
  const auto at = static_cast<std::size_t>(std::max_element(map.begin(), map.end()) - map.begin());
  const std::size_t m = at / result.mapped, n = at % result.mapped;
  return m == n ? Text::tr("mode %1 with itself").arg(m)
                : Text::tr("modes %1 and %2").arg(m).arg(n);
}

QString keptText(const ring::DecoderResult& result) {
  return Text::tr("%1 of %2 modes").arg(result.pruning.kept.size()).arg(result.modes);
}

double copyError(const ring::DecoderResult& result) {
  const double refitted = result.pruning.refitted_error;
  return std::isnan(refitted) ? result.pruning.kernel_error[result.pruning.kept.size()] : refitted;
}

QString interactionSentence(const ring::DecoderResult& result) {
  if (result.steps == 0) return Text::tr("No step of the window is finite.");
  if (!interacts(result))
    return Text::tr("The waves pass through one another: behind this decoder nothing interacts.");
  QString sentence = Text::tr("Waves interact where the decoder bends: most strongly %1.")
                         .arg(strongestPair(result));
  const std::vector<double>& left = result.volterra.remainder;
  if (left.empty()) return sentence;
  if (!(left[0] < 1.0 && left[1] < left[0]))
    return sentence + QLatin1Char(' ') +
           Text::tr("Its output swings too far for a sum of few orders.");
  return sentence + QLatin1Char(' ') +
         Text::tr(
             "Taken one at a time they leave %1 of the decoded output unexplained, with pairs "
             "%2.")
             .arg(percentText(left[0]), percentText(left[1]));
}

QString pruningSentence(const ring::DecoderResult& result) {
  const ring::Pruning& pruning = result.pruning;
  if (pruning.kept.empty()) return {};
  if (pruning.kept.size() == result.modes) return Text::tr("No mode is dropped.");
  return Text::tr("With %1 the kernel is off by %2; no model of that size can be within %3.")
      .arg(keptText(result), percentText(copyError(result)),
           percentText(pruning.floor[pruning.kept.size()]));
}

}  // namespace

QStringList decoderReadOuts(const ring::DecoderResult& result) {
  QStringList parts = {decoderName(result)};
  if (result.steps > 0) parts << Text::tr("f = %1").arg(numberText(result.read_out.back()));
  if (interacts(result)) parts << Text::tr("strongest: %1").arg(strongestPair(result));
  if (!result.pruning.kept.empty())
    parts << Text::tr("%1: kernel off by %2").arg(keptText(result), percentText(copyError(result)));
  parts << Text::tr("operator − recurrence %1, at most %2 over %3 steps")
               .arg(numberText(result.agreement.difference, 2),
                    numberText(result.agreement.allowed(), 2))
               .arg(result.agreement.steps);
  return parts;
}

QString decoderCaption(const ring::DecoderResult& result) {
  QStringList sentences = {interactionSentence(result), pruningSentence(result)};
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

}  // namespace ssmscope::ui
