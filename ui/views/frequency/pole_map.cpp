#include "ui/views/frequency/pole_map.hpp"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {

constexpr double kReach = 11.0;           // pixels in which a press takes a pole
constexpr double kClickSlack = 4.0;       // pixels before a press becomes a drag
constexpr double kKeyStep = 0.01;         // of the range shown
constexpr double kFineKeyStep = 0.1;      // of that, with Shift
constexpr double kSelectedNearer = 0.25;  // of its distance: the selected one wins where they meet

}  // namespace

void PoleMap::setPoles(std::vector<std::complex<double>> poles, bool mirrored) {
  poles_ = std::move(poles);
  mirrored_ = mirrored;
}

bool PoleMap::hasSelected() const {
  return selected_ && *selected_ >= 0 && *selected_ < std::ssize(poles_);
}

std::optional<PoleMap::Taken> PoleMap::poleAt(const QPointF& at) const {
  std::optional<Taken> found;
  double best = kReach;
  for (int mode = 0; mode < std::ssize(poles_); ++mode) {
    const std::complex<double> pole = poles_[static_cast<std::size_t>(mode)];
    for (const bool mirror : {false, true}) {
      if (mirror && !mirrored_) continue;
      const QPointF place = toPixel(pole.real(), mirror ? -pole.imag() : pole.imag());
      const QPointF way = place - at;
      double distance = std::hypot(way.x(), way.y());
      if (!(distance <= kReach)) continue;
      if (selected_ == mode) distance *= kSelectedNearer;
      if (distance >= best) continue;
      best = distance;
      found = Taken{mode, mirror, way, at};
    }
  }
  return found;
}

/// The plot's edge is as far as a pole goes: an axis that followed the pointer would run away.
std::complex<double> PoleMap::placeUnder(const QPointF& at) const {
  const QRectF plot = plotArea();
  const QPointF value = toValue({std::clamp(at.x(), plot.left(), plot.right()),
                                 std::clamp(at.y(), plot.top(), plot.bottom())});
  return {value.x(), value.y()};
}

void PoleMap::move(const QPointF& pointer, bool last) {
  const std::complex<double> to = placeUnder(pointer + taken_->offset);
  Q_EMIT poleMoved(taken_->mode, taken_->mirror ? std::conj(to) : to, last);
}

void PoleMap::mousePressEvent(QMouseEvent* event) {
  const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
  if (plain) taken_ = poleAt(event->position());
  if (!plain || !taken_) return LineChart::mousePressEvent(event);
  setFocus(Qt::MouseFocusReason);
  if (editable_) setCursor(Qt::ClosedHandCursor);
  Q_EMIT poleTaken(taken_->mode);
}

void PoleMap::mouseMoveEvent(QMouseEvent* event) {
  if (!taken_) {
    LineChart::mouseMoveEvent(event);
    const bool over = event->buttons() == Qt::NoButton && editable_ && poleAt(event->position());
    if (over)
      setCursor(Qt::OpenHandCursor);
    else
      unsetCursor();
    return;
  }
  const QPointF way = event->position() - taken_->pressed;
  if (!taken_->moved && std::hypot(way.x(), way.y()) < kClickSlack) return;
  taken_->moved = true;
  if (editable_) move(event->position(), false);
}

void PoleMap::mouseReleaseEvent(QMouseEvent* event) {
  if (!taken_ || event->button() != Qt::LeftButton) return LineChart::mouseReleaseEvent(event);
  if (taken_->moved && editable_) move(event->position(), true);
  taken_.reset();
  unsetCursor();
}

void PoleMap::mouseDoubleClickEvent(QMouseEvent* event) {
  const bool empty = plotArea().contains(event->position()) && !poleAt(event->position());
  if (!editable_ || !empty || event->button() != Qt::LeftButton)
    return LineChart::mouseDoubleClickEvent(event);
  Q_EMIT poleAdded(placeUnder(event->position()));
}

bool PoleMap::nudge(int key, bool fine) {
  const double across = (key == Qt::Key_Right) - (key == Qt::Key_Left);
  const double up = (key == Qt::Key_Up) - (key == Qt::Key_Down);
  if ((across == 0.0 && up == 0.0) || !hasSelected() || !editable_) return false;
  const double part = fine ? kKeyStep * kFineKeyStep : kKeyStep;
  Q_EMIT poleNudged(*selected_, {across * part * xRange().span(), up * part * yRange().span()});
  return true;
}

bool PoleMap::selectNext(int by) {
  const int count = static_cast<int>(poles_.size());
  if (count == 0) return false;
  const int now = hasSelected() ? *selected_ : by > 0 ? -1 : 0;
  Q_EMIT poleTaken((now + by + count) % count);
  return true;
}

void PoleMap::keyPressEvent(QKeyEvent* event) {
  const Qt::KeyboardModifiers held = event->modifiers() & ~Qt::KeypadModifier;
  if ((held & ~Qt::ShiftModifier) == 0 && nudge(event->key(), held == Qt::ShiftModifier)) return;
  switch (event->key()) {
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      if (selectNext(event->key() == Qt::Key_PageDown ? 1 : -1)) return;
      break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      if (!hasSelected() || !editable_) break;
      Q_EMIT poleRemoved(*selected_);
      return;
    case Qt::Key_Insert: {
      if (!editable_) break;
      const auto read = readOut();
      const QPointF middle = toValue(plotArea().center());
      Q_EMIT poleAdded(read ? std::complex<double>(read->x, read->y)
                            : std::complex<double>(middle.x(), middle.y()));
      return;
    }
    case Qt::Key_Escape:
      if (readOut() || !hasSelected()) break;
      Q_EMIT poleReleased();
      return;
    default:
      break;
  }
  LineChart::keyPressEvent(event);
}

void PoleMap::addToMenu(QMenu& menu, const QPointF& at) {
  if (!editable_) return;
  const std::complex<double> here = placeUnder(at);
  menu.addAction(tr("Add a pole here"), this, [this, here] { Q_EMIT poleAdded(here); });
  const auto under = poleAt(at);
  const int mode = under ? under->mode : hasSelected() ? *selected_ : -1;
  QAction* const remove =
      menu.addAction(mode >= 0 ? tr("Take away mode %1").arg(mode) : tr("Take away the mode"), this,
                     [this, mode] { Q_EMIT poleRemoved(mode); });
  remove->setEnabled(mode >= 0 && poles_.size() > 1);
  menu.addSeparator();
}

}  // namespace ssmscope::ui
