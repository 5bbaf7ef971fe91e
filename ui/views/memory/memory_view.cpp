#include "ui/views/memory/memory_view.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/fitted_modes.hpp"
#include "ui/live/selection.hpp"

namespace ssmscope::ui {

namespace {

// One colour for one thing in every figure of the view.
constexpr int kTargetColour = kAxisColour;
constexpr int kOwnColour = 0;
constexpr int kFitColour = 1;
constexpr int kFloorColour = 2;

std::vector<double> less(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result(std::min(a.size(), b.size()));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

CurveStyle line(int colour, double width = 1.6) {
  CurveStyle style;
  style.colour = colour;
  style.width = width;
  return style;
}

CurveStyle dashed(int colour) {
  CurveStyle style = line(colour);
  style.role = CurveRole::Dashed;
  return style;
}

CurveStyle points(int colour, PointShape shape, double size = 9.0) {
  CurveStyle style;
  style.role = CurveRole::Points;
  style.colour = colour;
  style.shape = shape;
  style.point_size = size;
  return style;
}

/// Lags in steps; read-outs also in the scenario's unit of time.
AxisSpec lagAxis(const Scenario& scenario) {
  return stepsAxis(MemoryView::tr("Lag s"), MemoryView::tr("steps"), scenario);
}

AnalysisFunctions<memory::MemoryResult> memoryFunctions(const target::Solutions& solutions) {
  const memory::KnownTargets known{solutions, {}};
  return {[known](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress,
                  const memory::MemoryResult* last) {
            using Modes = std::span<const memory::FittedMode>;
            return memory::analyse_memory(scenario, backend, progress,
                                          last != nullptr ? Modes(last->fit.modes) : Modes(),
                                          known);
          },
          [known](const Scenario& scenario) { return memory::coarse_memory(scenario, known); },
          memory::same_memory};
}

}  // namespace

ViewInfo memoryViewInfo() {
  return {QStringLiteral("memory"),
          MemoryView::tr("Memory fit"),
          QStringLiteral(":/icons/memory.svg"),
          MemoryView::tr("The target remembers the past by y(t) = Σ ρ(s) x(t − s). The model's own "
                         "kernel h(s) and a free sum of damped waves 2 Re Σ c·exp(λs) are fitted "
                         "to ρ by least squares; the relative error is Σ(ρ − ρ̂)² / Σρ². The floor "
                         "is the least error that any linear recurrent model with N real states "
                         "can reach (Eckart–Young on Hankel blocks of ρ).\n"
                         "α sets how much of its T steps the target remembers: the share μ(α) = "
                         "0.02 + 0.18 α for the exponential e^(−s/τ) and the polynomial "
                         "(1 + s/τ)^(−3/2), τ solving Σ ρ(s) = μ(T − 1) over 1 ≤ s < T; "
                         "μ(α) = 0.02 + 0.8 α for the impulse, one at s = μ(T − 1) rounded, and "
                         "for Airy, Ai((s − μT)/w), w = T/32.\n"
                         "Effective rank: how many of the directions that the target's Hankel "
                         "matrix holds count, the exponential of the entropy of its singular "
                         "values. Condition: how many times rounding is magnified in the "
                         "amplitudes of the free fit; above 10⁸ its waves are nearly alike. Tail "
                         "energy C(ρ, k): the share of Σρ² outside the k largest |ρ|. Mode memory: "
                         "the steps in which one damped wave falls to 1/e; it is a wave's own, "
                         "while the memory function ρ is the target's."),
          MemoryView::tr("Controllable memory functions, arXiv 2506.05678 (the forms of α are this "
                         "program's own)"),
          [](Workspace& workspace, QWidget* parent) -> View* {
            return new MemoryView(workspace, parent);
          },
          MemoryView::tr("Memory")};
}

MemoryView::MemoryView(Workspace& workspace, QWidget* parent)
    : FiguresView(workspace, memoryFunctions(workspace.solutions), QStringLiteral("memory"),
                  parent),
      fit_(new LineChart),
      residuals_(new LineChart),
      error_(new LineChart),
      modes_(new LineChart),
      complexity_(new LineChart) {
  panel().addFigure(QStringLiteral("fit"), tr("Target and fits"), fit_,
                    tr("Target memory function with the model's kernel and the free fit"));
  panel().addFigure(QStringLiteral("residuals"), tr("What is left over"), residuals_,
                    tr("Residuals of both fits"));
  panel().addFigure(QStringLiteral("error"), tr("Error and its floor"), error_,
                    tr("Relative error against the number of states, with its floor"));
  panel().addFigure(QStringLiteral("modes"), tr("Fitted modes"), modes_,
                    tr("Frequency and memory of the fitted modes"));
  panel().addFigure(QStringLiteral("complexity"), tr("Complexity of the target"), complexity_,
                    tr("Hankel singular values and tail energy of the target"));
  connectSelection();
}

void MemoryView::connectSelection() {
  Selection* const selection = workspace().selection;
  connect(selection, &Selection::modeChanged, this, &MemoryView::markSelection);
  connect(selection, &Selection::lagChanged, this, &MemoryView::markSelection);
  connect(fit_, &LineChart::picked, this,
          [selection](const QString&, int lag) { selection->setLag(lag); });
  connect(modes_, &LineChart::picked, this, [this, selection](const QString&, int index) {
    if (!result()) return;
    const auto& modes = result()->fit.modes;
    if (index < 0 || static_cast<std::size_t>(index) >= modes.size()) return;
    selection->setOmega(memory::shown_frequency(modes[static_cast<std::size_t>(index)]));
  });
}

void MemoryView::showResult(const memory::MemoryResult& result, const Scenario& scenario) {
  fit_->setXAxis(lagAxis(scenario));
  residuals_->setXAxis(lagAxis(scenario));
  showFit(result);
  showResiduals(result);
  showError(result, scenario);
  showModes(result);
  showComplexity(result);
  panel().setReadOuts(
      {tr("error: own kernel %1").arg(numberText(result.own_relative_mse, 3)),
       tr("free fit %1").arg(numberText(result.fit.relative_mse, 3)),
       tr("%1 of %2 pairs used").arg(result.fit.modes.size()).arg(scenario.fit.pairs),
       tr("effective rank of the target %1").arg(numberText(result.effective_rank, 3)),
       tr("condition of the fit %1").arg(numberText(result.fit.vandermonde_condition, 2))});
  panel().setNotes(result.notes, !result.stable || !std::isfinite(result.own_relative_mse));
  markSelection();
}

void MemoryView::showFit(const memory::MemoryResult& result) {
  const std::vector<double> lags = wholeNumbers(result.rho.size());
  AxisSpec value = valueAxis(tr("Memory function"));
  value.include = 0.0;
  fit_->setYAxis(value);
  fit_->setCurve(QStringLiteral("rho"), tr("target ρ"), lags, result.rho, line(kTargetColour, 2.4));
  fit_->setCurve(QStringLiteral("own"), tr("own kernel"), lags, result.own_fit, line(kOwnColour));
  fit_->setCurve(QStringLiteral("fit"), tr("free fit"), lags, result.fit.values,
                 dashed(kFitColour));
}

void MemoryView::showResiduals(const memory::MemoryResult& result) {
  const std::vector<double> lags = wholeNumbers(result.rho.size());
  AxisSpec value = valueAxis(tr("Fit − target"));
  value.include = 0.0;
  residuals_->setYAxis(value);
  residuals_->setCurve(QStringLiteral("own"), tr("own kernel"), lags,
                       less(result.own_fit, result.rho), line(kOwnColour));
  residuals_->setCurve(QStringLiteral("fit"), tr("free fit"), lags,
                       less(result.fit.values, result.rho), dashed(kFitColour));
}

void MemoryView::showError(const memory::MemoryResult& result, const Scenario& scenario) {
  AxisSpec states = valueAxis(tr("Real states N"));
  states.whole_numbers = true;
  AxisSpec value = valueAxis(tr("Relative error"), {}, AxisScale::Log);
  value.largest_span = 16.0;  // decades; below them is rounding
  error_->setXAxis(states);
  error_->setYAxis(value);
  error_->setCurve(QStringLiteral("floor"), tr("least possible"), wholeNumbers(result.floor.size()),
                   result.floor, line(kFloorColour, 2.0));
  const double own = memory::floor_states(scenario.model);
  const double fit = memory::real_states(result.fit.modes);
  error_->setCurve(QStringLiteral("own"), tr("own kernel"), std::span(&own, 1),
                   std::span(&result.own_relative_mse, 1),
                   points(kOwnColour, PointShape::Square, 10.0));
  error_->setCurve(QStringLiteral("fit"), tr("free fit"), std::span(&fit, 1),
                   std::span(&result.fit.relative_mse, 1),
                   points(kFitColour, PointShape::Circle, 10.0));
}

void MemoryView::showModes(const memory::MemoryResult& result) {
  AxisSpec frequency = valueAxis(tr("Frequency"), tr("rad/step"));
  frequency.include = 0.0;
  modes_->setXAxis(frequency);
  modes_->setYAxis(valueAxis(tr("Mode memory"), tr("steps"), AxisScale::Log));
  std::vector<double> x;
  std::vector<double> y;
  for (const memory::FittedMode& mode : result.fit.modes) {
    x.push_back(memory::shown_frequency(mode));
    y.push_back(memory::memory_steps(mode));
  }
  modes_->setCurve(QStringLiteral("modes"), tr("fitted mode"), x, y,
                   points(kFitColour, PointShape::Circle, 10.0));
  modes_->setNotice(x.empty() ? tr("The fit has no modes: the target is zero.") : QString());
}

void MemoryView::showComplexity(const memory::MemoryResult& result) {
  AxisSpec count = valueAxis(tr("Number kept k"));
  count.whole_numbers = true;
  AxisSpec value = valueAxis(tr("Share"), {}, AxisScale::Log);
  value.largest_span = 16.0;
  complexity_->setXAxis(count);
  complexity_->setYAxis(value);
  std::vector<double> scaled = result.hankel_singular_values;
  const double largest = scaled.empty() ? 0.0 : scaled.front();
  for (double& sigma : scaled) sigma = largest > 0.0 ? sigma / largest : 0.0;
  complexity_->setCurve(QStringLiteral("hankel"), tr("Hankel σ(k) / σ(1)"),
                        wholeNumbers(scaled.size(), 1.0), scaled, line(3));
  complexity_->setCurve(QStringLiteral("tail"), tr("tail energy C(ρ, k)"),
                        wholeNumbers(result.tail_energy.size()), result.tail_energy, dashed(4));
}

void MemoryView::markSelection() {
  const Selection& selection = *workspace().selection;
  if (!result() || !shownScenario()) return;
  if (selection.lag() && *selection.lag() < static_cast<int>(result()->rho.size())) {
    fit_->setSelected(QStringLiteral("rho"), {*selection.lag()});
  } else {
    fit_->clearSelected();
  }
  modes_->clearSelected();
  fit_->removeCurve(QStringLiteral("nearest"));
  const auto at = static_cast<std::size_t>(selection.mode().value_or(-1));
  if (!selection.mode() || at >= result()->mode_omega.size()) return;
  const std::optional<int> nearest =
      memory::nearest_fitted_mode(result()->fit.modes, result()->mode_omega[at]);
  if (!nearest) return;
  const QString label = tr("nearest to mode %1").arg(*selection.mode());
  modes_->setSelected(QStringLiteral("modes"), {*nearest}, label);
  const std::vector<double> term =
      memory::term(result()->fit.modes[static_cast<std::size_t>(*nearest)], result()->rho.size());
  CurveStyle style = line(kAccentColour, 2.0);
  style.fits = false;  // terms may be far larger than their sum
  fit_->setCurve(QStringLiteral("nearest"), tr("fitted term %1").arg(label),
                 wholeNumbers(term.size()), term, style);
}

QString MemoryView::caption() const {
  if (!result()) return {};
  const memory::MemoryResult& now = *result();
  QString text;
  if (std::isfinite(now.remembered_steps)) {
    text = tr("The target remembers about %1 of %2 steps. ")
               .arg(numberText(now.remembered_steps, 3))
               .arg(now.rho.size());
  }
  text += tr("The model's own poles miss %1 of it, the free fit %2 (relative errors).")
              .arg(numberText(now.own_relative_mse, 2), numberText(now.fit.relative_mse, 2));
  const auto states = static_cast<std::size_t>(memory::real_states(now.fit.modes));
  if (states < now.floor.size() && now.floor[states] > 0.0) {
    text +=
        tr(" No linear model of that size can go below %1.").arg(numberText(now.floor[states], 2));
  }
  return text;
}

}  // namespace ssmscope::ui
