// The figures of the frequency view.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMostDecibels = 100.0;  // shown below the peak
constexpr int kFewSamples = 64;          // a kernel this short is drawn sample by sample
constexpr double kExplodes = 1e6;        // an unstable kernel beyond this is drawn by its size
constexpr int kCirclePoints = 181;
constexpr double kMarkerSize = 8.0;

constexpr int kModelColour = 0;
constexpr int kTargetColour = 1;
constexpr int kAliasedColour = 5;
constexpr int kUnstableColour = 3;

std::vector<double> scaled(const std::vector<double>& values, double factor) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [factor](double value) { return factor * value; });
  return result;
}

/// Of values that grow over many decades the size on a logarithmic axis says more than a spike.
bool explodes(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(),
                     [](double value) { return std::abs(value) > kExplodes; });
}

void toSizes(std::vector<double>& values) {
  for (double& value : values) value = std::abs(value);
}

AxisSpec growthAxis(AxisSpec axis) {
  axis.title = QStringLiteral("|%1|").arg(axis.title);
  axis.scale = AxisScale::Log;
  axis.include.reset();
  return axis;
}

std::vector<double> moduli(const std::vector<Complex>& values) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](const Complex& value) { return std::abs(value); });
  return result;
}

CurveStyle reference() {
  CurveStyle style;
  style.role = CurveRole::Dashed;
  style.colour = kAxisColour;
  style.width = 1.2;
  style.in_legend = style.reads = style.ghosts = style.exports = false;
  return style;
}

/// How the three kinds of modes look: by shape as well as by colour.
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

AxisSpec lagAxis(const Scenario& scenario) {
  AxisSpec axis = stepsAxis(FrequencyView::tr("Lag"), FrequencyView::tr("steps"), scenario);
  axis.range = RangePolicy::Fixed;
  axis.lower = 0.0;
  axis.upper = std::max(1, scenario.resolution.kernel_length - 1);
  return axis;
}

QString modeText(int index, const spectrum::FrequencyMode& mode, const Scenario& scenario) {
  const QString turns = numberText(mode.readout.radians_per_step, 3);
  const QString name = FrequencyView::tr("mode %1").arg(index);
  if (mode.readout.aliased) {
    return FrequencyView::tr("%1: aliased, %2 rad/step appears at %3")
        .arg(name, turns, numberText(mode.readout.appears_at, 3));
  }
  if (!(std::abs(mode.abar) < 1.0)) {
    return FrequencyView::tr("%1: unstable, |Ā| = %2").arg(name, numberText(std::abs(mode.abar)));
  }
  return FrequencyView::tr("%1: %2 rad/step, mode memory %3")
      .arg(name, turns, stepsText(mode.readout.memory_steps, scenario));
}

}  // namespace

double FrequencyView::frequencyFactor() const {
  return hertz_->isChecked() ? 1.0 / (2.0 * kPi * shownScenario()->discretisation.delta) : 1.0;
}

void FrequencyView::setFrequencyAxes() {
  const Scenario& scenario = *shownScenario();
  const double per_step = 2.0 * kPi * scenario.discretisation.delta;
  const bool cycles = hertz_->isChecked();
  AxisSpec axis = valueAxis(tr("Frequency"), cycles ? cyclesUnit(scenario) : tr("rad/step"));
  axis.range = RangePolicy::Fixed;
  axis.upper = kPi * frequencyFactor();
  axis.second_factor = cycles ? per_step : 1.0 / per_step;
  axis.second_unit = cycles ? tr("rad/step") : cyclesUnit(scenario);
  memory_->setXAxis(axis);
  if (log_->isChecked()) {
    axis.scale = AxisScale::Log;
    axis.lower = axis.upper / std::max(2, scenario.resolution.frequencies);
  }
  for (LineChart* chart : {magnitude_, phase_, delay_}) chart->setXAxis(axis);
}

void FrequencyView::showResponse() {
  AxisSpec gain = valueAxis(tr("Gain"));
  if (decibels_->isChecked()) {
    gain.unit = tr("dB");
    gain.scale = AxisScale::Decibel;
    gain.largest_span = kMostDecibels;
  } else {
    gain.include = 0.0;
  }
  magnitude_->setYAxis(gain);
  phase_->setYAxis(valueAxis(tr("Phase"), tr("degrees")));
  AxisSpec delay = valueAxis(tr("Group delay"), tr("steps"));
  delay.second_factor = shownScenario()->discretisation.delta;
  delay.second_unit = unitOf(*shownScenario());
  delay_->setYAxis(delay);

  const std::vector<double> frequency = scaled(result()->omega, frequencyFactor());
  CurveStyle model;
  CurveStyle target;
  target.role = CurveRole::Dashed;
  target.colour = kTargetColour;
  magnitude_->setCurve(QStringLiteral("model"), tr("model |H|"), frequency,
                       moduli(result()->response), model);
  if (result()->target_response.empty()) {
    magnitude_->removeCurve(QStringLiteral("target"));
  } else {
    magnitude_->setCurve(QStringLiteral("target"), tr("target"), frequency,
                         moduli(result()->target_response), target);
  }
  phase_->setCurve(QStringLiteral("model"), tr("model"), frequency, result()->phase_deg, model);
  delay_->setCurve(QStringLiteral("model"), tr("model"), frequency, result()->group_delay, model);
}

