// The frequency view: its parts, controls and links; the figures are in frequency_figures.cpp.
#include "ui/views/frequency/frequency_view.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/spectrum/delayed_response.hpp"
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
                            "h(l) = 2 Re Σ C·B̄·Ā^l. Poles can be dragged: everything follows."),
          FrequencyView::tr("Diagonal state-space models, arXiv 2206.11893"),
          [](Workspace& workspace, QWidget* parent) -> View* {
            return new FrequencyView(workspace, parent);
          },
          FrequencyView::tr("Frequency")};
}

struct FrequencyWishes {
  std::atomic<bool> delayed = false, single = false, surface = false;

  spectrum::FrequencyExtras extras() const {
    spectrum::FrequencyExtras all;
    all.delayed = delayed;
    all.single = single;
    all.surface = surface;
    all.surface_convention =
        delayed ? spectrum::Convention::Delayed : spectrum::Convention::Present;
    return all;
  }
};

namespace {

AnalysisFunctions<spectrum::FrequencyResult> analysis(
    const Workspace& workspace, const std::shared_ptr<FrequencyWishes>& wishes) {
  return {[solutions = workspace.solutions, wishes](
              const Scenario& scenario, compute::Backend& backend, compute::Progress& progress,
              const spectrum::FrequencyResult* /*last*/) {
            const spectrum::FrequencyExtras extras = wishes->extras();
            auto result =
                spectrum::analyse_frequency(scenario, backend, progress, solutions, extras);
            return extras.delayed ? spectrum::in_delayed_convention(std::move(result)) : result;
          },
          spectrum::coarse_frequency, spectrum::same_frequency};
}

}  // namespace

FrequencyView::FrequencyView(Workspace& workspace, QWidget* parent)
    : FrequencyView(workspace, std::make_shared<FrequencyWishes>(), parent) {}

FrequencyView::FrequencyView(Workspace& workspace, const std::shared_ptr<FrequencyWishes>& wishes,
                             QWidget* parent)
    : FrequencyView(workspace, analysis(workspace, wishes), wishes, parent) {}

FrequencyView::FrequencyView(Workspace& workspace,
                             AnalysisFunctions<spectrum::FrequencyResult> functions,
                             QWidget* parent)
    : FrequencyView(workspace, std::move(functions), std::make_shared<FrequencyWishes>(), parent) {}

FrequencyView::FrequencyView(Workspace& workspace,
                             AnalysisFunctions<spectrum::FrequencyResult> functions,
                             std::shared_ptr<FrequencyWishes> wishes, QWidget* parent)
    : FiguresView(workspace, std::move(functions), QStringLiteral("frequency"), parent),
      wishes_(std::move(wishes)),
      magnitude_(new LineChart),
      phase_(new LineChart),
      delay_(new LineChart),
      nyquist_(new LineChart),
      kernel_(new LineChart),
      step_(new LineChart),
      memory_(new LineChart),
      appears_(new LineChart),
      rounding_(new LineChart),
      z_plane_(new PoleMap),
      s_plane_(new PoleMap),
      contributions_(new HeatMap),
      health_(new HealthList),
      landscape_(new ResponseLandscape),
      canvas_(new VtkCanvas(std::unique_ptr<VtkScene>(landscape_))) {
  addFigures();
  addToggles();
  z_plane_->setEqualAspect(true);
  nyquist_->setEqualAspect(true);
  CanvasCamera home;
  home.yaw = 50.0;
  home.pitch = 36.0;
  home.zoom = 1.2;
  home.pan = {0.0, 0.04};
  canvas_->setHome(home);
  connectSelection();
  connect(&panel().deck(), &FigureDeck::arranged, this, [this] {
    const bool titled = panel().deck().selectorIsTitle();
    landscape_->setTitle(titled ? QString() : tr("|H(z)| over the complex plane"));
    wish();
  });
  wish();
}

