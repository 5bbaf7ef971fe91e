// The frequency view: its parts, controls and links; the figures are in frequency_figures.cpp.
#include "ui/views/frequency/frequency_view.hpp"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/plot/hidden_figure.hpp"
#include "ui/plot/notes.hpp"
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
          }};
}

FrequencyView::FrequencyView(Workspace& workspace, QWidget* parent)
    : FrequencyView(workspace,
                    {[](const Scenario& scenario, compute::Backend& backend,
                        compute::Progress& progress, const spectrum::FrequencyResult* /*last*/) {
                       return spectrum::analyse_frequency(scenario, backend, progress);
                     },
                     spectrum::coarse_frequency, spectrum::same_frequency},
                    parent) {}

FrequencyView::FrequencyView(Workspace& workspace,
                             AnalysisFunctions<spectrum::FrequencyResult> functions,
                             QWidget* parent)
    : AnalysisView(workspace, std::move(functions), parent),
      deck_(new FigureDeck(QStringLiteral("frequency"), this)),
      read_outs_(new QLabel(this)),
      notes_(new QLabel(this)),
      magnitude_(new LineChart),
      phase_(new LineChart),
      delay_(new LineChart),
      kernel_(new LineChart),
      step_(new LineChart),
      z_plane_(new LineChart),
      s_plane_(new LineChart),
      memory_(new LineChart),
      charts_{magnitude_, kernel_, z_plane_, memory_, phase_, delay_, step_, s_plane_} {
  setObjectName(QStringLiteral("frequency.view"));
  const std::array<std::pair<const char*, QString>, 8> figures = {{
      {"magnitude", tr("Gain")},
      {"kernel", tr("Kernel")},
      {"poles", tr("Poles (z plane)")},
      {"memory", tr("Memory of the modes")},
      {"phase", tr("Phase")},
      {"delay", tr("Group delay")},
      {"step", tr("Step response")},
      {"splane", tr("Poles (s plane)")},
  }};
  for (std::size_t i = 0; i < charts_.size(); ++i) {
    const QString id = QLatin1String(figures[i].first);
    charts_[i]->setObjectName(QStringLiteral("frequency.") + id);
    charts_[i]->setTitle(figures[i].second);
    deck_->addFigure(id, figures[i].second, charts_[i]);
  }
  decibels_ = addToggle(QStringLiteral("frequency.scale"), tr("dB"),
                        tr("Gain in decibels; off: as a ratio"), true);
  log_ = addToggle(QStringLiteral("frequency.log"), tr("log"),
                   tr("Frequency on a logarithmic axis"), false);
  hertz_ = addToggle(QStringLiteral("frequency.unit"), tr("Hz"),
                     tr("Frequency in cycles per unit of time; off: radians a step"), false);
  read_outs_->setObjectName(QStringLiteral("frequency.readouts"));
  read_outs_->setAccessibleName(tr("Read-outs of the model"));
  notes_->setObjectName(QStringLiteral("frequency.notes"));
  notes_->setAccessibleName(tr("Notes"));
  for (QLabel* label : {read_outs_, notes_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  notes_->hide();

  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->setSpacing(4);
  column->addWidget(deck_, 1);
  column->addWidget(read_outs_);
  column->addWidget(notes_);
  z_plane_->setEqualAspect(true);
  connectSelection();
}

QToolButton* FrequencyView::addToggle(const QString& name, const QString& text, const QString& help,
                                      bool checked) {
  auto* const button = new QToolButton(deck_);
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(help);
  button->setCheckable(true);
  button->setChecked(checked);
  button->setFocusPolicy(Qt::StrongFocus);
  deck_->addControl(button);
  connect(button, &QToolButton::toggled, this, &FrequencyView::redraw);
  return button;
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
  showReadOuts();
  showSelection();
}

void FrequencyView::showReadOuts() {
  read_outs_->setText(frequencyReadOuts(*result(), *shownScenario()));
  notes_->setVisible(!result()->notes.empty());
  notes_->setToolTip(allNotes(result()->notes));
  notes_->setText(firstNote(result()->notes));
}

QString FrequencyView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return frequencyCaption(*result(), *shownScenario());
}

data::Table FrequencyView::table() const {
  data::Table table;
  const QStringList in_sight = deck_->figuresInSight();
  for (const LineChart* chart : charts_) {
    const QString id = chart->objectName().section(QLatin1Char('.'), 1);
    if (!in_sight.contains(id)) continue;
    data::Table part = chart->table();
    for (std::size_t i = 0; i < part.names.size(); ++i) {
      table.add(id.toStdString() + ": " + part.names[i], std::move(part.columns[i]));
    }
  }
  return table;
}

QImage FrequencyView::figure(QSize size, double device_pixel_ratio) {
  for (LineChart* chart : charts_) chart->settle();  // a picture shows where the axes will be
  return hiddenFigure(*this, size, device_pixel_ratio, palette().color(QPalette::Window));
}

void FrequencyView::pin() {
  for (LineChart* chart : charts_) chart->pin();
}

void FrequencyView::clearPins() {
  for (LineChart* chart : charts_) chart->clearPins();
}

void FrequencyView::resetZoom() {
  for (LineChart* chart : charts_) chart->resetZoom();
}

void FrequencyView::applyTheme(const Theme& theme) {
  setPalette(theme.palette());
  setFont(theme.font());
  for (LineChart* chart : charts_) chart->applyTheme(theme);
  QPalette warning = theme.palette();
  warning.setColor(QPalette::WindowText, theme.warning);
  notes_->setPalette(warning);
}

}  // namespace ssmscope::ui
