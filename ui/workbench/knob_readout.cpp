#include "ui/workbench/knob_readout.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ring/ring_analysis.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/memory_function.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
/// Spacings that differ by less are equal but for rounding: no dispersion.
constexpr double kEvenSpacing = 1e-9;

QString tr(const char* text) { return QCoreApplication::translate("KnobReadout", text); }

/// Steps a lap where all waves travel alike: 2 pi/(Delta d), d the spacing of Im lambda along the
/// ring (MATHS section 2: the group velocity is M Delta d/(2 pi) nodes a step).
double lapSteps(const ComplexList& lambda, double delta) {
  const std::vector<int> order = ring::ring_order(lambda);
  if (order.size() < 2) return kNone;
  const auto frequency = [&](std::size_t m) { return lambda[order[m]].imag(); };
  const double spacing = frequency(1) - frequency(0);
  if (!(spacing > 0.0)) return kNone;
  for (std::size_t m = 1; m + 1 < order.size(); ++m) {
    if (std::abs(frequency(m + 1) - frequency(m) - spacing) > kEvenSpacing * spacing) return kNone;
  }
  return 2.0 * std::numbers::pi / (delta * spacing);
}

double longestMemory(const std::vector<ssm::ModeReadout>& modes) {
  double longest = 0.0;
  for (const ssm::ModeReadout& mode : modes) {
    if (std::isnan(mode.memory_steps)) return kNone;
    longest = std::max(longest, mode.memory_steps);
  }
  return longest;
}

double remembered(const Target& target) {
  const bool analytic = target.kind == MemoryKind::Exponential ||
                        target.kind == MemoryKind::Polynomial ||
                        target.kind == MemoryKind::Impulse || target.kind == MemoryKind::Airy;
  return analytic ? target::remembered_steps(target.kind, target.alpha, target.length) : kNone;
}

/// Steps as a person reads them: whole from 10 on.
QString steps(double value) {
  if (!(std::abs(value) < 1e9)) return QString::number(value, 'g', 3);
  return QString::number(value, 'f', value < 10.0 ? 1 : 0);
}

}  // namespace

KnobReadout readKnobs(const Scenario& scenario, compute::Backend&, compute::Progress& progress) {
  const auto& [rule, delta, unit] = scenario.discretisation;
  const ssm::ContinuousModel model = ssm::continuous_model(scenario.model);
  progress.check();
  const ssm::DiscreteModel discrete = ssm::discretise(model, rule, delta);
  const auto modes = ssm::mode_readouts(model, discrete, rule, delta);
  const auto beyond_nyquist = [](const ssm::ModeReadout& mode) {
    return mode.radians_per_step > std::numbers::pi;
  };

  KnobReadout readout;
  readout.modes = static_cast<int>(modes.size());
  readout.memory_steps = longestMemory(modes);
  readout.lap_steps = lapSteps(model.lambda, delta);
  readout.aliased = static_cast<int>(std::ranges::count_if(modes, &ssm::ModeReadout::aliased));
  readout.warped = rule == Rule::Bilinear && std::ranges::any_of(modes, beyond_nyquist);
  readout.instability = ssm::instability(model, discrete);
  readout.remembered_steps = remembered(scenario.target);
  readout.target_length = scenario.target.length;
  return readout;
}

bool sameKnobs(const Scenario& a, const Scenario& b) {
  return a.discretisation == b.discretisation && a.model == b.model && a.target == b.target;
}

QString deltaText(const KnobReadout& readout) {
  QStringList parts;
  if (std::isnan(readout.memory_steps)) {
    parts << tr("unstable");
  } else {
    parts << tr("memory %1 steps").arg(steps(readout.memory_steps));
  }
  if (!std::isnan(readout.lap_steps)) {
    parts << tr("lap %1 steps").arg(steps(readout.lap_steps));
  } else if (readout.modes > 1) {
    parts << tr("waves disperse");
  }
  parts << tr("%1 of %2 modes alias").arg(readout.aliased).arg(readout.modes);
  if (readout.warped) parts << tr("bilinear warps");
  return parts.join(QStringLiteral(", "));
}

QString alphaText(const KnobReadout& readout) {
  if (std::isnan(readout.remembered_steps)) {
    return tr("target of %1 steps").arg(readout.target_length);
  }
  return tr("remembers %1 of %2 steps")
      .arg(steps(readout.remembered_steps))
      .arg(readout.target_length);
}

}  // namespace ssmscope::ui
