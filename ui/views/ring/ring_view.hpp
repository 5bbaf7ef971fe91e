// The ring: recent inputs as waves that travel around a circle of oscillators, with their recent
// past, what goes in and comes out, and the modes that they are made of.
#pragma once

#include <QBoxLayout>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include "core/ring/ring_analysis.hpp"
#include "ui/live/analysis_view.hpp"
#include "ui/plot/note_label.hpp"
#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/ring/mode_strip.hpp"
#include "ui/views/ring/past_raster.hpp"
#include "ui/views/ring/ring_scene.hpp"
#include "ui/views/ring/ring_strip.hpp"
#include "ui/views/ring/steady_scale.hpp"

namespace ssmscope::ui {

ViewInfo ringViewInfo();
AnalysisFunctions<ring::RingResult> ringFunctions(const target::Solutions& solutions = {});

class RingView : public AnalysisView<ring::RingResult> {
  Q_OBJECT
 public:
  explicit RingView(Workspace& workspace, QWidget* parent = nullptr);
  /// With other functions: a test gives its own result.
  RingView(Workspace& workspace, QWidget* parent, AnalysisFunctions<ring::RingResult> functions);

  void setScenario(std::shared_ptr<const Scenario> scenario) override;
  QString caption() const override;
  data::Table table() const override;
  QImage figure(QSize size, double device_pixel_ratio) override;
  void pin() override;
  void clearPins() override;
  void resetZoom() override;
  void applyTheme(const Theme& theme) override;

  VtkCanvas* canvas() { return canvas_; }
  const RingPicture& picture() const { return scene_->picture(); }
  SceneExtent extent() const { return scene_->extent(); }

  QSize sizeHint() const override { return {700, 500}; }

 protected:
  void showResult(const ring::RingResult& result, const Scenario& scenario) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void makeControls();
  void arrange();
  void changeLook();
  /// Asks for a new frame: one at most every few milliseconds, none while hidden.
  void requestFrame();
  void drawFrame();
  void aimScales(const ring::RingFrame& frame);
  void showNow(const ring::RingFrame& frame);
  void showWave(const ring::RingFrame& frame);
  QString describeNode(int node) const;
  std::optional<int> selectedWavenumber() const;
  void pickWavenumber(std::optional<int> wavenumber);
  QString unit() const;
  double delta() const;

  Selection* selection_;
  RingScene* scene_ = nullptr;  ///< owned by the canvas
  VtkCanvas* canvas_ = nullptr;
  PastRaster* raster_ = nullptr;
  RingStrip* strip_ = nullptr;
  ModeStrip* modes_ = nullptr;
  QComboBox *colour_ = nullptr, *height_ = nullptr, *where_past_ = nullptr;
  QWidget* bar_ = nullptr;      ///< the controls
  std::vector<QLabel*> names_;  ///< of the controls, where there is room
  QToolButton* magnify_ = nullptr;
  NoteButton* note_button_ = nullptr;
  NoteLabel* note_ = nullptr;
  QBoxLayout* bottom_ = nullptr;

  ring::RingMotion motion_;
  PastImage past_;
  SteadyScale full_, now_full_, past_full_, mode_full_, wave_full_;
  double past_coloured_for_ = 0.0;
  RingLook look_;
  QString unit_;
  QTimer gate_;
  QElapsedTimer since_frame_;
};

}  // namespace ssmscope::ui
