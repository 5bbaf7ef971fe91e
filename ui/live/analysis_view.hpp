// A view over one live analysis: keeps it fed with the scenario, carries its answers to the UI
// thread, never shows an older one over a newer, and shows an error where it happened.
#pragma once

#include <memory>
#include <utility>

#include "ui/live/live_analysis.hpp"
#include "ui/live/view.hpp"

namespace ssmscope::ui {

/// Subclasses implement showResult(): draw `result`, which belongs to `scenario`. `warm` in
/// Functions::analyse is the last shown result, or null.
template <class Result>
class AnalysisView : public View {
 public:
  AnalysisView(Workspace& workspace, AnalysisFunctions<Result> functions, QWidget* parent)
      : View(parent),
        workspace_(workspace),
        live_(
            workspace, std::move(functions),
            [this](const LiveAnswer<Result>& answer) { take(answer); },
            [this](const ViewStatus& status) {
              status_ = status;
              Q_EMIT statusChanged();
            }) {}

  void setScenario(std::shared_ptr<const Scenario> scenario) override {
    live_.setScenario(std::move(scenario));
  }
  void recompute() override { live_.recompute(); }
  void cancel() override { live_.cancel(); }
  std::shared_ptr<const Scenario> shownScenario() const override { return shown_scenario_; }
  const ViewStatus& status() const override { return status_; }

 protected:
  virtual void showResult(const Result& result, const Scenario& scenario) = 0;
  Workspace& workspace() const { return workspace_; }
  /// The result now shown; null before the first.
  const std::shared_ptr<const Result>& result() const { return result_; }

 private:
  void take(const LiveAnswer<Result>& answer) {
    result_ = answer.result;
    shown_scenario_ = answer.scenario;
    showResult(*result_, *shown_scenario_);
    Q_EMIT shown();
  }

  Workspace& workspace_;
  std::shared_ptr<const Result> result_;
  std::shared_ptr<const Scenario> shown_scenario_;
  ViewStatus status_;
  LiveAnalysis<Result> live_;  // last: destroyed first, so that no answer reaches a dead view
};

}  // namespace ssmscope::ui
