// The base of the views that draw their result as charts: a panel of figures over one analysis.
#pragma once

#include <QVBoxLayout>
#include <numeric>
#include <utility>
#include <vector>

#include "ui/live/analysis_view.hpp"
#include "ui/plot/figure_panel.hpp"
#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

/// A subclass adds its figures to panel() and fills them in showResult().
template <class Result>
class FiguresView : public AnalysisView<Result> {
 public:
  /// `id`: of the view, before the names of its widgets.
  FiguresView(Workspace& workspace, AnalysisFunctions<Result> functions, const QString& id,
              QWidget* parent)
      : AnalysisView<Result>(workspace, std::move(functions), parent),
        panel_(new FigurePanel(id, this)) {
    this->setObjectName(id + QStringLiteral(".view"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(panel_);
    FigureDeck* const deck = &panel_->deck();
    this->settings().addWord(
        "figure", [deck] { return deck->currentFigure(); },
        [deck](const QString& figure) { deck->setCurrentFigure(figure); },
        [deck] { return deck->figures(); });
    QObject::connect(deck, &FigureDeck::currentFigureChanged, this,
                     [this] { this->settings().changed(); });
  }

  data::Table table() const override { return panel_->table(); }
  QImage figure(QSize size, double device_pixel_ratio) override {
    panel_->settle();  // a picture shows where the axes will be
    panel_->setInPicture(true);
    QImage image =
        hiddenFigure(*this, size, device_pixel_ratio, this->palette().color(QPalette::Window));
    panel_->setInPicture(false);
    return image;
  }
  void pin() override { panel_->pin(); }
  void clearPins() override { panel_->clearPins(); }
  void resetZoom() override { panel_->resetZoom(); }
  void applyTheme(const Theme& theme) override {
    this->setPalette(theme.palette());
    this->setFont(theme.font());
    panel_->applyTheme(theme);
  }

 protected:
  FigurePanel& panel() { return *panel_; }
  const FigurePanel& panel() const { return *panel_; }

 private:
  FigurePanel* panel_;
};

/// first, first + 1, ..: the places of samples, ranks and counts.
inline std::vector<double> wholeNumbers(std::size_t count, double first = 0.0) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

inline QString unitOf(const Scenario& scenario) {
  return QString::fromStdString(scenario.discretisation.delta_unit);
}

inline AxisSpec valueAxis(const QString& title, const QString& unit = {},
                          AxisScale scale = AxisScale::Linear) {
  AxisSpec axis;
  axis.title = title;
  axis.unit = unit;
  axis.scale = scale;
  return axis;
}

/// One that always shows its zero.
inline AxisSpec zeroAxis(const QString& title) {
  AxisSpec axis = valueAxis(title);
  axis.include = 0.0;
  return axis;
}

inline CurveStyle styled(int colour, CurveRole role = CurveRole::Line) {
  CurveStyle style;
  style.colour = colour;
  style.role = role;
  return style;
}

/// An axis of steps whose read-outs also say the scenario's unit of time.
inline AxisSpec stepsAxis(const QString& title, const QString& steps, const Scenario& scenario) {
  AxisSpec axis = valueAxis(title, steps);
  axis.range = RangePolicy::Exact;
  axis.second_factor = scenario.discretisation.delta;
  axis.second_unit = unitOf(scenario);
  return axis;
}

}  // namespace ssmscope::ui
