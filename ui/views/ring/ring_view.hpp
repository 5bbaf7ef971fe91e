// The ring: recent inputs as waves that travel around a circle of oscillators, with their recent
// past, what goes in and comes out, and the modes that they are made of.
#pragma once

#include <QBoxLayout>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <atomic>
#include <memory>

#include "core/ring/ring_analysis.hpp"
#include "ui/live/analysis_view.hpp"
#include "ui/plot/note_label.hpp"
#include "ui/plot/read_out_line.hpp"
#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/ring/mode_strip.hpp"
#include "ui/views/ring/past_raster.hpp"
#include "ui/views/ring/ring_figures.hpp"
#include "ui/views/ring/ring_lab.hpp"
#include "ui/views/ring/ring_scene.hpp"
#include "ui/views/ring/ring_strip.hpp"
#include "ui/views/ring/second_ring.hpp"
#include "ui/views/ring/steady_scale.hpp"

namespace ssmscope::ui {

ViewInfo ringViewInfo();
/// Which ring an analysis makes: chosen in the view, read on a worker.
using RingChoice = std::shared_ptr<std::atomic<ring::RingKind>>;
AnalysisFunctions<ring::RingResult> ringFunctions(const target::Solutions& solutions = {},
                                                  const RingChoice& choice = {});

class RingView : public AnalysisView<ring::RingResult> {
  Q_OBJECT
 public:
  explicit RingView(Workspace& workspace, QWidget* parent = nullptr);
  /// With other functions: a test gives its own result.
  RingView(Workspace& workspace, QWidget* parent, AnalysisFunctions<ring::RingResult> functions,
           RingChoice choice = {});

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
  RingLab& lab() { return *lab_; }
  SecondRing& second() { return *second_; }
  void recompute() override;

  QSize sizeHint() const override { return {700, 500}; }

 protected:
  void showResult(const ring::RingResult& result, const Scenario& scenario) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  RingView(Workspace& workspace, QWidget* parent, const RingChoice& choice);
  void makeControls();
  QComboBox* makeChoice(const char* name, const QString& accessible, const QString& tip,
                        const QStringList& items);
  QToolButton* makeButton(const char* name, const QString& text, const QString& tip);
  void makeMore();
  void nameParts();
  void keepSettings();
  void arrangeLayouts();
  void connectParts();
  void arrange();
  std::optional<RingFigures::Figure> chosenFigure() const;
  void changeLook();
  /// Asks for a new frame: one at most every few milliseconds, none while hidden.
  void requestFrame();
  void drawFrame();
  void aimScales(const ring::RingFrame& frame);
  void showNow(const ring::RingFrame& frame);
  void showWave(const ring::RingFrame& frame);
  void showNumbers(const ring::RingFrame& frame);
  void showPlayed();
  void showFollowed();
  void follow(std::optional<long> step);
  void pluck(int node);
  void keepModes();
  RingLook secondLook() const;
  QString remark(const ring::RingFrame& frame) const;
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
  RingFigures* figures_ = nullptr;
  SecondRing* second_ = nullptr;
  RingLab* lab_ = nullptr;
  RingChoice choice_;
  QComboBox *colour_ = nullptr, *height_ = nullptr, *where_past_ = nullptr;
  QComboBox *kind_ = nullptr, *compare_ = nullptr;
  QSpinBox* node_ = nullptr;
  QToolButton *pluck_ = nullptr, *clear_ = nullptr, *more_ = nullptr, *all_waves_ = nullptr;
  QToolButton* kept_ = nullptr;
  QWidget *bar_ = nullptr, *more_bar_ = nullptr;  ///< the controls
  ReadOutLine* numbers_ = nullptr;
  std::vector<QLabel*> names_;  ///< of the controls, where there is room
  QToolButton* magnify_ = nullptr;
  NoteButton* note_button_ = nullptr;
  NoteLabel* note_ = nullptr;
  QBoxLayout *middle_ = nullptr, *bottom_ = nullptr;

  ring::RingMotion motion_;
  PastImage past_;
  SteadyScale full_, now_full_, past_full_, mode_full_, wave_full_;
  double past_coloured_for_ = 0.0;
  RingLook look_;
  QString unit_;
  int keep_ = 0;  ///< modes that a pruned copy of the scenario's model keeps
  QTimer gate_;
  QElapsedTimer since_frame_;
  QPointF pressed_at_;
  bool for_picture_ = false;
  int numbers_of_ = -1;  ///< the row whose numbers are shown
};

}  // namespace ssmscope::ui
