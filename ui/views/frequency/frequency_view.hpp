// The model in frequency and in time: magnitude, phase, group delay, kernel, step response, poles
// in both planes, memory of each mode.
#pragma once

#include <QToolButton>
#include <array>

#include "core/spectrum/frequency_analysis.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo frequencyViewInfo();

class FrequencyView : public FiguresView<spectrum::FrequencyResult> {
  Q_OBJECT
 public:
  FrequencyView(Workspace& workspace, QWidget* parent);
  /// With other functions: a test gives its own result.
  FrequencyView(Workspace& workspace, AnalysisFunctions<spectrum::FrequencyResult> functions,
                QWidget* parent);

  QString caption() const override;

 protected:
  void showResult(const spectrum::FrequencyResult& result, const Scenario& scenario) override;

 private:
  /// Modes by what they are: the sample of a curve to the mode it stands for.
  struct ModeGroup {
    QString key;
    std::vector<int> modes;
  };

  void addFigures();
  void addToggles();
  void connectSelection();
  void redraw();
  void setFrequencyAxes();
  double frequencyFactor() const;  ///< from radians a step to the unit of the axis
  void showResponse();
  void showKernel();
  void showPoles();
  void showPlane(LineChart& chart, bool discrete);
  void showMemory();
  void showSelection();
  void groupModes();
  void markMode(LineChart& chart, std::optional<int> mode);
  void pickMode(const QString& key, int index);

  QToolButton* decibels_ = nullptr;
  QToolButton* log_ = nullptr;
  QToolButton* hertz_ = nullptr;
  LineChart *magnitude_, *phase_, *delay_, *kernel_, *step_, *z_plane_, *s_plane_, *memory_;
  std::array<ModeGroup, 3> groups_;
};

}  // namespace ssmscope::ui
