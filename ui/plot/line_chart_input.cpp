// Pointer and keys of a line chart: read-out, zoom, pan, pick.
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plot/line_chart_private.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kWheelStep = 1.2;
constexpr double kKeyZoom = 1.4;
constexpr double kSameX = 6.0;       // pixels between samples that are read as one x
constexpr int kMostBesides = 6;      // further curves in one read-out
constexpr double kPickReach = 14.0;  // pixels in which a click picks it
constexpr double kClickSlack = 4.0;

}  // namespace

double LineChart::Private::placeX(double pixel) const {
  return x.view.lower + (pixel - plot.left()) / plot.width() * x.view.span();
}

double LineChart::Private::placeY(double pixel) const {
  return y.view.lower + (plot.bottom() - pixel) / plot.height() * y.view.span();
}

QPointF LineChart::toValue(const QPointF& pixel) const {
  d_->prepare(devicePixelRatioF());
  return {axisValue(d_->x.spec.scale, d_->placeX(pixel.x())),
          axisValue(d_->y.spec.scale, d_->placeY(pixel.y()))};
}

// --- Read-out -----------------------------------------------------------------------------------

bool LineChart::Private::readable(const Curve& curve, std::size_t index) const {
  return index < curve.place_x.size() && index < curve.place_y.size() &&
         std::isfinite(curve.place_x[index]) && std::isfinite(curve.place_y[index]);
}

ChartReadOut LineChart::Private::readOutOf(const Curve& curve, int index) const {
  const auto at = static_cast<std::size_t>(index);
  ChartReadOut result{curve.key, index, curve.x[at], curve.y[at], {}};
  const auto line = [](const AxisSpec& spec, double value) {
    const QString text = readOutText(spec, value);
    return spec.title.isEmpty() ? text : QStringLiteral("%1: %2").arg(spec.title, text);
  };
  QStringList lines;
  const QString name = at < curve.names.size() ? curve.names[at] : curve.name;
  if (!name.isEmpty()) lines << name;
  lines << line(x.spec, result.x) << line(y.spec, result.y);
  if (curve.band) lines.last() += tr("; lower %1").arg(readOutText(y.spec, curve.lower[at]));
  int left = kMostBesides;
  for (const auto& [other, place] : besides(curve, curve.place_x[at])) {
    if (left-- == 0) {
      lines << QStringLiteral("…");
      break;
    }
    lines << QStringLiteral("%1: %2").arg(
        other->name, readOutText(y.spec, other->y[static_cast<std::size_t>(place)]));
  }
  result.text = lines.join(QLatin1Char('\n'));
  return result;
}

std::optional<ChartReadOut> LineChart::Private::nearest(const QPointF& at) const {
  const Curve* best_curve = nullptr;
  std::size_t best_index = 0;
  double best = kPickReach * kPickReach;
  for (const Curve& curve : curves) {
    if (!curve.visible || !curve.style.reads) continue;
    for (std::size_t i = 0; i < curve.place_x.size(); ++i) {
      const double across = pixelX(curve.place_x[i]) - at.x();
      if (!(across * across < best) || !readable(curve, i)) continue;
      const QPointF point(pixelX(curve.place_x[i]), pixelY(curve.place_y[i]));
      if (!plot.adjusted(-1, -1, 1, 1).contains(point)) continue;
      const double up = point.y() - at.y();
      const double distance = across * across + up * up;
      if (distance >= best) continue;
      best = distance;
      best_curve = &curve;
      best_index = i;
    }
  }
  if (best_curve == nullptr) return std::nullopt;
  return readOutOf(*best_curve, static_cast<int>(best_index));
}

/// Of a line the sample nearest in x; of points, which may lie anywhere, the nearest one.
std::optional<int> LineChart::Private::closest(const Curve& curve, const QPointF& at) const {
  const bool points = curve.style.role == CurveRole::Points;
  std::optional<int> found;
  double best = 0.0;
  for (std::size_t i = 0; i < curve.place_x.size(); ++i) {
    if (!readable(curve, i)) continue;
    const double across = pixelX(curve.place_x[i]) - at.x();
    const double up = points ? pixelY(curve.place_y[i]) - at.y() : 0.0;
    const double distance = across * across + up * up;
    if (found && distance >= best) continue;
    found = static_cast<int>(i);
    best = distance;
  }
  return found;
}

