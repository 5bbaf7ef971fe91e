// The model in frequency and in time: gain, phase, group delay, Nyquist, kernel, step response,
// poles that can be dragged, what each mode is and contributes, health, |H(z)| as a landscape.
#pragma once

#include <QPointF>
#include <QToolButton>
#include <array>
#include <functional>

#include "core/spectrum/frequency_analysis.hpp"
#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/figures_view.hpp"
#include "ui/views/frequency/health_list.hpp"
#include "ui/views/frequency/pole_editing.hpp"
#include "ui/views/frequency/pole_map.hpp"
#include "ui/views/frequency/response_landscape.hpp"

namespace ssmscope::ui {

ViewInfo frequencyViewInfo();

/// What the view wants of the next answer beside the curves; read on a worker.
struct FrequencyWishes;

class FrequencyView : public FiguresView<spectrum::FrequencyResult> {
  Q_OBJECT
 public:
  FrequencyView(Workspace& workspace, QWidget* parent);
  /// With other functions: a test gives its own result.
  FrequencyView(Workspace& workspace, AnalysisFunctions<spectrum::FrequencyResult> functions,
                QWidget* parent);

  QString caption() const override;
  QImage figure(QSize size, double device_pixel_ratio) override;
  void applyTheme(const Theme& theme) override;

 protected:
  void showResult(const spectrum::FrequencyResult& result, const Scenario& scenario) override;

 private:
  /// Modes by what they are: the sample of a curve to the mode it stands for.
  struct ModeGroup {
    QString key;
    std::vector<int> modes;
  };
  using ModePlace = std::function<QPointF(const spectrum::FrequencyMode&)>;

  FrequencyView(Workspace& workspace, const std::shared_ptr<FrequencyWishes>& wishes,
                QWidget* parent);
  FrequencyView(Workspace& workspace, AnalysisFunctions<spectrum::FrequencyResult> functions,
                std::shared_ptr<FrequencyWishes> wishes, QWidget* parent);

  // frequency_view.cpp
  void addFigures();
  void addToggles();
  void connectSelection();
  void pickMode(const QString& key, int index);
  bool inSight(const QString& figure);
  void wish();
  void redraw();
  void showCostly();
  void showHealth();
  void showLandscape();
  const spectrum::SinglePrecision* single() const;
  void completeForPicture();

  // response_figures.cpp
  double frequencyFactor() const;  ///< from radians a step to the unit of the axis
  AxisSpec frequencyAxis(const QString& title) const;
  void setFrequencyAxes();
  void showResponse();
  void showNyquist();
  void showSelectedContribution(std::optional<int> mode);
  std::vector<ChartMarker> gainMarkers() const;

  // kernel_figures.cpp
  void showKernel();
  void showStep();
  void showRounding();
  std::vector<ChartMarker> stepMarkers() const;

  // mode_figures.cpp
  void groupModes();
  void showGroup(LineChart& chart, std::size_t group, const QString& name, const ModePlace& place,
                 const CurveStyle& style);
  void showPoles();
  void showPlane(PoleMap& map, Plane plane);
  void showMemory();
  void showAppearance();
  void showContributions();
  void markMode(LineChart& chart, std::optional<int> mode);

  // selection_marks.cpp
  std::optional<int> selectedMode() const;
  void markFrequencies(std::optional<int> mode);
  void markLags();
  void showSelection();

  std::shared_ptr<FrequencyWishes> wishes_;
  QToolButton* decibels_ = nullptr;
  QToolButton* log_ = nullptr;
  QToolButton* hertz_ = nullptr;
  QToolButton* delayed_ = nullptr;
  QToolButton* single_ = nullptr;
  LineChart *magnitude_, *phase_, *delay_, *nyquist_, *kernel_, *step_, *memory_, *appears_,
      *rounding_;
  PoleMap *z_plane_, *s_plane_;
  HeatMap* contributions_;
  HealthList* health_;
  ResponseLandscape* landscape_;  ///< of the canvas
  VtkCanvas* canvas_;
  std::array<ModeGroup, 3> groups_;
  bool exporting_ = false;
  std::optional<spectrum::SinglePrecision> own_single_;  ///< made for a picture
};

}  // namespace ssmscope::ui
