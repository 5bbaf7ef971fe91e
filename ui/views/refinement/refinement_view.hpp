// Does the model converge when time is refined? Error against the step with fitted slopes, and
// the discrete output over the continuous one.
#pragma once

#include <QLabel>

#include "core/continuity/refinement_analysis.hpp"
#include "ui/live/analysis_view.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

ViewInfo refinementViewInfo();

class RefinementView : public AnalysisView<continuity::RefinementResult> {
  Q_OBJECT
 public:
  RefinementView(Workspace& workspace, QWidget* parent);

  QString caption() const override;
  data::Table table() const override;
  void pin() override;
  void clearPins() override;
  void resetZoom() override;
  void applyTheme(const Theme& theme) override;

 protected:
  void showResult(const continuity::RefinementResult& result, const Scenario& scenario) override;

 private:
  void addFigure(const QString& id, const QString& title, LineChart* chart,
                 const QString& description);
  void showErrors(const continuity::RefinementResult& result, const Scenario& scenario);
  void showOutput(const continuity::RefinementResult& result, const Scenario& scenario);
  void showDifference(const continuity::RefinementResult& result, const Scenario& scenario);
  void moveCursor();

  FigureDeck* deck_;
  QLabel* read_outs_;
  LineChart* errors_;
  LineChart* output_;
  LineChart* difference_;
  std::vector<LineChart*> charts_;
};

}  // namespace ssmscope::ui
