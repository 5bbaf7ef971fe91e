// The figures over frequency: gain, phase, delay, Nyquist.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_style.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMostDecibels = 100.0;  // shown below the peak
// A response much smaller than 1 would be a dot beside -1.
constexpr double kReachesCritical = 0.1;
constexpr double kStandsOut = 1.02;  // of the DC gain: a peak beside it is worth a mark
constexpr double kThin = 1.1;        // of a curve that lies on another

void showOrRemove(LineChart& chart, const QString& key, const QString& name,
                  const std::vector<double>& x, const std::vector<double>& y,
                  const CurveStyle& style) {
  if (y.empty())
    chart.removeCurve(key);
  else
    chart.setCurve(key, name, x, y, style);
}

CurveStyle point(PointShape shape, int colour) {
  CurveStyle style;
  style.role = CurveRole::Points;
  style.shape = shape;
  style.colour = colour;
  style.point_size = kMarkerSize;
  return style;
}

}  // namespace

double FrequencyView::frequencyFactor() const {
  return hertz_->isChecked() ? 1.0 / (2.0 * kPi * shownScenario()->discretisation.delta) : 1.0;
}

AxisSpec FrequencyView::frequencyAxis(const QString& title) const {
  const Scenario& scenario = *shownScenario();
  const double per_step = 2.0 * kPi * scenario.discretisation.delta;
  const bool cycles = hertz_->isChecked();
  AxisSpec axis = valueAxis(title, cycles ? cyclesUnit(scenario) : tr("rad/step"));
  axis.second_factor = cycles ? per_step : 1.0 / per_step;
  axis.second_unit = cycles ? tr("rad/step") : cyclesUnit(scenario);
  return axis;
}

void FrequencyView::setFrequencyAxes() {
  AxisSpec axis = frequencyAxis(tr("Frequency"));
  axis.range = RangePolicy::Fixed;
  axis.upper = kPi * frequencyFactor();
  memory_->setXAxis(axis);
  if (log_->isChecked()) {
    axis.scale = AxisScale::Log;
    axis.lower = axis.upper / std::max(2, shownScenario()->resolution.frequencies);
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
  const CurveStyle model;
  magnitude_->setCurve(QStringLiteral("model"), tr("model |H|"), frequency,
                       moduli(result()->response), model);
  showOrRemove(*magnitude_, QStringLiteral("target"), tr("target"), frequency,
               moduli(result()->target_response), dashed(kTargetColour));
  CurveStyle continuous = dashed(kContinuousColour);
  continuous.width = kThin;
  continuous.fits = false;  // far beyond Nyquist of the step it may be anything
  showOrRemove(*magnitude_, QStringLiteral("continuous"), tr("continuous"), frequency,
               moduli(result()->continuous_response), continuous);
  const bool shown_single = single_->isChecked() && result()->single;
  showOrRemove(*magnitude_, QStringLiteral("float32"), tr("float32"), frequency,
               shown_single ? moduli(result()->single->response) : std::vector<double>(),
               dashed(kSingleColour));
  phase_->setCurve(QStringLiteral("model"), tr("model"), frequency, result()->phase_deg, model);
  delay_->setCurve(QStringLiteral("model"), tr("model"), frequency, result()->group_delay, model);
}

void FrequencyView::showNyquist() {
  nyquist_->setXAxis(valueAxis(tr("Re H")));
  nyquist_->setYAxis(valueAxis(tr("Im H")));
  std::vector<Complex> response = result()->response;
  response.insert(response.begin(), Complex(result()->dc_gain, 0.0));
  nyquist_->setCurve(QStringLiteral("model"), tr("ω from 0 to π"), realParts(response),
                     imaginaryParts(response), CurveStyle{});
  CurveStyle mirror = dashed(kModelColour);
  mirror.width = 1.0;
  mirror.reads = mirror.exports = false;
  nyquist_->setCurve(QStringLiteral("mirror"), tr("−π to 0"), realParts(response),
                     imaginaryParts(response, -1.0), mirror);
  CurveStyle continuous = dashed(kContinuousColour);
  continuous.fits = false;
  showOrRemove(*nyquist_, QStringLiteral("continuous"), tr("continuous"),
               realParts(result()->continuous_response),
               imaginaryParts(result()->continuous_response), continuous);
  const std::vector<double> zero = {0.0};
  CurveStyle start = point(PointShape::Diamond, kModelColour);
  start.exports = false;
  nyquist_->setCurve(QStringLiteral("dc"), tr("ω = 0"), std::vector<double>{result()->dc_gain},
                     zero, start);
  CurveStyle critical = point(PointShape::Cross, kAxisColour);
  critical.exports = false;
  critical.fits = result()->health.largest_response > kReachesCritical;
  nyquist_->setCurve(QStringLiteral("critical"), tr("−1"), std::vector<double>{-1.0}, zero,
                     critical);
}

std::vector<ChartMarker> FrequencyView::gainMarkers() const {
  std::vector<ChartMarker> marks;
  const spectrum::ResponseMarkers& read = result()->markers;
  if (!result()->stable) return marks;
  const double factor = frequencyFactor();
  if (std::isfinite(read.dc_gain) && read.dc_gain != 0.0) {
    marks.push_back({Qt::Horizontal, std::abs(read.dc_gain), tr("DC gain"), kAxisColour, true});
  }
  if (read.peak_gain > kStandsOut * std::abs(read.dc_gain))
    marks.push_back({Qt::Vertical, read.peak_omega * factor, tr("peak"), kAxisColour, true});
  if (std::isfinite(read.upper_omega))
    marks.push_back({Qt::Vertical, read.upper_omega * factor, tr("−3 dB"), kAxisColour, true});
  // The two stand close together: one of them has the label.
  if (read.lower_omega > 0.0)
    marks.push_back({Qt::Vertical, read.lower_omega * factor, {}, kAxisColour, true});
  return marks;
}

void FrequencyView::showSelectedContribution(std::optional<int> mode) {
  const QString key = QStringLiteral("mode");
  if (!mode) {
    for (LineChart* chart : {magnitude_, kernel_, nyquist_}) chart->removeCurve(key);
    return;
  }
  const spectrum::FrequencyMode& each = result()->modes[static_cast<std::size_t>(*mode)];
  const QString name = tr("mode %1 alone").arg(*mode);
  std::vector<Complex> response = spectrum::mode_response(each, result()->factor, result()->omega);
  std::vector<double> kernel =
      spectrum::mode_kernel(each, result()->factor, result()->kernel.size());
  if (result()->convention == spectrum::Convention::Delayed) {
    for (std::size_t k = 0; k < response.size(); ++k)
      response[k] *= std::polar(1.0, -result()->omega[k]);
    if (!kernel.empty()) {
      kernel.pop_back();
      kernel.insert(kernel.begin(), 0.0);
    }
  }
  magnitude_->setCurve(key, name, scaled(result()->omega, frequencyFactor()), moduli(response),
                       modeCurve());
  nyquist_->setCurve(key, name, realParts(response), imaginaryParts(response), modeCurve());
  kernel_->setCurve(key, name, wholeNumbers(kernel.size()), kernel, modeCurve());
}

}  // namespace ssmscope::ui