void FrequencyView::addFigures() {
  panel().addFigure(QStringLiteral("magnitude"), tr("Gain"), magnitude_);
  panel().addFigure(QStringLiteral("kernel"), tr("Kernel"), kernel_);
  panel().addFigure(QStringLiteral("poles"), tr("Poles (z plane)"), z_plane_,
                    tr("Poles in the z plane: drag one, or select it and use the arrows; double "
                       "click adds one, Delete takes the selected one away"));
  panel().addFigure(QStringLiteral("health"), tr("Health"), health_);
  panel().addFigure(QStringLiteral("phase"), tr("Phase"), phase_);
  panel().addFigure(QStringLiteral("delay"), tr("Group delay"), delay_);
  panel().addFigure(QStringLiteral("step"), tr("Step response"), step_);
  panel().addFigure(QStringLiteral("splane"), tr("Poles (s plane)"), s_plane_,
                    tr("Poles in the s plane: drag one, or select it and use the arrows; double "
                       "click adds one, Delete takes the selected one away"));
  panel().addFigure(QStringLiteral("nyquist"), tr("Nyquist"), nyquist_);
  panel().addFigure(QStringLiteral("surface"), tr("|H(z)| as a landscape"), canvas_);
  panel().addFigure(QStringLiteral("memory"), tr("Memory of the modes"), memory_);
  panel().addFigure(QStringLiteral("contributions"), tr("Each mode's part"), contributions_);
  panel().addFigure(QStringLiteral("appears"), tr("Where modes appear"), appears_);
  panel().addFigure(QStringLiteral("rounding"), tr("Error of float32"), rounding_);
  // Those that are filled only in sight have names before.
  appears_->setXAxis(valueAxis(tr("A mode turns by")));
  appears_->setYAxis(valueAxis(tr("and appears at")));
  rounding_->setXAxis(valueAxis(tr("Lag"), tr("steps")));
  rounding_->setYAxis(valueAxis(tr("Error over the largest |h|"), {}, AxisScale::Log));
}

void FrequencyView::addToggles() {
  const QStringList gain = {QStringLiteral("magnitude")};
  const QStringList responses = {QStringLiteral("magnitude"), QStringLiteral("phase"),
                                 QStringLiteral("delay")};
  const QStringList kernels = {QStringLiteral("kernel"), QStringLiteral("step")};
  decibels_ = panel().addToggle(QStringLiteral("scale"), tr("dB"),
                                tr("Gain in decibels; off: as a ratio"), true, gain);
  log_ = panel().addToggle(QStringLiteral("log"), tr("log"), tr("Frequency on a logarithmic axis"),
                           false, responses);
  hertz_ =
      panel().addToggle(QStringLiteral("unit"), tr("Hz"),
                        tr("Frequency in cycles per unit of time; off: radians a step"), false,
                        responses + QStringList{QStringLiteral("memory"), QStringLiteral("appears"),
                                                QStringLiteral("contributions")});
  delayed_ = panel().addToggle(
      QStringLiteral("delayed"), tr("z⁻¹"),
      tr("The output reads the state one step later, before the present input has entered it; "
         "off: the state already holds the present input (S4)"),
      false,
      responses + kernels + QStringList{QStringLiteral("nyquist"), QStringLiteral("surface")});
  single_ =
      panel().addToggle(QStringLiteral("single"), tr("float32"),
                        tr("Beside it what plain single precision gives"), false, gain + kernels);
  for (QToolButton* button : {decibels_, log_, hertz_})
    connect(button, &QToolButton::toggled, this, &FrequencyView::redraw);
  for (QToolButton* button : {delayed_, single_})
    connect(button, &QToolButton::toggled, this, [this] {
      wish();
      redraw();
    });
  settings().addFlag("decibels", decibels_);
  settings().addFlag("log", log_);
  settings().addFlag("cycles", hertz_);
  settings().addFlag("delayed", delayed_);
  settings().addFlag("float32", single_);
}

bool FrequencyView::inSight(const QString& figure) {
  return exporting_ || panel().deck().figuresInSight().contains(figure);
}

/// Asks for what the figures in sight lack: some of it costs more than a move of the step should
/// where nobody looks at it.
void FrequencyView::wish() {
  if (exporting_) return;
  const bool with_single = single_->isChecked() || inSight(QStringLiteral("rounding")) ||
                           inSight(QStringLiteral("health"));
  const bool surface = inSight(QStringLiteral("surface"));
  bool more = wishes_->delayed.exchange(delayed_->isChecked()) != delayed_->isChecked();
  more = (!wishes_->single.exchange(with_single) && with_single) || more;
  more = (!wishes_->surface.exchange(surface) && surface) || more;
  if (more) recompute();
  if (!result()) return;
  showCostly();
  showSelection();
}

