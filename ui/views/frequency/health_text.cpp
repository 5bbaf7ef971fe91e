#include "ui/views/frequency/health_text.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/plot/axis.hpp"
#include "ui/views/frequency/frequency_text.hpp"

namespace ssmscope::ui {

namespace {

constexpr std::size_t kModesNamed = 4;
constexpr double kManyDigitsCancel = 1e3, kSingleIsLost = 1e6;  // of sum |residue| over max |H|
constexpr double kMuchEnergy = 0.01, kMostEnergy = 0.1;         // beyond the kernel drawn
constexpr double kGainIsOff = 1e-3, kGainIsWrong = 0.05;        // of the continuous one
constexpr double kSingleIsFine = 1e-5, kSingleIsBad = 1e-3;     // of the largest |h|

class Text {
  Q_DECLARE_TR_FUNCTIONS(FrequencyView)
};

HealthMark graded(double value, double warn, double bad) {
  return value > bad ? HealthMark::Bad : value > warn ? HealthMark::Warn : HealthMark::Good;
}

/// "mode 3", "modes 3, 4 and 9 more".
template <class List, class Read>
QString named(const List& list, Read read) {
  if (list.size() == 1) return Text::tr("mode %1").arg(read(list.front()));
  QStringList names;
  for (std::size_t i = 0; i < std::min(list.size(), kModesNamed); ++i)
    names << QString::number(read(list[i]));
  QString some = Text::tr("modes %1").arg(names.join(QStringLiteral(", ")));
  if (list.size() <= kModesNamed) return some;
  return Text::tr("%1 and %2 more").arg(some).arg(list.size() - kModesNamed);
}

HealthLine stability(const spectrum::Health& health) {
  const QString why = Text::tr(
      "A mode is multiplied by Ā every step: from |Ā| = 1 on it never "
      "forgets, above that it grows without end.");
  if (health.growing.empty())
    return {HealthMark::Good, Text::tr("Stable: every |Ā| is below 1"), why};
  const auto fastest =
      *std::max_element(health.growing.begin(), health.growing.end(),
                        [](const auto& a, const auto& b) { return a.growth < b.growth; });
  const QString growth = fastest.growth > 0.0 ? Text::tr("mode %1 grows by %2 % a step")
                                                    .arg(fastest.mode)
                                                    .arg(numberText(100.0 * fastest.growth, 3))
                                              : Text::tr("mode %1 never decays").arg(fastest.mode);
  if (health.growing.size() == 1)
    return {HealthMark::Bad, Text::tr("Unstable: %1").arg(growth), why};
  return {HealthMark::Bad,
          Text::tr("Unstable: %1; %2")
              .arg(named(health.growing, [](const auto& each) { return each.mode; }), growth),
          why};
}

HealthLine overflow(const spectrum::Health& health) {
  const QString why = Text::tr(
      "A number in float32 ends near 3×10³⁸, in float64 near 2×10³⁰⁸; what is beyond "
      "becomes infinite and spoils every sum that it is in.");
  if (std::isnan(health.overflow_single))
    return {HealthMark::Good, Text::tr("No power of Ā ever overflows"), why};
  return {HealthMark::Bad,
          Text::tr("|Ā|^l overflows float32 at step %1, float64 at step %2")
              .arg(numberText(health.overflow_single, 9), numberText(health.overflow_double, 9)),
          why};
}

HealthLine cancellation(const spectrum::Health& health) {
  const QString why = Text::tr(
      "Modes that are large alone and small together cancel: of the 7 digits of float32 as many "
      "are lost as this factor has. Poles close to each other do it.");
  if (std::isnan(health.cancellation))
    return {HealthMark::Warn, Text::tr("The response is zero or infinite"), why};
  return {graded(health.cancellation, kManyDigitsCancel, kSingleIsLost),
          Text::tr("Sum of |residues| is %1 times the largest |H|")
              .arg(numberText(health.cancellation, 2)),
          why};
}

HealthLine tail(const spectrum::Health& health, const Scenario& scenario) {
  const QString why = Text::tr(
      "A convolution with the kernel cut here leaves this part of Σ h² out; the recurrence does "
      "not.");
  const QString length = stepsText(scenario.resolution.kernel_length, scenario);
  if (std::isnan(health.energy_beyond))
    return {HealthMark::Bad, Text::tr("The kernel's energy has no bound, or is zero"), why};
  return {graded(health.energy_beyond, kMuchEnergy, kMostEnergy),
          Text::tr("%1 % of the kernel's energy lies beyond %2")
              .arg(numberText(100.0 * health.energy_beyond, 2), length),
          why};
}

HealthLine aliasing(const spectrum::Health& health, const spectrum::FrequencyResult& result) {
  const QString why = Text::tr(
      "A mode that turns by more than π in one step is seen turning slower, or backwards: a "
      "smaller step Δ, or a rule that bends frequencies instead of folding them (bilinear), keeps "
      "them apart.");
  if (health.aliased.empty()) return {HealthMark::Good, Text::tr("No mode aliases"), why};
  const spectrum::AliasedMode& first = health.aliased.front();
  return {
      HealthMark::Warn,
      Text::tr("%1 of %2 modes alias: mode %3 turns by %4 rad/step and appears at %5")
          .arg(health.aliased.size())
          .arg(result.modes.size())
          .arg(first.mode)
          .arg(numberText(first.radians_per_step, 3), numberText(std::abs(first.appears_at), 3)),
      why};
}

HealthLine ringing(const spectrum::Health& health) {
  const QString why = Text::tr(
      "Where |λ|Δ is above 2 the bilinear rule puts Ā on the left of the plane: a mode that should "
      "die at once alternates from step to step instead.");
  if (health.ringing.empty())
    return {HealthMark::Good, Text::tr("The bilinear rule rings nowhere: |λ|Δ is at most 2"), why};
  return {HealthMark::Warn,
          Text::tr("The bilinear rule rings: |λ|Δ is above 2 for %1")
              .arg(named(health.ringing, [](int mode) { return mode; })),
          why};
}

HealthLine gain(const spectrum::FrequencyResult& result) {
  const QString why = Text::tr(
      "ZOH and bilinear keep the gain of a constant input at every step; forward Euler for B "
      "(Mamba's rule) does not, and pays more the larger Δ is.");
  const double off = std::abs(result.dc_gain / result.continuous_dc_gain - 1.0);
  if (!std::isfinite(off))
    return {HealthMark::Warn, Text::tr("The DC gain is zero or has no value"), why};
  if (off <= kGainIsOff)
    return {HealthMark::Good, Text::tr("The rule keeps the DC gain of continuous time"), why};
  return {
      graded(off, kGainIsOff, kGainIsWrong),
      Text::tr("The DC gain is off by %1 % from continuous time").arg(numberText(100.0 * off, 2)),
      why};
}

HealthLine rounding(const spectrum::SinglePrecision& single) {
  const QString why = Text::tr(
      "The kernel by the plain recurrence in float32, discretised there too, against float64: "
      "long memories and fast turns add up their roundings.");
  if (std::isnan(single.kernel_difference))
    return {HealthMark::Bad, Text::tr("Plain float32 has no kernel here"), why};
  return {graded(single.kernel_difference, kSingleIsFine, kSingleIsBad),
          Text::tr("Float32 is off by %1 of the largest |h|")
              .arg(numberText(single.kernel_difference, 2)),
          why};
}

}  // namespace

std::vector<HealthLine> healthLines(const spectrum::FrequencyResult& result,
                                    const Scenario& scenario,
                                    const spectrum::SinglePrecision* single) {
  const spectrum::Health& health = result.health;
  std::vector<HealthLine> lines = {stability(health),        overflow(health),
                                   aliasing(health, result), tail(health, scenario),
                                   cancellation(health),     gain(result)};
  if (scenario.discretisation.rule == Rule::Bilinear) lines.push_back(ringing(health));
  if (single != nullptr) lines.push_back(rounding(*single));
  // What is wrong stands first.
  std::stable_sort(lines.begin(), lines.end(),
                   [](const HealthLine& a, const HealthLine& b) { return a.mark > b.mark; });
  return lines;
}

}  // namespace ssmscope::ui