void FrequencyView::showKernel() {
  const Scenario& scenario = *shownScenario();
  AxisSpec axis = valueAxis(tr("Kernel h"));
  axis.include = 0.0;
  std::vector<double> kernel = result()->kernel;
  std::vector<double> target = result()->target;
  const bool grows = !result()->stable && explodes(kernel);
  if (grows) toSizes(target);
  if (grows) toSizes(kernel);
  kernel_->setXAxis(lagAxis(scenario));
  kernel_->setYAxis(grows ? growthAxis(axis) : axis);
  CurveStyle model;
  if (scenario.resolution.kernel_length <= kFewSamples) model.role = CurveRole::Stems;
  const std::vector<double> lags = wholeNumbers(kernel.size());
  kernel_->setCurve(QStringLiteral("model"), tr("model h"), lags, kernel, model);
  CurveStyle dashed;
  dashed.role = CurveRole::Dashed;
  dashed.colour = kTargetColour;
  kernel_->setCurve(QStringLiteral("target"), tr("target ρ"), wholeNumbers(target.size()), target,
                    dashed);

  axis.title = tr("Response to a step");
  std::vector<double> step = result()->step;
  const bool step_grows = !result()->stable && explodes(step);
  if (step_grows) toSizes(step);
  step_->setXAxis(lagAxis(scenario));
  step_->setYAxis(step_grows ? growthAxis(axis) : axis);
  step_->setCurve(QStringLiteral("model"), tr("model"), lags, step, CurveStyle{});
}

void FrequencyView::groupModes() {
  groups_ = {ModeGroup{QStringLiteral("modes"), {}}, ModeGroup{QStringLiteral("aliased"), {}},
             ModeGroup{QStringLiteral("unstable"), {}}};
  for (std::size_t i = 0; i < result()->modes.size(); ++i) {
    const spectrum::FrequencyMode& mode = result()->modes[i];
    const bool grows = !(std::abs(mode.abar) < 1.0);
    const std::size_t group = grows ? 2 : mode.readout.aliased ? 1 : 0;
    groups_[group].modes.push_back(static_cast<int>(i));
  }
}

void FrequencyView::showPlane(LineChart& chart, bool discrete) {
  const std::array<QString, 3> names = {tr("modes"), tr("aliased"), tr("unstable")};
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const ModeGroup& each = groups_[group];
    std::vector<double> re;
    std::vector<double> im;
    std::vector<QString> texts;
    for (const int index : each.modes) {
      const spectrum::FrequencyMode& mode = result()->modes[static_cast<std::size_t>(index)];
      const Complex at = discrete ? mode.abar : mode.lambda;
      re.push_back(at.real());
      im.push_back(at.imag());
      texts.push_back(modeText(index, mode, *shownScenario()));
    }
    if (each.modes.empty()) {
      chart.removeCurve(each.key);
      continue;
    }
    chart.setCurve(each.key, names[group], re, im, modeStyle(group));
    chart.setPointNames(each.key, std::move(texts));
  }
}

void FrequencyView::showPoles() {
  const Scenario& scenario = *shownScenario();
  z_plane_->setXAxis(valueAxis(tr("Re Ā")));
  z_plane_->setYAxis(valueAxis(tr("Im Ā")));
  std::vector<double> cosines(kCirclePoints);
  std::vector<double> sines(kCirclePoints);
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    const double angle = 2.0 * kPi * static_cast<double>(i) / (kCirclePoints - 1);
    cosines[i] = std::cos(angle);
    sines[i] = std::sin(angle);
  }
  z_plane_->setCurve(QStringLiteral("circle"), tr("unit circle"), cosines, sines, reference());
  std::vector<double> re;
  std::vector<double> im;
  if (scenario.model.conjugate) {
    for (const spectrum::FrequencyMode& mode : result()->modes) {
      re.push_back(mode.abar.real());
      im.push_back(-mode.abar.imag());
    }
  }
  CurveStyle mirror = reference();
  mirror.role = CurveRole::Points;
  mirror.shape = PointShape::Ring;
  mirror.point_size = 5.0;
  mirror.in_legend = true;
  z_plane_->setCurve(QStringLiteral("conjugates"), re.empty() ? QString() : tr("conjugates"), re,
                     im, mirror);
  showPlane(*z_plane_, true);

  AxisSpec damping = valueAxis(tr("Re λ"), QStringLiteral("1/") + unitOf(scenario));
  damping.include = 0.0;
  s_plane_->setXAxis(damping);
  s_plane_->setYAxis(valueAxis(tr("Im λ"), QStringLiteral("rad/") + unitOf(scenario)));
  showPlane(*s_plane_, false);
}