void FrequencyView::connectSelection() {
  Selection* const selection = workspace().selection;
  connect(selection, &Selection::modeChanged, this, &FrequencyView::showSelection);
  connect(selection, &Selection::omegaChanged, this, &FrequencyView::showSelection);
  connect(selection, &Selection::lagChanged, this, &FrequencyView::showSelection);
  for (LineChart* chart :
       {static_cast<LineChart*>(z_plane_), static_cast<LineChart*>(s_plane_), memory_, appears_}) {
    connect(chart, &LineChart::picked, this, &FrequencyView::pickMode);
  }
  connect(contributions_, &HeatMap::picked, this,
          [selection](int row, int /*column*/) { selection->setMode(row); });
  connectPoleEditing(*z_plane_, Plane::Discrete, *this, *selection);
  connectPoleEditing(*s_plane_, Plane::Continuous, *this, *selection);
  for (LineChart* chart : {magnitude_, phase_, delay_}) {
    connect(chart, &LineChart::picked, this, [this, selection](const QString&, int index) {
      const auto at = static_cast<std::size_t>(index);
      if (result() && at < result()->omega.size()) selection->setOmega(result()->omega[at]);
    });
  }
  for (LineChart* chart : {kernel_, step_, rounding_}) {
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
  own_single_.reset();
  groupModes();
  redraw();
}

void FrequencyView::redraw() {
  if (!result()) return;
  hertz_->setText(cyclesUnit(*shownScenario()));
  setFrequencyAxes();
  showResponse();
  showNyquist();
  showKernel();
  showPoles();
  showMemory();
  showCostly();
  panel().setReadOuts(frequencyReadOuts(*result(), *shownScenario()));
  panel().setNotes(result()->notes, !result()->stable);
  showSelection();
  showLandscape();
}

/// Figures that are worth their time only while they are in sight.
void FrequencyView::showCostly() {
  if (inSight(QStringLiteral("contributions"))) showContributions();
  if (inSight(QStringLiteral("appears"))) showAppearance();
  if (inSight(QStringLiteral("rounding"))) showRounding();
  if (inSight(QStringLiteral("health"))) showHealth();
}

void FrequencyView::showHealth() {
  health_->setLines(healthLines(*result(), *shownScenario(), single()));
}

const spectrum::SinglePrecision* FrequencyView::single() const {
  if (result()->single) return &*result()->single;
  return own_single_ ? &*own_single_ : nullptr;
}

void FrequencyView::showLandscape() {
  landscape_->setSurface(result()->surface);
  canvas_->requestRender();
}

/// What is computed only where it is in sight may be in sight in the picture alone.
void FrequencyView::completeForPicture() {
  const spectrum::FrequencyResult& shown = *result();
  // Float32 is stepped in the present convention; the other one is a worker's to ask for.
  if (single() == nullptr && shown.convention == spectrum::Convention::Present) {
    own_single_ =
        spectrum::single_precision(shown.continuous, shownScenario()->discretisation, shown.kernel,
                                   shown.omega, shown.response, compute::Progress());
  }
  if (!landscape_->hasSurface()) {
    landscape_->setSurface(spectrum::response_surface(spectrum::discrete_model(shown),
                                                      compute::Progress(), shown.convention));
    canvas_->requestRender();
  }
  showCostly();
  showSelection();
}

QImage FrequencyView::figure(QSize size, double device_pixel_ratio) {
  exporting_ = true;
  if (result()) completeForPicture();
  QImage image = FiguresView::figure(size, device_pixel_ratio);
  exporting_ = false;
  return image;
}

void FrequencyView::applyTheme(const Theme& theme) {
  FiguresView::applyTheme(theme);
  health_->applyTheme(theme);
  landscape_->setTheme(theme);
  canvas_->applyTheme(theme);
}

QString FrequencyView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return frequencyCaption(*result(), *shownScenario());
}

}  // namespace ssmscope::ui
