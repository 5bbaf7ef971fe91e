// Another model on a ring of its own, beside the first, on the same clock.
#pragma once

#include <QWidget>
#include <memory>

#include "core/ring/comparison.hpp"
#include "core/ring/ring_analysis.hpp"
#include "ui/live/live_analysis.hpp"
#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/ring/ring_scene.hpp"
#include "ui/views/ring/steady_scale.hpp"

namespace ssmscope::ui {

/// "S4D-Lin, Δ = 0.01 s".
QString modelName(const Scenario& scenario);

class SecondRing : public QWidget {
  Q_OBJECT
 public:
  SecondRing(Workspace& workspace, AnalysisFunctions<ring::RingResult> functions,
             QWidget* parent = nullptr);

  void setComparison(ring::Comparison how);
  ring::Comparison comparison() const { return how_; }
  /// The scenario of the first ring, from which this one's is made.
  void setScenario(std::shared_ptr<const Scenario> scenario);
  /// That of Comparison::Pinned.
  void setPinned(std::shared_ptr<const Scenario> scenario);
  void recompute() { live_.recompute(); }

  void setLook(const RingLook& look);
  void drawAt(double time, double seconds);  ///< steps; seconds since the last frame
  void settle() { full_.settle(); }
  void applyTheme(const Theme& theme);
  VtkCanvas* canvas() { return canvas_; }
  const RingPicture& picture() const { return scene_->picture(); }
  std::shared_ptr<const Scenario> shownScenario() const { return shown_scenario_; }

 Q_SIGNALS:
  void shown();

 private:
  void ask();

  RingScene* scene_ = nullptr;  ///< owned by the canvas
  VtkCanvas* canvas_ = nullptr;
  ring::Comparison how_ = ring::Comparison::None;
  std::shared_ptr<const Scenario> first_, pinned_, shown_scenario_;
  ring::RingMotion motion_;
  SteadyScale full_;
  LiveAnalysis<ring::RingResult> live_;  // last: destroyed first
};

}  // namespace ssmscope::ui