void FrequencyView::showMemory() {
  AxisSpec memory = valueAxis(tr("Mode memory"), tr("steps"));
  memory.include = 0.0;
  memory.second_factor = shownScenario()->discretisation.delta;
  memory.second_unit = unitOf(*shownScenario());
  memory_->setYAxis(memory);
  const std::array<QString, 2> names = {tr("modes"), tr("aliased, where they appear")};
  bool any = false;
  for (std::size_t group = 0; group < names.size(); ++group) {  // an unstable mode has no memory
    const ModeGroup& each = groups_[group];
    std::vector<double> frequency;
    std::vector<double> steps;
    std::vector<QString> texts;
    for (const int index : each.modes) {
      const spectrum::FrequencyMode& mode = result()->modes[static_cast<std::size_t>(index)];
      frequency.push_back(std::abs(mode.readout.appears_at) * frequencyFactor());
      steps.push_back(mode.readout.memory_steps);
      texts.push_back(modeText(index, mode, *shownScenario()));
    }
    any = any || !each.modes.empty();
    if (each.modes.empty()) {
      memory_->removeCurve(each.key);
      continue;
    }
    CurveStyle style = modeStyle(group);
    // Aliased modes often stand where others do: marks without bars leave those in sight.
    style.role = group == 0 ? CurveRole::Stems : CurveRole::Points;
    style.point_size = group == 0 ? 6.0 : kMarkerSize;
    memory_->setCurve(each.key, names[group], frequency, steps, style);
    memory_->setPointNames(each.key, std::move(texts));
  }
  memory_->setNotice(any ? QString() : tr("Every mode is unstable: none has a memory."));
}

void FrequencyView::markMode(LineChart& chart, std::optional<int> mode) {
  for (const ModeGroup& group : groups_) {
    const auto found =
        mode ? std::find(group.modes.begin(), group.modes.end(), *mode) : group.modes.end();
    if (found == group.modes.end()) {
      chart.setSelected(group.key, {});
    } else {
      chart.setSelected(group.key, {static_cast<int>(found - group.modes.begin())},
                        tr("mode %1").arg(*mode));
    }
  }
}

void FrequencyView::showSelection() {
  if (!result()) return;
  const Selection& selection = *workspace().selection;
  const Scenario& scenario = *shownScenario();
  std::optional<int> mode = selection.mode();
  if (mode && (*mode < 0 || static_cast<std::size_t>(*mode) >= result()->modes.size())) mode = {};
  for (LineChart* chart : {z_plane_, s_plane_, memory_}) markMode(*chart, mode);

  const double factor = frequencyFactor();
  std::vector<ChartMarker> frequency = {
      {Qt::Vertical, kPi * factor, tr("Nyquist"), kAxisColour, true}};
  if (mode) {
    const double appears =
        std::abs(result()->modes[static_cast<std::size_t>(*mode)].readout.appears_at);
    frequency.push_back(
        {Qt::Vertical, appears * factor, tr("mode %1").arg(*mode), kAccentColour, true});
  }
  if (selection.omega()) {
    frequency.push_back({Qt::Vertical, *selection.omega() * factor,
                         tr("ω = %1").arg(numberText(*selection.omega(), 3)), kAccentColour,
                         false});
  }
  for (LineChart* chart : {magnitude_, phase_, delay_}) chart->setMarkers(frequency);

  std::vector<ChartMarker> lag;
  if (selection.lag()) {
    lag.push_back({Qt::Vertical, static_cast<double>(*selection.lag()),
                   tr("lag %1").arg(*selection.lag()), kAccentColour, false});
  }
  std::vector<ChartMarker> step = lag;
  if (result()->stable) {
    lag.push_back(
        {Qt::Vertical, result()->total_memory, tr("99 % of the energy"), kAxisColour, true});
    step.push_back({Qt::Horizontal, result()->dc_gain, tr("DC gain"), kAxisColour, true});
  }
  kernel_->setMarkers(lag);
  step_->setMarkers(step);
  const double nyquist = kPi / scenario.discretisation.delta;
  s_plane_->setMarkers({{Qt::Horizontal, nyquist, tr("Nyquist"), kAxisColour, true},
                        {Qt::Horizontal, -nyquist, QString(), kAxisColour, true}});
}

}  // namespace ssmscope::ui
