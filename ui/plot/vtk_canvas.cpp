#include "ui/plot/vtk_canvas.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plot/hidden_figure.hpp"
#include "ui/plot/vtk_surface.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kFrameMilliseconds = 15;
constexpr int kStillMilliseconds = 180;
constexpr double kDegreesPerPixel = 0.4;
constexpr double kKeyDegrees = 6.0;
constexpr double kKeyZoom = 1.15;
constexpr double kKeyPan = 0.05;
constexpr double kLeastZoom = 0.3, kGreatestZoom = 20.0;
constexpr double kLeastPitch = -89.0, kGreatestPitch = 90.0;
constexpr int kLargestPixels = 8192;  // a side; within what OpenGL 3.2 drivers allow

}  // namespace

VtkCanvas::VtkCanvas(std::unique_ptr<VtkScene> scene, QWidget* parent)
    : QWidget(parent), scene_(std::move(scene)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  gate_.setSingleShot(true);
  gate_.setTimerType(Qt::PreciseTimer);
  connect(&gate_, &QTimer::timeout, this, [this] { update(); });
  still_.setSingleShot(true);
  still_.setInterval(kStillMilliseconds);
  connect(&still_, &QTimer::timeout, this, [this] {
    refine_ = true;
    update();
  });
}

VtkCanvas::~VtkCanvas() {
  if (surface_) surface_->makeCurrent();
  scene_.reset();
  surface_.reset();
}

bool VtkCanvas::available() {
  if (!tried_) {
    tried_ = true;
    surface_ = VtkSurface::create();
    if (surface_) scene_->build(surface_->renderer());
  }
  return surface_ != nullptr;
}

void VtkCanvas::requestRender() {
  dirty_ = true;
  if (!isVisible() || gate_.isActive()) return;
  const qint64 since = since_render_.isValid() ? since_render_.elapsed() : kFrameMilliseconds;
  if (since >= kFrameMilliseconds)
    update();
  else
    gate_.start(static_cast<int>(kFrameMilliseconds - since));
}

void VtkCanvas::renderAtOnce() {
  dirty_ = true;
  if (isVisible()) update();
}

QImage VtkCanvas::image(QSize size, double device_pixel_ratio) {
  size = size.expandedTo({1, 1});
  const double ratio = std::max(device_pixel_ratio, 0.1);
  QImage picture(size * ratio, QImage::Format_RGB32);
  picture.setDevicePixelRatio(ratio);
  QPainter painter(&picture);
  if (!available()) {
    paintNotice(painter, QRect(QPoint(), size));
    return picture;
  }
  painter.drawImage(QPoint(), draw(size, ratio, Edges::Smooth));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  paintOverlay(painter, size, true);
  return picture;
}

/// A picture that is exported says nothing of where the pointer is.
void VtkCanvas::paintOverlay(QPainter& painter, QSizeF size, bool exported) {
  const Projection view = projection(size);
  if (exported) scene_->hover(std::nullopt, view);
  scene_->overlay(painter, view, theme_);
  if (exported && pointer_) scene_->hover(*pointer_, projection(this->size()));
}

void VtkCanvas::applyTheme(const Theme& theme) {
  theme_ = theme;
  requestRender();
}

void VtkCanvas::setCamera(const CanvasCamera& camera) {
  camera_ = camera;
  camera_.yaw = std::remainder(camera.yaw, 360.0);
  camera_.pitch = std::clamp(camera.pitch, kLeastPitch, kGreatestPitch);
  camera_.zoom = std::clamp(camera.zoom, kLeastZoom, kGreatestZoom);
  requestRender();
  Q_EMIT cameraChanged();
}

void VtkCanvas::setHome(const CanvasCamera& camera) {
  home_ = camera;
  resetCamera();
}

Projection VtkCanvas::projection(QSizeF size) const { return {camera_, scene_->extent(), size}; }

QImage VtkCanvas::draw(QSize size, double ratio, Edges edges) {
  VtkSurface& surface = *surface_;
  QImage picture;
  if (surface.makeCurrent()) {
    const QSize pixels =
        (size * ratio).expandedTo({1, 1}).boundedTo({kLargestPixels, kLargestPixels});
    const Projection view = projection(size);
    scene_->update(surface.renderer(), view, ratio);
    picture =
        surface.draw(pixels, view, theme_.surface, edges == Edges::Smooth || !surface.software());
    picture.setDevicePixelRatio(ratio);
  }
  return picture;
}

