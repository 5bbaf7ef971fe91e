// What stands behind the waves: how a nonlinear decoder makes them interact, order by order, and
// what a pruned copy of the model is worth.
#pragma once

#include "core/ring/decoder_analysis.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo decoderViewInfo();

/// The maps follow the clock where the read-out is of one step.
class DecoderView : public FiguresView<ring::DecoderResult> {
  Q_OBJECT
 public:
  DecoderView(Workspace& workspace, QWidget* parent);
  /// With other functions: a test gives its own result.
  DecoderView(Workspace& workspace, AnalysisFunctions<ring::DecoderResult> functions,
              QWidget* parent);

  QString caption() const override;
  /// The step of the window that the maps are of.
  std::size_t shownRow() const { return row_; }

 protected:
  void showResult(const ring::DecoderResult& result, const Scenario& scenario) override;
  void showEvent(QShowEvent* event) override;

 private:
  void addFigures();
  void connectSelection();
  void followClock();
  void showMaps();
  void showOutput();
  void showOrders();
  void showPruning();
  void showKernels();
  void showSelection();

  HeatMap *lags_, *strength_, *energy_;
  LineChart *output_, *orders_, *pruning_, *kernels_;
  std::size_t row_ = 0;
};

}  // namespace ssmscope::ui
