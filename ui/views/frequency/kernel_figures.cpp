// The figures over lags: kernel, step response, what float32 makes of them.
#include <algorithm>
#include <cmath>

#include "ui/views/frequency/frequency_style.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kFewSamples = 64;    // a kernel this short is drawn sample by sample
constexpr double kExplodes = 1e6;  // an unstable kernel beyond this is drawn by its size
constexpr double kMostDecades = 12.0;

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

AxisSpec lagAxis(const Scenario& scenario) {
  AxisSpec axis = stepsAxis(FrequencyView::tr("Lag"), FrequencyView::tr("steps"), scenario);
  axis.range = RangePolicy::Fixed;
  axis.lower = 0.0;
  axis.upper = std::max(1, scenario.resolution.kernel_length - 1);
  return axis;
}

double largestSize(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

void FrequencyView::showKernel() {
  const Scenario& scenario = *shownScenario();
  AxisSpec axis = valueAxis(tr("Kernel h"));
  axis.include = 0.0;
  std::vector<double> kernel = result()->kernel;
  std::vector<double> target = result()->target;
  std::vector<double> rounded;
  if (single_->isChecked() && result()->single) rounded = result()->single->kernel;
  const bool grows = !result()->stable && explodes(kernel);
  if (grows)
    for (auto* list : {&kernel, &target, &rounded}) toSizes(*list);
  kernel_->setXAxis(lagAxis(scenario));
  kernel_->setYAxis(grows ? growthAxis(axis) : axis);
  CurveStyle model;
  if (scenario.resolution.kernel_length <= kFewSamples) model.role = CurveRole::Stems;
  const std::vector<double> lags = wholeNumbers(kernel.size());
  kernel_->setCurve(QStringLiteral("model"), tr("model h"), lags, kernel, model);
  kernel_->setCurve(QStringLiteral("target"), tr("target ρ"), wholeNumbers(target.size()), target,
                    dashed(kTargetColour));
  if (rounded.empty())
    kernel_->removeCurve(QStringLiteral("float32"));
  else
    kernel_->setCurve(QStringLiteral("float32"), tr("float32"), wholeNumbers(rounded.size()),
                      rounded, dashed(kSingleColour));
  showStep();
}

void FrequencyView::showStep() {
  AxisSpec axis = valueAxis(tr("Response to a step"));
  axis.include = 0.0;
  std::vector<double> step = result()->step;
  const bool grows = !result()->stable && explodes(step);
  if (grows) toSizes(step);
  step_->setXAxis(lagAxis(*shownScenario()));
  step_->setYAxis(grows ? growthAxis(axis) : axis);
  step_->setCurve(QStringLiteral("model"), tr("model"), wholeNumbers(step.size()), step,
                  CurveStyle{});
}

std::vector<ChartMarker> FrequencyView::stepMarkers() const {
  std::vector<ChartMarker> marks;
  const spectrum::ResponseMarkers& read = result()->markers;
  if (!result()->stable || std::isnan(read.dc_gain)) return marks;
  marks.push_back({Qt::Horizontal, read.dc_gain, tr("DC gain"), kAxisColour, true});
  if (std::isnan(read.settling_steps)) return marks;
  const double band = spectrum::kSettledBand;
  for (const double part : {1.0 - band, 1.0 + band})
    marks.push_back({Qt::Horizontal, part * read.dc_gain, QString(), kAxisColour, true});
  marks.push_back(
      {Qt::Vertical, read.settling_steps, tr("within 2 % from here"), kAxisColour, true});
  return marks;
}

/// |float32 - float64| of every sample, in parts of the largest: what training in single precision
/// starts from.
void FrequencyView::showRounding() {
  AxisSpec axis = valueAxis(tr("Error over the largest |h|"), {}, AxisScale::Log);
  axis.largest_span = kMostDecades;
  rounding_->setXAxis(lagAxis(*shownScenario()));
  rounding_->setYAxis(axis);
  std::vector<double> error;
  const spectrum::SinglePrecision* const known = single();
  if (known != nullptr) {
    const double full = largestSize(result()->kernel);
    for (std::size_t l = 0; l < std::min(known->kernel.size(), result()->kernel.size()); ++l)
      error.push_back(std::abs(known->kernel[l] - result()->kernel[l]) / full);
  }
  rounding_->setCurve(QStringLiteral("error"), tr("|float32 − float64|"),
                      wholeNumbers(error.size()), error, CurveStyle{});
  const bool none = known == nullptr || std::isnan(known->kernel_difference);
  rounding_->setNotice(known == nullptr ? tr("Being computed…")
                       : none ? tr("Plain float32 has no value here: (e^x − 1)/λ fails "
                                   "at λ = 0.")
                              : QString());
  std::vector<ChartMarker> marks;
  if (!none && known->kernel_difference > 0.0) {
    marks.push_back({Qt::Horizontal, known->kernel_difference,
                     tr("largest: %1").arg(numberText(known->kernel_difference, 2)), kAxisColour,
                     true});
  }
  rounding_->setMarkers(marks);
}

}  // namespace ssmscope::ui