void VtkCanvas::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (!available()) {
    paintNotice(painter, rect());
    return;
  }
  // What is painted on may have another ratio than the widget: an export.
  const double ratio = std::max(painter.deviceTransform().m11(), 0.1);
  const bool other_size = picture_.size() != size() * ratio || picture_.devicePixelRatio() != ratio;
  const bool exported = isBeingExported(*this);
  if (dirty_ || refine_ || other_size || exported) drawAgain(ratio);
  painter.drawImage(QPoint(), picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  paintOverlay(painter, size(), exported);
  if (keyboard_focus_ && !exported) {
    painter.setPen(QPen(theme_.accent, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void VtkCanvas::drawAgain(double ratio) {
  const bool exporting = ratio != devicePixelRatioF() || !isVisible() || isBeingExported(*this);
  const bool smooth = exporting || (refine_ && !dirty_);
  refine_ = false;
  dirty_ = false;
  since_render_.start();
  picture_ = draw(size(), ratio, smooth ? Edges::Smooth : Edges::Quick);
  if (smooth) return;
  ++rendered_;
  if (surface_->software()) still_.start();
}

void VtkCanvas::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  keyboard_focus_ = event->reason() == Qt::TabFocusReason ||
                    event->reason() == Qt::BacktabFocusReason ||
                    event->reason() == Qt::ShortcutFocusReason;
  update();
}

void VtkCanvas::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  keyboard_focus_ = false;
  update();
}

void VtkCanvas::paintNotice(QPainter& painter, QRect area) const {
  painter.fillRect(area, theme_.surface);
  painter.setPen(theme_.faint_text);
  painter.setFont(font());
  painter.drawText(area.adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("The 3-D picture needs OpenGL 3.2, which this display does not offer; "
                      "everything else works."));
}

void VtkCanvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  requestRender();
}

void VtkCanvas::mousePressEvent(QMouseEvent* event) { grabbed_at_ = event->position(); }

void VtkCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF moved = event->position() - grabbed_at_;
  const Qt::MouseButtons buttons = event->buttons();
  CanvasCamera camera = camera_;
  if (buttons & (Qt::RightButton | Qt::MiddleButton) ||
      (buttons & Qt::LeftButton && event->modifiers() & Qt::ShiftModifier)) {
    camera.pan += moved / std::max(height(), 1);
  } else if (buttons & Qt::LeftButton) {
    camera.yaw -= moved.x() * kDegreesPerPixel;
    camera.pitch += moved.y() * kDegreesPerPixel;
  } else {
    pointer_ = event->position();
    if (scene_->hover(*pointer_, projection(size()))) update();
    return;
  }
  grabbed_at_ = event->position();
  setCamera(camera);
}

void VtkCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) resetCamera();
}

void VtkCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  pointer_.reset();
  if (scene_->hover(std::nullopt, projection(size()))) update();
}

void VtkCanvas::wheelEvent(QWheelEvent* event) {
  CanvasCamera camera = camera_;
  camera.zoom *= std::pow(kKeyZoom, event->angleDelta().y() / 120.0);
  setCamera(camera);
  event->accept();
}

void VtkCanvas::keyPressEvent(QKeyEvent* event) {
  if (!turnByKey(event->key(), event->modifiers() & Qt::ShiftModifier)) {
    QWidget::keyPressEvent(event);
  }
}

bool VtkCanvas::turnByKey(int key, bool shift) {
  CanvasCamera camera = camera_;
  const double x = (key == Qt::Key_Right) - (key == Qt::Key_Left);
  const double y = (key == Qt::Key_Down) - (key == Qt::Key_Up);
  if (x != 0.0 || y != 0.0) {
    if (shift) {
      camera.pan += QPointF(x, y) * kKeyPan;
    } else {
      camera.yaw -= x * kKeyDegrees;
      camera.pitch += y * kKeyDegrees;
    }
  } else if (key == Qt::Key_Plus || key == Qt::Key_Equal) {
    camera.zoom *= kKeyZoom;
  } else if (key == Qt::Key_Minus) {
    camera.zoom /= kKeyZoom;
  } else if (key == Qt::Key_0 || key == Qt::Key_Home) {
    camera = home_;
  } else {
    return false;
  }
  setCamera(camera);
  return true;
}

}  // namespace ssmscope::ui
