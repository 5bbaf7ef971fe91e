// What a VtkCanvas shows: a set of VTK actors that the owner changes in place, and what is
// written over the picture (labels, legends, read-outs) by QPainter, which is sharper and follows
// theme, translation and scaling.
#pragma once

#include <QPointF>
#include <QSizeF>
#include <array>
#include <optional>

class QPainter;
class vtkRenderer;  // NOLINT(cppcoreguidelines-virtual-class-destructor): VTK's own

namespace ssmscope::ui {

struct Theme;

using Vector3 = std::array<double, 3>;

/// A turntable around the z axis. Angles in degrees, pan in parts of the picture's height.
struct CanvasCamera {
  double yaw = -60.0;   ///< direction of the eye seen from above; 0: from +x
  double pitch = 32.0;  ///< height of the eye; 90: from above
  double zoom = 1.0;
  QPointF pan;
};

/// The part of space that the canvas fits into the picture: a cylinder around the z axis.
struct SceneExtent {
  double radius = 1.0;
  double bottom = -1.0;
  double top = 1.0;
  double padding = 0.0;  ///< pixels kept free on each side, for labels
};

/// The perspective of one picture, from space to device-independent pixels and back to nothing.
class Projection {
 public:
  Projection(const CanvasCamera& camera, const SceneExtent& extent, QSizeF size);

  QPointF toWidget(const Vector3& point) const;
  /// Distance from the eye's plane; larger is farther.
  double depth(const Vector3& point) const;
  /// Pixels that a length of 1 at the scene's centre takes.
  double pixelsPerUnit() const;
  QSizeF size() const { return size_; }

  const Vector3& eye() const { return eye_; }
  const Vector3& focus() const { return focus_; }
  const Vector3& up() const { return up_; }
  double viewAngle() const;  ///< vertical, degrees
  double distance() const { return distance_; }
  QPointF pan() const { return pan_; }  ///< of the picture's centre, parts of its half size

 private:
  QSizeF size_;
  Vector3 focus_{}, eye_{}, right_{}, up_{}, back_{};
  double tangent_ = 0.2;  ///< of half the vertical view angle
  double distance_ = 5.0;
  QPointF pan_;
};

class VtkScene {
 public:
  virtual ~VtkScene() = default;

  /// Called once, with the context current: make actors and add them. The destructor also runs
  /// with the context current.
  virtual void build(vtkRenderer& renderer) = 0;
  /// Called before a picture is drawn, with the context current: write points and colours.
  /// `scale` is the device pixel ratio of the picture.
  virtual void update(vtkRenderer& renderer, const Projection& projection, double scale) = 0;
  virtual SceneExtent extent() const = 0;
  /// Labels over the picture.
  virtual void overlay(QPainter& /*painter*/, const Projection& /*projection*/,
                       const Theme& /*theme*/) const {}
  /// The pointer is at `position`, or has left. True when the overlay changes.
  virtual bool hover(std::optional<QPointF> /*position*/, const Projection& /*projection*/) {
    return false;
  }
};

}  // namespace ssmscope::ui
