// The ring now, in three dimensions: displacement as height over a circle of oscillators, and if
// asked for, the recent past as a wall below it.
#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/ring/ring_motion.hpp"
#include "ui/plot/vtk_scene.hpp"
#include "ui/views/ring/past_image.hpp"
#include "ui/views/ring/ring_look.hpp"

namespace ssmscope::ui {

class RingMesh;

/// All that the scene shows. Values are in the field's unit; `full` is drawn at full height.
struct RingPicture {
  ring::RingFrame frame;
  int nodes = 0;
  int points_per_node = 0;  ///< 0: the curve shows groups of nodes
  double full = 1.0;
  std::vector<int> ages;      ///< of the wave that rules at each node; empty: not coloured
  std::vector<Complex> wave;  ///< the selected mode alone, like frame.curve; may be empty
  double wave_full = 1.0;     ///< its own height scale
  std::vector<std::vector<Complex>> ghosts;
  const PastImage* past = nullptr;  ///< drawn as a wall; null: none
  double past_top = 0.0;            ///< the row, fractional, at the wall's upper edge
  QString when;                     ///< "step 12.4"
  QString remark;                   ///< second line of it
  QString scale;                    ///< third line: what full height is
  QString check;                    ///< fourth line: how far the simulated network is from this
  QString input;                    ///< "input 1.00"
  QString full_text;                ///< the value at full height
  QString wave_text;                ///< names the wave
};

class RingScene : public VtkScene {
 public:
  /// `describe` gives the read-out of a node, or an empty text.
  explicit RingScene(std::function<QString(int node)> describe);
  ~RingScene() override;

  void setLook(const RingLook& look);
  const RingLook& look() const { return look_; }
  RingPicture& edit();  ///< to change the picture; the next update() draws it
  const RingPicture& picture() const { return picture_; }

  void build(vtkRenderer& renderer) override;
  void update(vtkRenderer& renderer, const Projection& projection, double scale) override;
  SceneExtent extent() const override;
  void overlay(QPainter& painter, const Projection& projection, const Theme& theme) const override;
  bool hover(std::optional<QPointF> position, const Projection& projection) override;
  std::optional<int> hovered() const { return hovered_; }

 private:
  struct Actors;

  double heightOf(Complex value, double full) const;
  int ageAt(std::size_t point, std::size_t points) const;
  Vector3 nodePoint(int node) const;
  void writeCurve();
  void writeEnvelope();
  void writeNodes();
  void sizeNodes(double pixels_per_unit);
  void writeLine(RingMesh& mesh, const std::vector<Complex>& values, double full,
                 QRgb colour) const;
  void writeGhosts(double scale);
  void writeGround(double scale);
  void writeWall();
  double wallTop() const;

  void paintNodeNumbers(QPainter& painter, const Projection& projection) const;
  void paintInput(QPainter& painter, const Projection& projection) const;
  QRectF cornerBox(const QFont& small) const;
  void paintCorner(QPainter& painter) const;
  void paintLegend(QPainter& painter, const Projection& projection) const;
  void paintBar(QPainter& painter, double bottom) const;
  void paintReadOut(QPainter& painter, const Projection& projection) const;

  std::function<QString(int)> describe_;
  RingLook look_;
  RingPicture picture_;
  QImage wheel_;  ///< the phase colours around a circle
  std::optional<int> hovered_;
  bool dirty_ = true;
  double written_scale_ = 0.0;
  std::unique_ptr<Actors> actors_;
};

}  // namespace ssmscope::ui
