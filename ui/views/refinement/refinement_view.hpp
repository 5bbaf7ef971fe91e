// Does the model converge when time is refined? Error against the step with fitted slopes, and
// the discrete output over the continuous one.
#pragma once

#include "core/continuity/refinement_analysis.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo refinementViewInfo();

class RefinementView : public FiguresView<continuity::RefinementResult> {
  Q_OBJECT
 public:
  RefinementView(Workspace& workspace, QWidget* parent);

  QString caption() const override;

 protected:
  void showResult(const continuity::RefinementResult& result, const Scenario& scenario) override;

 private:
  void showErrors(const continuity::RefinementResult& result, const Scenario& scenario);
  void showOutput(const continuity::RefinementResult& result, const Scenario& scenario);
  void showDifference(const continuity::RefinementResult& result, const Scenario& scenario);
  void moveCursor();

  LineChart* errors_;
  LineChart* output_;
  LineChart* difference_;
};

}  // namespace ssmscope::ui
