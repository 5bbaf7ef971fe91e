#include "ui/plot/vtk_scene.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {

constexpr double kDegree = 0.017453292519943295;
constexpr double kHalfAngle = 12.0 * kDegree;  // a mild perspective
constexpr int kRimPoints = 48;

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 minus(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

}  // namespace

Projection::Projection(const CanvasCamera& camera, const SceneExtent& extent, QSizeF size)
    : size_(size.expandedTo({1.0, 1.0})) {
  const double yaw = camera.yaw * kDegree, pitch = camera.pitch * kDegree;
  back_ = {std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch)};
  right_ = {-std::sin(yaw), std::cos(yaw), 0.0};
  up_ = cross(back_, right_);
  tangent_ = std::tan(kHalfAngle);
  focus_ = {0.0, 0.0, 0.5 * (extent.top + extent.bottom)};

  // The nearest eye that sees both rims of the cylinder whole.
  const auto free = [&](double length) {
    return std::max(1.0 - 2.0 * extent.padding / length, 0.2);
  };
  const double aspect = size_.width() / size_.height();
  const double across_room = tangent_ * aspect * free(size_.width());
  const double up_room = tangent_ * free(size_.height());
  double distance = 0.0;
  for (const double z : {extent.bottom, extent.top}) {
    for (int i = 0; i < kRimPoints; ++i) {
      const double angle = 360.0 * kDegree * i / kRimPoints;
      const Vector3 rim{extent.radius * std::cos(angle), extent.radius * std::sin(angle), z};
      const Vector3 way = minus(rim, focus_);
      const double across =
          std::max(std::abs(dot(way, right_)) / across_room, std::abs(dot(way, up_)) / up_room);
      distance = std::max(distance, across + dot(way, back_));
    }
  }
  // Zooming narrows the view instead of walking in, so that the eye never enters the scene.
  distance_ = std::max(distance, 1e-6);
  tangent_ /= std::max(camera.zoom, 1e-6);
  eye_ = {focus_[0] + distance_ * back_[0], focus_[1] + distance_ * back_[1],
          focus_[2] + distance_ * back_[2]};
  pan_ = {2.0 * camera.pan.x() / aspect, 2.0 * camera.pan.y()};
}

QPointF Projection::toWidget(const Vector3& point) const {
  const Vector3 way = minus(point, eye_);
  const double away = std::max(-dot(way, back_), 1e-9);
  const double aspect = size_.width() / size_.height();
  const double x = dot(way, right_) / (away * tangent_ * aspect) + pan_.x();
  const double y = dot(way, up_) / (away * tangent_) - pan_.y();
  return {0.5 * (1.0 + x) * size_.width(), 0.5 * (1.0 - y) * size_.height()};
}

double Projection::depth(const Vector3& point) const { return -dot(minus(point, eye_), back_); }

double Projection::pixelsPerUnit() const { return 0.5 * size_.height() / (distance_ * tangent_); }

double Projection::viewAngle() const { return 2.0 * std::atan(tangent_) / kDegree; }

}  // namespace ssmscope::ui
