// The forward pass as an explicit operator: a stack of layers computed without its recurrence, how
// far both are apart, what each past input adds, and runs of any length.
#pragma once

#include "core/experiments/long_run.hpp"
#include "core/ring/stack_analysis.hpp"
#include "ui/live/experiment_bar.hpp"
#include "ui/live/experiment_run.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo operatorViewInfo();

class OperatorView : public FiguresView<ring::StackResult> {
  Q_OBJECT
 public:
  OperatorView(Workspace& workspace, QWidget* parent);

  void setScenario(std::shared_ptr<const Scenario> scenario) override;
  QString caption() const override;
  /// The step whose contributions are shown.
  std::size_t shownStep() const { return step_; }

 protected:
  void showResult(const ring::StackResult& result, const Scenario& scenario) override;
  void showEvent(QShowEvent* event) override;

 private:
  void addFigures();
  void startRun();
  void followClock();
  void showOutput();
  void showDifference();
  void showLayers();
  void showMatrix();
  void showContributions();
  void showRun();

  LineChart *output_, *difference_, *contributions_, *long_run_;
  HeatMap *layers_, *matrix_;
  ExperimentRun<experiments::LongRunResult> run_;
  ExperimentBar* bar_;
  std::shared_ptr<const Scenario> newest_;  ///< what a run would be begun with
  std::size_t step_ = 0;
};

}  // namespace ssmscope::ui
