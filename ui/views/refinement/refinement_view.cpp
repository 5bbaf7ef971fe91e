#include "ui/views/refinement/refinement_view.hpp"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/live/clock.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/notes.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kReferenceColour = kAxisColour;
constexpr int kOwnColour = 0;

QString ruleName(Rule rule) {
  switch (rule) {
    case Rule::Zoh:
      return RefinementView::tr("ZOH");
    case Rule::Bilinear:
      return RefinementView::tr("bilinear");
    case Rule::Euler:
      return RefinementView::tr("Euler");
    case Rule::BackwardEuler:
      return RefinementView::tr("backward Euler");
    case Rule::EulerB:
      return RefinementView::tr("Euler-B");
  }
  return {};
}

QString holdName(Hold hold) {
  switch (hold) {
    case Hold::Left:
      return RefinementView::tr("left");
    case Hold::Right:
      return RefinementView::tr("right");
    case Hold::Mean:
      return RefinementView::tr("mean");
  }
  return {};
}

/// Keys, colours and shapes of a rule stay the same whichever curves are there.
QString curveKey(const continuity::RefinementCurve& curve) {
  return ruleName(curve.rule) + u'/' + holdName(curve.hold);
}

int ruleColour(Rule rule) { return static_cast<int>(rule); }

QString legendName(const continuity::RefinementCurve& curve) {
  const QString name =
      RefinementView::tr("%1, %2 hold").arg(ruleName(curve.rule), holdName(curve.hold));
  if (!std::isfinite(curve.slope)) return name;
  return RefinementView::tr("%1: slope %2").arg(name, QString::number(curve.slope, 'f', 2));
}

QString unitOf(const Scenario& scenario) {
  return QString::fromStdString(scenario.discretisation.delta_unit);
}

AxisSpec timeAxis(const Scenario& scenario) {
  AxisSpec axis;
  axis.title = RefinementView::tr("Time");
  axis.unit = unitOf(scenario);
  axis.range = RangePolicy::Exact;
  axis.second_factor = 1.0 / scenario.discretisation.delta;
  axis.second_unit = RefinementView::tr("steps");
  return axis;
}

/// No slope is fitted where the errors are rounding, nor where there are none.
QString withoutSlope(const continuity::RefinementCurve& curve) {
  constexpr double kRoundingError = 1e-12;
  const bool exact = !curve.median.empty() && curve.median.back() <= kRoundingError;
  return (exact ? RefinementView::tr("With %1 the finest steps are exact to rounding.")
                : RefinementView::tr("With %1 the steps shown give no order of convergence: they "
                                     "are unstable, or the exact output is zero or too large."))
      .arg(ruleName(curve.rule));
}

}  // namespace

ViewInfo refinementViewInfo() {
  return {
      QStringLiteral("refinement"),
      RefinementView::tr("Refinement"),
      QStringLiteral(":/icons/refinement.svg"),
      RefinementView::tr(
          "The continuous model is kept and the step τ is halved again and again, with the same "
          "smooth input. The error is e(τ) = max |y_τ − y*| / max |y*|, y* the exact output; on "
          "log-log axes its slope is the order of convergence. How the input is held over a "
          "step decides it under ZOH and bilinear: 1 for the left or right value, 2 for their "
          "mean."),
      RefinementView::tr("Continuity laws, arXiv 2605.08539"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new RefinementView(workspace, parent);
      }};
}

RefinementView::RefinementView(Workspace& workspace, QWidget* parent)
    : AnalysisView(workspace,
                   {[](const Scenario& scenario, compute::Backend& backend,
                       compute::Progress& progress, const continuity::RefinementResult*) {
                      return continuity::analyse_refinement(scenario, backend, progress);
                    },
                    continuity::coarse_refinement, continuity::same_refinement},
                   parent),
      deck_(new FigureDeck(QStringLiteral("refinement"), this)),
      read_outs_(new QLabel(this)),
      errors_(new LineChart),
      output_(new LineChart),
      difference_(new LineChart),
      charts_{errors_, output_, difference_} {
  setObjectName(QStringLiteral("refinement.view"));
  addFigure(QStringLiteral("error"), tr("Error against the step"), errors_,
            tr("Relative error against the step, on logarithmic axes"));
  addFigure(QStringLiteral("output"), tr("Output and the exact one"), output_,
            tr("Output at the scenario's step over the exact output"));
  addFigure(QStringLiteral("difference"), tr("Difference over time"), difference_,
            tr("Output at the scenario's step less the exact output"));
  read_outs_->setObjectName(QStringLiteral("refinement.readouts"));
  read_outs_->setWordWrap(true);

  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->setSpacing(4);
  column->addWidget(deck_, 1);
  column->addWidget(read_outs_);
  connect(workspace.clock, &Clock::timeChanged, this, &RefinementView::moveCursor);
}

void RefinementView::addFigure(const QString& id, const QString& title, LineChart* chart,
                               const QString& description) {
  chart->setObjectName(QStringLiteral("refinement.") + id);
  chart->setAccessibleName(description);
  chart->setTitle(title);
  deck_->addFigure(id, title, chart);
}

void RefinementView::showResult(const continuity::RefinementResult& result,
                                const Scenario& scenario) {
  showErrors(result, scenario);
  showOutput(result, scenario);
  showDifference(result, scenario);
  read_outs_->setText(firstNote(result.notes));
  read_outs_->setToolTip(allNotes(result.notes));
  read_outs_->setVisible(!result.notes.empty());
  moveCursor();
}