/// The other lines in sight that have a sample at this x, first to last.
std::vector<std::pair<const Curve*, int>> LineChart::Private::besides(const Curve& curve,
                                                                      double place) const {
  std::vector<std::pair<const Curve*, int>> found;
  if (curve.style.role == CurveRole::Points) return found;
  for (const Curve& other : curves) {
    const bool line = other.style.role != CurveRole::Points && !other.band;
    if (&other == &curve || !line || !other.visible || !other.style.reads || other.name.isEmpty())
      continue;
    const std::optional<int> at = closest(other, QPointF(pixelX(place), 0.0));
    if (!at) continue;
    const double apart = pixelX(other.place_x[static_cast<std::size_t>(*at)]) - pixelX(place);
    if (std::abs(apart) <= kSameX) found.emplace_back(&other, *at);
  }
  return found;
}

/// As the cursor of an oscilloscope: what is at the pointer's x, however far above or below. Of
/// several curves the one nearest to the pointer leads.
std::optional<ChartReadOut> LineChart::Private::underCursor(const QPointF& at) const {
  const Curve* leading = nullptr;
  int index = 0;
  double best = 0.0;
  for (const Curve& curve : curves) {
    if (!curve.visible || !curve.style.reads) continue;
    const std::optional<int> sample = closest(curve, at);
    if (!sample) continue;
    const auto i = static_cast<std::size_t>(*sample);
    const QPointF point(pixelX(curve.place_x[i]), pixelY(curve.place_y[i]));
    if (point.x() < plot.left() - 1 || point.x() > plot.right() + 1) continue;
    const QPointF off = point - at;
    const double distance = QPointF::dotProduct(off, off);
    if (leading != nullptr && distance >= best) continue;
    best = distance;
    leading = &curve;
    index = *sample;
  }
  if (leading == nullptr) return std::nullopt;
  return readOutOf(*leading, index);
}

void LineChart::Private::setReadOut(std::optional<ChartReadOut> next) {
  const bool same = next.has_value() == read_out.has_value() &&
                    (!next || (next->curve == read_out->curve && next->index == read_out->index &&
                               next->text == read_out->text));
  if (same) return;
  read_out = std::move(next);
  q.setAccessibleDescription(read_out ? read_out->text : QString());
  q.update();
  Q_EMIT q.readOutChanged();
}

void LineChart::Private::walk(int samples) {
  const Curve* curve = read_out ? find(read_out->curve) : nullptr;
  if (curve == nullptr) {
    changeCurve(0);
    return;
  }
  const int count = static_cast<int>(curve->place_x.size());
  const int by = samples > 0 ? 1 : -1;
  int index = read_out->index;
  for (int left = std::abs(samples); left > 0; --left) {
    int next = index + by;
    while (next >= 0 && next < count && !readable(*curve, static_cast<std::size_t>(next)))
      next += by;
    if (next < 0 || next >= count) break;
    index = next;
  }
  setReadOut(readOutOf(*curve, index));
}

void LineChart::Private::changeCurve(int by) {
  std::vector<const Curve*> choices;
  std::ptrdiff_t now = -1;
  for (const Curve& curve : curves) {
    if (!curve.visible || !curve.style.reads || !curve.span_x.set() || !curve.span_y.set())
      continue;
    if (read_out && read_out->curve == curve.key) now = std::ssize(choices);
    choices.push_back(&curve);
  }
  if (choices.empty()) return;
  const std::ptrdiff_t size = std::ssize(choices);
  const auto chosen = static_cast<std::size_t>(now < 0 ? 0 : (now + by + size) % size);
  const Curve& curve = *choices[chosen];
  // The sample nearest in x to the one read out before, or the first one.
  const double wanted =
      read_out ? axisPlace(x.spec.scale, read_out->x) : std::max(x.view.lower, curve.span_x.lower);
  int best = -1;
  for (std::size_t i = 0; i < curve.place_x.size(); ++i) {
    if (!readable(curve, i)) continue;
    if (best < 0 || std::abs(curve.place_x[i] - wanted) <
                        std::abs(curve.place_x[static_cast<std::size_t>(best)] - wanted)) {
      best = static_cast<int>(i);
    }
  }
  if (best >= 0) setReadOut(readOutOf(curve, best));
}

// --- Pointer ------------------------------------------------------------------------------------

