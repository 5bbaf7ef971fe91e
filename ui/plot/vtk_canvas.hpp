// A plain widget with a VTK picture in it. Debian builds VTK's Qt module against Qt 5, so VTK
// draws in an OpenGL context of ours on an off-screen surface; the picture is read back and
// painted. (A QOpenGLWidget makes Qt compose the whole window by OpenGL, which is five times
// slower where OpenGL is software.)
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/plot/theme.hpp"
#include "ui/plot/vtk_scene.hpp"

namespace ssmscope::ui {

class VtkSurface;

/// Owns context, surface, render window, renderer and scene; all of them die with the context
/// current. Turns by left drag and arrows, zooms by wheel and + -, moves by right or Shift drag
/// and Shift arrows, goes back by a double click and 0. Where no OpenGL can be had it shows a
/// notice instead and never fails. Where OpenGL runs on the CPU, edges are smoothed only once the
/// picture stands still.
class VtkCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit VtkCanvas(std::unique_ptr<VtkScene> scene, QWidget* parent = nullptr);
  ~VtkCanvas() override;

  /// Whether a picture can be drawn; makes the context at the first call.
  bool available();
  /// Asks for a new picture: drawn once a frame at most however often it is called, and not
  /// before the widget is visible.
  void requestRender();
  /// The same with the next paint, for an owner that keeps the pace of its frames itself.
  void renderAtOnce();
  /// The picture at `size` device-independent pixels, labels included; works hidden too.
  QImage image(QSize size, double device_pixel_ratio);
  void applyTheme(const Theme& theme);
  const CanvasCamera& camera() const { return camera_; }
  void setCamera(const CanvasCamera& camera);
  void setHome(const CanvasCamera& camera);  ///< and goes there
  void resetCamera() { setCamera(home_); }

  long long rendered() const { return rendered_; }  ///< pictures drawn on request

  QSize sizeHint() const override { return {480, 360}; }
  QSize minimumSizeHint() const override { return {120, 90}; }

 Q_SIGNALS:
  void cameraChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Edges { Quick, Smooth };
  QImage draw(QSize size, double ratio, Edges edges);
  void drawAgain(double ratio);
  void paintOverlay(QPainter& painter, QSizeF size, bool exported);
  void paintNotice(QPainter& painter, QRect area) const;
  Projection projection(QSizeF size) const;
  bool turnByKey(int key, bool shift);

  std::unique_ptr<VtkScene> scene_;
  std::unique_ptr<VtkSurface> surface_;
  bool tried_ = false;
  bool dirty_ = true;
  QImage picture_;
  Theme theme_;
  CanvasCamera camera_, home_;
  QPointF grabbed_at_;
  std::optional<QPointF> pointer_;  ///< over the picture
  bool refine_ = false;             ///< the next picture is the present one, smooth
  bool keyboard_focus_ = false;     ///< reached by the keyboard: the frame is drawn
  QTimer gate_, still_;
  QElapsedTimer since_render_;
  long long rendered_ = 0;
};

}  // namespace ssmscope::ui