void RefinementView::showErrors(const continuity::RefinementResult& result,
                                const Scenario& scenario) {
  AxisSpec step;
  step.title = tr("Step τ");
  step.unit = unitOf(scenario);
  step.scale = AxisScale::Log;
  step.range = RangePolicy::Exact;
  step.second_factor = 1.0 / scenario.discretisation.delta;
  step.second_unit = tr("× Δ");
  AxisSpec error;
  error.title = tr("Error e(τ)");
  error.scale = AxisScale::Log;
  error.largest_span = 16.0;  // decades; below them is rounding
  errors_->setXAxis(step);
  errors_->setYAxis(error);

  QStringList keys;
  for (const continuity::RefinementCurve& curve : result.curves) {
    CurveStyle style;
    style.colour = ruleColour(curve.rule);
    // Rules may agree to the last pixel: the later ones are dashed so that both are seen.
    style.role = keys.isEmpty() ? CurveRole::Line : CurveRole::Dashed;
    style.width = keys.isEmpty() ? 2.6 : 1.6;
    const QString key = curveKey(curve);
    errors_->setCurve(key, legendName(curve), curve.tau, curve.median, style);
    CurveStyle dots = style;
    dots.role = CurveRole::Points;
    dots.in_legend = false;
    dots.exports = false;
    dots.reads = false;
    dots.ghosts = false;
    dots.point_size = keys.isEmpty() ? 7.0 : 4.5;
    errors_->setCurve(key + QStringLiteral("/dots"), {}, curve.tau, curve.median, dots);
    keys << key << key + QStringLiteral("/dots");
  }
  if (std::isfinite(result.bound_slope) && !result.curves.empty()) {
    std::vector<double> bound;
    for (const double tau : result.curves.front().tau) bound.push_back(result.bound_slope * tau);
    CurveStyle style;
    style.role = CurveRole::Dashed;
    style.colour = kReferenceColour;
    style.width = 1.2;
    errors_->setCurve(QStringLiteral("bound"), tr("bound"), result.curves.front().tau, bound,
                      style);
    keys << QStringLiteral("bound");
  }
  for (const QString& key : errors_->curveKeys()) {
    if (!keys.contains(key)) errors_->removeCurve(key);
  }
  errors_->setMarkers({{Qt::Vertical, scenario.discretisation.delta, tr("Δ now"), kAccentColour}});
}

void RefinementView::showOutput(const continuity::RefinementResult& result,
                                const Scenario& scenario) {
  output_->setXAxis(timeAxis(scenario));
  AxisSpec value;
  value.title = tr("Output y");
  output_->setYAxis(value);
  CurveStyle exact;
  exact.colour = kReferenceColour;
  exact.width = 2.4;
  output_->setCurve(QStringLiteral("reference"), tr("exact y*(t)"), result.time, result.reference,
                    exact);
  CurveStyle own;
  own.role = CurveRole::Dashed;
  own.colour = kOwnColour;
  output_->setCurve(QStringLiteral("own"),
                    tr("y at Δ, %1").arg(ruleName(scenario.discretisation.rule)), result.time,
                    result.own_output, own);
}

void RefinementView::showDifference(const continuity::RefinementResult& result,
                                    const Scenario& scenario) {
  difference_->setXAxis(timeAxis(scenario));
  AxisSpec value;
  value.title = tr("y − y*");
  value.include = 0.0;
  difference_->setYAxis(value);
  const std::size_t count = std::min(result.own_output.size(), result.reference.size());
  std::vector<double> difference(count);
  for (std::size_t i = 0; i < count; ++i) {
    difference[i] = result.own_output[i] - result.reference[i];
  }
  CurveStyle own;
  own.colour = kOwnColour;
  difference_->setCurve(QStringLiteral("difference"), tr("y at Δ less y*"), result.time, difference,
                        own);
}

void RefinementView::moveCursor() {
  if (!shownScenario()) return;
  const double time = workspace().clock->time() * shownScenario()->discretisation.delta;
  output_->setTimeCursors({time});
  difference_->setTimeCursors({time});
}

QString RefinementView::caption() const {
  if (!result() || !shownScenario()) return {};
  const Discretisation& now = shownScenario()->discretisation;
  for (const continuity::RefinementCurve& curve : result()->curves) {
    if (curve.rule != now.rule) continue;
    if (!std::isfinite(curve.slope)) return withoutSlope(curve);
    QString text = tr("Halving the step divides the error by about %1 (order %2, %3 hold).")
                       .arg(numberText(std::exp2(curve.slope), 2),
                            QString::number(curve.slope, 'f', 2), holdName(curve.hold));
    const auto at = std::find(curve.tau.begin(), curve.tau.end(), now.delta);
    if (at == curve.tau.end()) return text;
    const double error = curve.median[static_cast<std::size_t>(at - curve.tau.begin())];
    if (!std::isfinite(error)) return text;
    return text + tr(" At the present Δ the output is off by %1 % of its largest value.")
                      .arg(numberText(100.0 * error, 2));
  }
  return {};
}

data::Table RefinementView::table() const {
  return result() ? continuity::main_table(*result()) : data::Table{};
}

void RefinementView::pin() {
  for (LineChart* chart : charts_) chart->pin();
}

void RefinementView::clearPins() {
  for (LineChart* chart : charts_) chart->clearPins();
}

void RefinementView::resetZoom() {
  for (LineChart* chart : charts_) chart->resetZoom();
}

void RefinementView::applyTheme(const Theme& theme) {
  for (LineChart* chart : charts_) chart->applyTheme(theme);
}

}  // namespace ssmscope::ui