void LineChart::wheelEvent(QWheelEvent* event) {
  const double steps = event->angleDelta().y() / 120.0;
  if (steps == 0.0) {
    event->ignore();
    return;
  }
  d_->prepare(devicePixelRatioF());
  const double factor = std::pow(kWheelStep, steps);
  const QPointF at = event->position();
  const bool over_x = at.y() > d_->plot.bottom();
  const bool over_y = at.x() < d_->plot.left();
  const bool both = over_x == over_y;
  if (both || over_x) d_->zoomAbout(d_->x, d_->placeX(at.x()), factor);
  if (both || over_y) d_->zoomAbout(d_->y, d_->placeY(at.y()), factor);
  Q_EMIT zoomChanged();
  event->accept();
}

void LineChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  d_->press = d_->last = event->position();
  d_->dragged = false;
  d_->drag = event->modifiers().testFlag(Qt::ShiftModifier) ? Private::Drag::Rectangle
                                                            : Private::Drag::Pan;
}

void LineChart::mouseMoveEvent(QMouseEvent* event) {
  d_->prepare(devicePixelRatioF());
  const QPointF at = event->position();
  if (d_->drag == Private::Drag::None) {
    d_->setReadOut(d_->plot.adjusted(-6, -6, 6, 6).contains(at) ? d_->underCursor(at)
                                                                : std::nullopt);
    return;
  }
  if (!d_->dragged && QLineF(at, d_->press).length() < kClickSlack) return;
  d_->dragged = true;
  if (d_->drag == Private::Drag::Rectangle) {
    d_->rubber = QRectF(d_->press, at).normalized().intersected(d_->plot);
    update();
    return;
  }
  const double across = d_->placeX(d_->last.x()) - d_->placeX(at.x());
  const double up = d_->placeY(d_->last.y()) - d_->placeY(at.y());
  const AxisRange x = d_->x.view;
  const AxisRange y = d_->y.view;
  d_->setUserRange(d_->x, {x.lower + across, x.upper + across});
  d_->setUserRange(d_->y, {y.lower + up, y.upper + up});
  d_->last = at;
  Q_EMIT zoomChanged();
}

void LineChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Private::Drag drag = std::exchange(d_->drag, Private::Drag::None);
  if (drag == Private::Drag::Rectangle && d_->dragged) {
    const QRectF box = std::exchange(d_->rubber, {});
    update();
    if (box.width() < kClickSlack || box.height() < kClickSlack) return;
    const AxisRange x{d_->placeX(box.left()), d_->placeX(box.right())};
    const AxisRange y{d_->placeY(box.bottom()), d_->placeY(box.top())};
    d_->setUserRange(d_->x, x);
    d_->setUserRange(d_->y, y);
    Q_EMIT zoomChanged();
    return;
  }
  if (drag == Private::Drag::None || d_->dragged) return;
  d_->prepare(devicePixelRatioF());
  const auto found = d_->nearest(event->position());
  if (!found) return;
  d_->setReadOut(found);
  Q_EMIT picked(found->curve, found->index);
}

void LineChart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) resetZoom();
}

void LineChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  d_->setReadOut(std::nullopt);
}

void LineChart::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addToMenu(*menu, event->reason() == QContextMenuEvent::Keyboard ? QPointF(d_->plot.center())
                                                                  : QPointF(event->pos()));
  QAction* reset = menu->addAction(tr("Reset zoom"), this, &LineChart::resetZoom);
  reset->setEnabled(zoomed());
  menu->addAction(tr("Copy picture"), this, [this] {
    QApplication::clipboard()->setImage(figure(size(), devicePixelRatioF()));
  });
  menu->addAction(tr("Copy numbers"), this, [this] {
    QApplication::clipboard()->setText(QString::fromStdString(data::csv_text(table())));
  });
  menu->popup(event->globalPos());
}

// --- Keys ---------------------------------------------------------------------------------------

void LineChart::keyPressEvent(QKeyEvent* event) {
  const bool far = event->modifiers().testFlag(Qt::ControlModifier);
  switch (event->key()) {
    case Qt::Key_Left:
      d_->walk(far ? -10 : -1);
      return;
    case Qt::Key_Right:
      d_->walk(far ? 10 : 1);
      return;
    case Qt::Key_Up:
      d_->changeCurve(-1);
      return;
    case Qt::Key_Down:
      d_->changeCurve(1);
      return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kKeyZoom);
      return;
    case Qt::Key_Minus:
      zoom(1.0 / kKeyZoom);
      return;
    case Qt::Key_0:
      resetZoom();
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (d_->read_out) Q_EMIT picked(d_->read_out->curve, d_->read_out->index);
      return;
    case Qt::Key_Escape:
      if (!d_->read_out) break;
      d_->setReadOut(std::nullopt);
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void LineChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void LineChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace ssmscope::ui
