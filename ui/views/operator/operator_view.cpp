#include "ui/views/operator/operator_view.hpp"

#include <QLocale>
#include <QShowEvent>
#include <algorithm>
#include <cmath>

#include "ui/live/clock.hpp"
#include "ui/views/operator/operator_text.hpp"

namespace ssmscope::ui {

namespace {

constexpr std::size_t kMostOutputsDrawn = 4;
constexpr double kRimWidth = 4.0;
constexpr std::size_t kMostMatrix = 96;    // steps of T_h as a picture
constexpr std::size_t kMostColumns = 512;  // of the layers' picture
constexpr double kMostDecades = 12.0;

/// The same model, input and stack, and so the same run; the window has no part in it.
bool sameRun(const Scenario& a, const Scenario& b) {
  Scenario windowed = b;
  windowed.resolution = a.resolution;
  return ring::same_stack(a, windowed) && a.stack.steps == b.stack.steps;
}

}  // namespace

ViewInfo operatorViewInfo() {
  return {
      QStringLiteral("operator"),
      OperatorView::tr("Operator"),
      QStringLiteral(":/icons/operator.svg"),
      OperatorView::tr(
          "A state-space layer is a sum over the past: yₜ = Σ h(t − s) uₛ, h its kernel; as a "
          "matrix, T_h with h(t − s) in row t and column s. Blocks of time are joined by the "
          "state, x' = Āᔆ x + Σ Āᔆ⁻¹⁻ᵏ B̄ uₖ, so that any number of steps needs the memory of one "
          "block. Layers of S4D (the model's poles), S4 (a dense LegS matrix) or S5 (one state "
          "shared by all channels) stand one behind the other, each with σ behind it. The "
          "recurrence xₜ = Ā xₜ₋₁ + B̄ uₜ, step by step, must give the same: to 10⁻¹² and 4 "
          "rounding errors for each step of the longest memory."),
      OperatorView::tr("The explicit operator of S4D, arXiv 2604.20595"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new OperatorView(workspace, parent);
      },
      {},
      QStringLiteral("ring")};
}

OperatorView::OperatorView(Workspace& workspace, QWidget* parent)
    : FiguresView(
          workspace,
          solvedBy(workspace.solutions, ring::analyse_stack, ring::coarse_stack, ring::same_stack),
          QStringLiteral("operator"), parent),
      output_(new LineChart),
      difference_(new LineChart),
      contributions_(new LineChart),
      long_run_(new LineChart),
      layers_(new HeatMap),
      matrix_(new HeatMap),
      run_(workspace),
      bar_(new ExperimentBar(run_, QStringLiteral("operator.long"), tr("Run"),
                             tr("Takes the stack over many steps, in blocks: memory does not grow "
                                "with their number."))) {
  addFigures();
  connect(workspace.clock, &Clock::timeChanged, this, &OperatorView::followClock);
  connect(bar_, &ExperimentBar::runAsked, this, &OperatorView::startRun);
  connect(&run_, &ExperimentRunner::changed, this, &OperatorView::showRun);
  connect(output_, &LineChart::picked, this,
          [clock = workspace.clock](const QString&, int index) { clock->setTime(index); });
}

void OperatorView::addFigures() {
  panel().addFigure(QStringLiteral("output"), tr("Output of the stack"), output_);
  panel().addFigure(QStringLiteral("contributions"), tr("What each past input adds"),
                    contributions_);
  panel().addFigure(QStringLiteral("layers"), tr("Layers"), layers_,
                    tr("Every output of every layer over time"));
  panel().addFigure(QStringLiteral("matrix"), tr("The operator T_h"), matrix_,
                    tr("The operator of the first channel as a matrix"));
  panel().addFigure(QStringLiteral("difference"), tr("Operator against recurrence"), difference_);
  panel().addFigure(QStringLiteral("long"), tr("Long run"), long_run_);
  panel().addControl(bar_, {QStringLiteral("long")});
  matrix_->setFirstRowOnTop(true);
  layers_->setFirstRowOnTop(true);
}

void OperatorView::setScenario(std::shared_ptr<const Scenario> scenario) {
  newest_ = scenario;
  FiguresView::setScenario(std::move(scenario));
  showRun();
}

void OperatorView::showResult(const ring::StackResult& result, const Scenario& /*scenario*/) {
  panel().setReadOuts(operatorReadOuts(result));
  panel().setNotes(result.notes, result.steps > 0 && !result.agreement.holds());
  showOutput();
  showDifference();
  showLayers();
  showMatrix();
  step_ = result.steps;  // of none: the clock's step is another one
  followClock();
}

void OperatorView::showEvent(QShowEvent* event) {
  FiguresView::showEvent(event);
  if (result()) showContributions();
}

void OperatorView::followClock() {
  if (!result()) return;
  const double time = workspace().clock->time();
  for (LineChart* const chart : {output_, contributions_}) chart->setTimeCursors({time});
  const std::size_t steps = result()->steps;
  const double last = steps == 0 ? 0.0 : static_cast<double>(steps - 1);
  const auto step = static_cast<std::size_t>(std::clamp(std::floor(time), 0.0, last));
  if (step == step_) return;
  const bool first = step_ == steps;
  step_ = step;
  if (first || isVisible()) showContributions();
}

void OperatorView::showOutput() {
  const ring::StackResult& now = *result();
  output_->setXAxis(stepsAxis(tr("Time"), tr("steps"), *shownScenario()));
  output_->setYAxis(zeroAxis(tr("Output z of the last layer")));
  const auto time = wholeNumbers(now.steps);
  const std::size_t outputs = now.width(now.layers.size() - 1);
  for (std::size_t k = 0; k < kMostOutputsDrawn; ++k) {
    const QString closed = QStringLiteral("z%1").arg(k), stepped = QStringLiteral("r%1").arg(k);
    if (k >= outputs) {
      output_->removeCurve(closed);
      output_->removeCurve(stepped);
      continue;
    }
    const auto part = [&](const std::vector<double>& all) {
      return std::span(all).subspan(k * now.steps, now.steps);
    };
    // Both are alike to the last digits: the recurrence shows as a rim around the other.
    CurveStyle rim = styled(kAxisColour);
    rim.width = kRimWidth;
    rim.in_legend = k == 0;
    output_->setCurve(stepped, tr("recurrence"), time, part(now.recurrence), rim);
    const QString name = outputs == 1 ? tr("operator") : tr("operator, output %1").arg(k);
    output_->setCurve(closed, name, time, part(now.outputs.back()), styled(static_cast<int>(k)));
  }
  output_->setNotice(now.steps == 0 ? tr("No step of the stack is finite.") : QString());
}

void OperatorView::showDifference() {
  const ring::StackResult& now = *result();
  difference_->setXAxis(stepsAxis(tr("Time"), tr("steps"), *shownScenario()));
  AxisSpec y = valueAxis(tr("Relative difference"), {}, AxisScale::Log);
  y.largest_span = kMostDecades;
  difference_->setYAxis(y);
  const auto time = wholeNumbers(now.steps);
  difference_->setCurve(QStringLiteral("difference"), tr("operator − recurrence"), time,
                        now.difference, styled(0, CurveRole::Points));
  difference_->setCurve(QStringLiteral("bound"), tr("allowed by rounding"), time,
                        std::vector<double>(now.steps, now.agreement.allowed()),
                        styled(1, CurveRole::Dashed));
  const bool equal = std::all_of(now.difference.begin(), now.difference.end(),
                                 [](double value) { return value == 0.0; });
  difference_->setNotice(equal && now.steps > 0 ? tr("Equal to the last digit.") : QString());
}

void OperatorView::showLayers() {
  const ring::StackResult& now = *result();
  const std::size_t stride =
      std::max<std::size_t>(1, (now.steps + kMostColumns - 1) / kMostColumns);
  const std::size_t columns = (now.steps + stride - 1) / stride;
  std::vector<double> values;
  std::size_t rows = 0;
  for (std::size_t layer = 0; layer < now.outputs.size(); ++layer)
    for (std::size_t k = 0; k < now.width(layer); ++k, ++rows)
      for (std::size_t t = 0; t < now.steps; t += stride)
        values.push_back(now.outputs[layer][k * now.steps + t]);
  AxisSpec y = valueAxis(now.width(0) == 1 ? tr("Layer") : tr("Layer, each with its channels"));
  y.whole_numbers = true;
  layers_->setXAxis(stepsAxis(tr("Time"), tr("steps"), *shownScenario()));
  layers_->setYAxis(y);
  layers_->setValueAxis(valueAxis(tr("z")), ColourMap::Diverging);
  const double height = 1.0 / static_cast<double>(std::max<std::size_t>(now.width(0), 1));
  layers_->setPlaces(0.0, static_cast<double>(stride), 1.0, height);
  layers_->setValues(columns == 0 ? 0 : static_cast<int>(rows), static_cast<int>(columns), values);
}

void OperatorView::showMatrix() {
  const ring::StackResult& now = *result();
  const std::size_t size = std::min(now.steps, kMostMatrix);
  std::vector<double> values(size * size);
  for (std::size_t t = 0; t < size; ++t)
    for (std::size_t s = 0; s <= t; ++s) values[t * size + s] = now.kernel[t - s];
  matrix_->setXAxis(stepsAxis(tr("Input s"), tr("steps"), *shownScenario()));
  matrix_->setYAxis(stepsAxis(tr("Output t"), tr("steps"), *shownScenario()));
  matrix_->setValueAxis(valueAxis(tr("h(t − s)")), ColourMap::Diverging);
  matrix_->setPlaces(0.0, 1.0, 0.0, 1.0);
  matrix_->setValues(static_cast<int>(size), static_cast<int>(size), values);
}

void OperatorView::showContributions() {
  const ring::StackResult& now = *result();
  if (now.steps == 0) {
    contributions_->removeCurve(QStringLiteral("each"));
    contributions_->removeCurve(QStringLiteral("sum"));
    return;
  }
  contributions_->setTitle(tr("What each past input adds to y at step %1").arg(step_));
  AxisSpec x = stepsAxis(tr("Input s"), tr("steps"), *shownScenario());
  x.range = RangePolicy::Fixed;  // the same while the clock runs
  x.upper = static_cast<double>(std::max<std::size_t>(now.steps, 2) - 1);
  contributions_->setXAxis(x);
  contributions_->setYAxis(zeroAxis(tr("Part of y, first channel of layer 1")));
  const std::vector<double> added = ring::contributions(now, step_);
  std::vector<double> sum(added.size());
  double total = 0.0;
  for (std::size_t s = 0; s < added.size(); ++s) sum[s] = total += added[s];
  const auto input_step = wholeNumbers(added.size());
  contributions_->setCurve(QStringLiteral("each"), tr("h(t − s) u(s)"), input_step, added,
                           styled(0, CurveRole::Stems));
  contributions_->setCurve(QStringLiteral("sum"), tr("sum so far, up to y"), input_step, sum,
                           styled(1));
  if (step_ < kMostMatrix)
    matrix_->setSelectedRow(static_cast<int>(step_), tr("step %1").arg(step_));
  else
    matrix_->setSelectedRow(std::nullopt);
}

void OperatorView::startRun() {
  if (!newest_) return;
  run_.start(std::make_shared<experiments::LongRun>(*newest_, workspace().solutions), newest_);
}

void OperatorView::showRun() {
  if (!newest_) return;
  const auto count = [](std::size_t steps) {
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(steps));
  };
  const auto wanted = static_cast<std::size_t>(newest_->stack.steps);
  bar_->setRunText(tr("Run %1 steps").arg(count(wanted)));
  bar_->setOlder(run_.scenario() && !sameRun(*run_.scenario(), *newest_));
  const auto known = run_.snapshot();
  AxisSpec x = valueAxis(tr("Time"), tr("steps"));
  x.range = RangePolicy::Fixed;
  x.lower = 0.0;
  x.upper = static_cast<double>(known ? known->asked : wanted);
  long_run_->setXAxis(x);
  AxisSpec y = zeroAxis(tr("First output of the last layer"));
  if (!known) y.range = RangePolicy::Fixed;
  long_run_->setYAxis(y);
  if (!known) {
    long_run_->removeCurve(QStringLiteral("range"));
    long_run_->setNotice(tr("Not run yet: %1 steps, in blocks.").arg(count(wanted)));
    return;
  }
  std::vector<double> middle = wholeNumbers(known->lower.size());
  for (double& at : middle) at = (at + 0.5) * static_cast<double>(known->bucket);
  long_run_->setBand(QStringLiteral("range"), tr("least to greatest"), middle, known->lower,
                     known->upper, styled(0, CurveRole::Filled));
  long_run_->setNotice(known->steps == 0 ? tr("No step of the stack is finite.") : QString());
  bar_->setResultText(longRunText(*known, run_.seconds()));
}

QString OperatorView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return operatorCaption(*result());
}

}  // namespace ssmscope::ui
