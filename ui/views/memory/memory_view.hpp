// How well a memory function is remembered: the target, the scenario's own kernel, the best free
// fit found, what is left over, and the error that no model of that size can go below.
#pragma once

#include <QLabel>

#include "core/memory/memory_analysis.hpp"
#include "ui/live/analysis_view.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

ViewInfo memoryViewInfo();

class MemoryView : public AnalysisView<memory::MemoryResult> {
  Q_OBJECT
 public:
  MemoryView(Workspace& workspace, QWidget* parent);

  QString caption() const override;
  data::Table table() const override;
  void pin() override;
  void clearPins() override;
  void resetZoom() override;
  void applyTheme(const Theme& theme) override;

 protected:
  void showResult(const memory::MemoryResult& result, const Scenario& scenario) override;

 private:
  void addFigure(const QString& id, const QString& title, LineChart* chart,
                 const QString& description);
  void showFit(const memory::MemoryResult& result);
  void showResiduals(const memory::MemoryResult& result);
  void showError(const memory::MemoryResult& result, const Scenario& scenario);
  void showModes(const memory::MemoryResult& result);
  void showComplexity(const memory::MemoryResult& result);
  void markSelection();

  FigureDeck* deck_;
  QLabel* read_outs_;
  LineChart* fit_;
  LineChart* residuals_;
  LineChart* error_;
  LineChart* modes_;
  LineChart* complexity_;
  std::vector<LineChart*> charts_;
};

}  // namespace ssmscope::ui
