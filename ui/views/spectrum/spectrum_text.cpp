#include "ui/views/spectrum/spectrum_text.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/scenario/error.hpp"
#include "core/ssm/diagonal.hpp"
#include "ui/plot/axis.hpp"
#include "ui/views/frequency/frequency_text.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kMostOfIt = 0.9;
constexpr double kSteady = 1e-9;    // radians a step
constexpr double kRounding = 1e-6;  // by which a ratio may pass 1

class Text {
  Q_DECLARE_TR_FUNCTIONS(SpectrumView)
};

/// Largest eigenvalue over the largest |H|²/L of the L frequencies: 1 in the limit of a long
/// kernel matrix. No more than 1 for a stable model, unless a resonance narrower than their
/// spacing lies between two of them.
double edgeRatio(const spectrum::SpectrumResult& result) {
  if (result.eigenvalues.empty() || result.response_squared_sorted.empty()) return std::nan("");
  return result.eigenvalues.front() / result.response_squared_sorted.front();
}

}  // namespace

std::vector<double> modeFrequencies(const Scenario& scenario) {
  try {
    const ssm::DiscreteModel model =
        ssm::discretise(ssm::continuous_model(scenario.model), scenario.discretisation.rule,
                        scenario.discretisation.delta);
    std::vector<double> frequencies(model.modes());
    std::transform(model.abar.begin(), model.abar.end(), frequencies.begin(),
                   [](const Complex& pole) { return std::abs(std::arg(pole)); });
    return frequencies;
  } catch (const InputError&) {
    return {};  // the view that asked for the analysis shows the reason
  }
}

std::optional<int> nearestFrequency(const std::vector<double>& frequencies, double omega) {
  std::optional<int> nearest;
  double least = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double distance = std::abs(frequencies[i] - omega);
    if (std::isnan(distance) || (nearest && distance >= least)) continue;
    nearest = static_cast<int>(i);
    least = distance;
  }
  return nearest;
}

bool isSteady(double omega) { return std::abs(omega) < kSteady; }

int leadingCount(const std::vector<double>& eigenvalues, double share) {
  const double sum = std::accumulate(eigenvalues.begin(), eigenvalues.end(), 0.0);
  if (!(sum > 0.0)) return 0;
  double reached = 0.0;
  for (std::size_t i = 0; i < eigenvalues.size(); ++i) {
    reached += eigenvalues[i];
    if (reached >= share * sum) return static_cast<int>(i) + 1;
  }
  return static_cast<int>(eigenvalues.size());
}

bool outgrows(const spectrum::SpectrumResult& result) {
  return !result.stable && edgeRatio(result) > 1.0 + kRounding;
}

QString spectrumReadOuts(const spectrum::SpectrumResult& result) {
  if (result.eigenvalues.empty()) return Text::tr("no eigenvalues");
  QStringList parts;
  parts << Text::tr("L = %1").arg(result.length);
  parts << Text::tr("largest eigenvalue %1").arg(numberText(result.eigenvalues.front()));
  const double ratio = edgeRatio(result);
  if (ratio <= 1.0 + kRounding) {
    parts << Text::tr("%1 of the largest |H|²/L").arg(numberText(ratio, 3));
  }
  parts << Text::tr("%1 hold 90 %").arg(leadingCount(result.eigenvalues, kMostOfIt));
  return parts.join(QStringLiteral("  ·  "));
}

QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario) {
  const int leading = leadingCount(result.eigenvalues, kMostOfIt);
  if (leading == 0) return Text::tr("The kernel is zero, and so is every eigenvalue.");
  QString text =
      leading == 1 ? Text::tr("One direction of the %1 holds 90 % of what the model can tell apart")
                         .arg(result.length)
                   : Text::tr("%1 of %2 directions hold 90 % of what the model can tell apart")
                         .arg(leading)
                         .arg(result.length);
  if (!result.peak_omega.empty() && std::isfinite(result.peak_omega.front())) {
    const double omega = result.peak_omega.front();
    text += isSteady(omega)
                ? Text::tr("; the strongest is a steady input")
                : Text::tr("; the strongest is a wave of %1").arg(frequencyText(omega, scenario));
  }
  text += QLatin1Char('.');
  const double ratio = edgeRatio(result);
  if (outgrows(result)) {
    text += QLatin1Char(' ') + Text::tr(
                                   "The model is unstable, so |H|² does not bound its "
                                   "eigenvalues: they grow with the window L.");
  } else if (ratio > 1.0 + kRounding && std::isfinite(ratio)) {
    text += QLatin1Char(' ') + Text::tr(
                                   "The largest eigenvalue is %1 times the largest |H|²/L drawn: "
                                   "a resonance narrower than 2π/L lies between two frequencies.")
                                   .arg(numberText(ratio, 3));
  } else if (std::isfinite(ratio)) {
    text += QLatin1Char(' ') + Text::tr(
                                   "The largest eigenvalue is %1 of the largest |H|²/L, which "
                                   "it reaches as the window L grows.")
                                   .arg(numberText(ratio, 3));
  }
  return text;
}

}  // namespace ssmscope::ui
