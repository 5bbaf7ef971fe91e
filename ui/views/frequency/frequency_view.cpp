// The frequency view: its parts, controls and links; the figures are in frequency_figures.cpp.
#include "ui/views/frequency/frequency_view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_text.hpp"

namespace ssmscope::ui {

ViewInfo frequencyViewInfo() {
  return {QStringLiteral("frequency"),
          FrequencyView::tr("Frequency response"),
          QStringLiteral(":/icons/frequency.svg"),
          FrequencyView::tr("A wave of ω radians a step leaves the model multiplied by "
                            "H(e^{iω}) = Σ [C·B̄/(1 − Ā·e^{−iω}) + its mirror term for the "
                            "conjugate pole] + D: the size of H is the gain, its angle the phase, "
                            "and each pole Ā is one damped wave of the kernel "
                            "h(l) = 2 Re Σ C·B̄·Ā^l."),
          FrequencyView::tr("Diagonal state-space models, arXiv 2206.11893"),
          [](Workspace& workspace, QWidget* parent) -> View* {
            return new FrequencyView(workspace, parent);
          },
          FrequencyView::tr("Frequency")};
}

FrequencyView::FrequencyView(Workspace& workspace, QWidget* parent)
    : FrequencyView(workspace,
                    {[solutions = workspace.solutions](
                         const Scenario& scenario, compute::Backend& backend,
                         compute::Progress& progress, const spectrum::FrequencyResult* /*last*/) {
                       return spectrum::analyse_frequency(scenario, backend, progress, solutions);
                     },
                     spectrum::coarse_frequency, spectrum::same_frequency},
                    parent) {}

FrequencyView::FrequencyView(Workspace& workspace,
                             AnalysisFunctions<spectrum::FrequencyResult> functions,
                             QWidget* parent)
    : FiguresView(workspace, std::move(functions), QStringLiteral("frequency"), parent),
      magnitude_(new LineChart),
      phase_(new LineChart),
      delay_(new LineChart),
      kernel_(new LineChart),
      step_(new LineChart),
      z_plane_(new LineChart),
      s_plane_(new LineChart),
      memory_(new LineChart) {
  addFigures();
  addToggles();
  z_plane_->setEqualAspect(true);
  connectSelection();
}

void FrequencyView::addFigures() {
  panel().addFigure(QStringLiteral("magnitude"), tr("Gain"), magnitude_);
  panel().addFigure(QStringLiteral("kernel"), tr("Kernel"), kernel_);
  panel().addFigure(QStringLiteral("poles"), tr("Poles (z plane)"), z_plane_);
  panel().addFigure(QStringLiteral("memory"), tr("Memory of the modes"), memory_);
  panel().addFigure(QStringLiteral("phase"), tr("Phase"), phase_);
  panel().addFigure(QStringLiteral("delay"), tr("Group delay"), delay_);
  panel().addFigure(QStringLiteral("step"), tr("Step response"), step_);
  panel().addFigure(QStringLiteral("splane"), tr("Poles (s plane)"), s_plane_);
}

void FrequencyView::addToggles() {
  const QStringList gain = {QStringLiteral("magnitude")};
  const QStringList responses = {QStringLiteral("magnitude"), QStringLiteral("phase"),
                                 QStringLiteral("delay")};
  decibels_ = panel().addToggle(QStringLiteral("scale"), tr("dB"),
                                tr("Gain in decibels; off: as a ratio"), true, gain);
  log_ = panel().addToggle(QStringLiteral("log"), tr("log"), tr("Frequency on a logarithmic axis"),
                           false, responses);
  hertz_ = panel().addToggle(QStringLiteral("unit"), tr("Hz"),
                             tr("Frequency in cycles per unit of time; off: radians a step"), false,
                             responses + QStringList{QStringLiteral("memory")});
  for (QToolButton* button : {decibels_, log_, hertz_})
    connect(button, &QToolButton::toggled, this, &FrequencyView::redraw);
  settings().addFlag("decibels", decibels_);
  settings().addFlag("log", log_);
  settings().addFlag("cycles", hertz_);
}

void FrequencyView::connectSelection() {
  Selection* const selection = workspace().selection;
  connect(selection, &Selection::modeChanged, this, &FrequencyView::showSelection);
  connect(selection, &Selection::omegaChanged, this, &FrequencyView::showSelection);
  connect(selection, &Selection::lagChanged, this, &FrequencyView::showSelection);
  for (LineChart* chart : {z_plane_, s_plane_, memory_}) {
    connect(chart, &LineChart::picked, this, &FrequencyView::pickMode);
  }
  for (LineChart* chart : {magnitude_, phase_, delay_}) {
    connect(chart, &LineChart::picked, this, [this, selection](const QString&, int index) {
      const auto at = static_cast<std::size_t>(index);
      if (result() && at < result()->omega.size()) selection->setOmega(result()->omega[at]);
    });
  }
  for (LineChart* chart : {kernel_, step_}) {
    connect(chart, &LineChart::picked, this,
            [selection](const QString&, int lag) { selection->setLag(lag); });
  }
}

void FrequencyView::pickMode(const QString& key, int index) {
  const auto group = std::find_if(groups_.begin(), groups_.end(),
                                  [&key](const ModeGroup& each) { return each.key == key; });
  if (group == groups_.end() || index < 0 ||
      static_cast<std::size_t>(index) >= group->modes.size()) {
    return;
  }
  workspace().selection->setMode(group->modes[static_cast<std::size_t>(index)]);
}

void FrequencyView::showResult(const spectrum::FrequencyResult& /*result*/,
                               const Scenario& /*scenario*/) {
  groupModes();
  redraw();
}

void FrequencyView::redraw() {
  if (!result()) return;
  hertz_->setText(cyclesUnit(*shownScenario()));
  setFrequencyAxes();
  showResponse();
  showKernel();
  showPoles();
  showMemory();
  panel().setReadOuts(frequencyReadOuts(*result(), *shownScenario()));
  panel().setNotes(result()->notes, !result()->stable);
  showSelection();
}

QString FrequencyView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return frequencyCaption(*result(), *shownScenario());
}

}  // namespace ssmscope::ui
