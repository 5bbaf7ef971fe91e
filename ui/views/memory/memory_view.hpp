// How well a memory function is remembered: the target, the scenario's own kernel, the best free
// fit found, what is left over, and the error that no model of that size can go below.
#pragma once

#include "core/memory/memory_analysis.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo memoryViewInfo();

class MemoryView : public FiguresView<memory::MemoryResult> {
  Q_OBJECT
 public:
  MemoryView(Workspace& workspace, QWidget* parent);

  QString caption() const override;

 protected:
  void showResult(const memory::MemoryResult& result, const Scenario& scenario) override;

 private:
  void connectSelection();
  void showFit(const memory::MemoryResult& result);
  void showResiduals(const memory::MemoryResult& result);
  void showError(const memory::MemoryResult& result, const Scenario& scenario);
  void showModes(const memory::MemoryResult& result);
  void showComplexity(const memory::MemoryResult& result);
  void markSelection();

  LineChart* fit_;
  LineChart* residuals_;
  LineChart* error_;
  LineChart* modes_;
  LineChart* complexity_;
};

}  // namespace ssmscope::ui
