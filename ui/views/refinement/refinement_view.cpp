#include "ui/views/refinement/refinement_view.hpp"

#include <algorithm>
#include <cmath>

#include "ui/live/clock.hpp"

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
  QString name = RefinementView::tr("%1, %2 hold").arg(ruleName(curve.rule), holdName(curve.hold));
  if (!std::isfinite(curve.slope)) return name;
  return RefinementView::tr("%1: slope %2").arg(name, QString::number(curve.slope, 'f', 2));
}

AxisSpec timeAxis(const Scenario& scenario) {
  AxisSpec axis = valueAxis(RefinementView::tr("Time"), unitOf(scenario));
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

/// The curve of the scenario's own rule; null when it has none.
const continuity::RefinementCurve* ownCurve(const continuity::RefinementResult& result, Rule rule) {
  const auto own = std::ranges::find(result.curves, rule, &continuity::RefinementCurve::rule);
  return own == result.curves.end() ? nullptr : &*own;
}

/// The error at the step Δ itself; NaN when that is not among the steps.
double errorAt(const continuity::RefinementCurve& curve, double delta) {
  const auto at = std::ranges::find(curve.tau, delta);
  return at == curve.tau.end() ? std::nan("")
                               : curve.median[static_cast<std::size_t>(at - curve.tau.begin())];
}

QStringList refinementReadOuts(const continuity::RefinementResult& result,
                               const Scenario& scenario) {
  const continuity::RefinementCurve* const own = ownCurve(result, scenario.discretisation.rule);
  if (own == nullptr) return {};
  QStringList parts = {
      RefinementView::tr("%1, %2 hold").arg(ruleName(own->rule), holdName(own->hold))};
  if (std::isfinite(own->slope))
    parts << RefinementView::tr("order %1").arg(QString::number(own->slope, 'f', 2));
  const double error = errorAt(*own, scenario.discretisation.delta);
  if (std::isfinite(error))
    parts << RefinementView::tr("error at Δ %1 %").arg(numberText(100.0 * error, 2));
  return parts;
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
          "mean.\n"
          "Bound: the error under ZOH with the left or right value lies below the grey dashed "
          "line, τ ‖h‖₁ max |u'| / max |y*|, h the model's kernel and u' the input's slope.\n"
          "The model is refined as one system, all its modes together: a selected mode has no "
          "curve here."),
      RefinementView::tr("Continuity laws, arXiv 2605.08539"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new RefinementView(workspace, parent);
      },
      RefinementView::tr("Refine")};
}

RefinementView::RefinementView(Workspace& workspace, QWidget* parent)
    : FiguresView(workspace,
                  solvedBy(workspace.solutions, continuity::analyse_refinement,
                           continuity::coarse_refinement, continuity::same_refinement),
                  QStringLiteral("refinement"), parent),
      errors_(new LineChart),
      output_(new LineChart),
      difference_(new LineChart) {
  panel().addFigure(QStringLiteral("error"), tr("Error against the step"), errors_,
                    tr("Relative error against the step, on logarithmic axes"));
  panel().addFigure(QStringLiteral("output"), tr("Output and the exact one"), output_,
                    tr("Output at the scenario's step over the exact output"));
  panel().addFigure(QStringLiteral("difference"), tr("Difference over time"), difference_,
                    tr("Output at the scenario's step less the exact output"));
  connect(workspace.clock, &Clock::timeChanged, this, &RefinementView::moveCursor);
}

void RefinementView::showResult(const continuity::RefinementResult& result,
                                const Scenario& scenario) {
  showErrors(result, scenario);
  showOutput(result, scenario);
  showDifference(result, scenario);
  panel().setReadOuts(refinementReadOuts(result, scenario));
  panel().setNotes(result.notes, !result.stable);
  moveCursor();
}

void RefinementView::showErrors(const continuity::RefinementResult& result,
                                const Scenario& scenario) {
  AxisSpec step = valueAxis(tr("Step τ"), unitOf(scenario), AxisScale::Log);
  step.range = RangePolicy::Exact;
  step.second_factor = 1.0 / scenario.discretisation.delta;
  step.second_unit = tr("× Δ");
  AxisSpec error = valueAxis(tr("Error e(τ)"), {}, AxisScale::Log);
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
    errors_->setCurve(QStringLiteral("bound"), tr("bound (ZOH)"), result.curves.front().tau, bound,
                      {.role = CurveRole::Dashed, .colour = kReferenceColour, .width = 1.2});
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
  output_->setYAxis(valueAxis(tr("Output y")));
  output_->setCurve(QStringLiteral("reference"), tr("exact y*(t)"), result.time, result.reference,
                    {.colour = kReferenceColour, .width = 2.4});
  output_->setCurve(QStringLiteral("own"),
                    tr("y at Δ, %1").arg(ruleName(scenario.discretisation.rule)), result.time,
                    result.own_output, {.role = CurveRole::Dashed, .colour = kOwnColour});
}

void RefinementView::showDifference(const continuity::RefinementResult& result,
                                    const Scenario& scenario) {
  difference_->setXAxis(timeAxis(scenario));
  AxisSpec value = valueAxis(tr("y − y*"));
  value.include = 0.0;
  difference_->setYAxis(value);
  const std::size_t count = std::min(result.own_output.size(), result.reference.size());
  std::vector<double> difference(count);
  for (std::size_t i = 0; i < count; ++i) {
    difference[i] = result.own_output[i] - result.reference[i];
  }
  difference_->setCurve(QStringLiteral("difference"), tr("y at Δ less y*"), result.time, difference,
                        {.colour = kOwnColour});
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
  const continuity::RefinementCurve* const own = ownCurve(*result(), now.rule);
  if (own == nullptr) return {};
  if (!std::isfinite(own->slope)) return withoutSlope(*own);
  QString text = tr("Halving the step divides the error by about %1 (order %2, %3 hold).")
                     .arg(numberText(std::exp2(own->slope), 2), QString::number(own->slope, 'f', 2),
                          holdName(own->hold));
  const double error = errorAt(*own, now.delta);
  if (!std::isfinite(error)) return text;
  return text + tr(" At the present Δ the output is off by %1 % of its largest value.")
                    .arg(numberText(100.0 * error, 2));
}

}  // namespace ssmscope::ui
