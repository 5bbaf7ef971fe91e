#include "ui/views/ring/past_raster.hpp"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/plot/axis.hpp"
#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kGap = 6.0, kTick = 4.0, kMark = 5.0;
constexpr double kRoomForSeconds = 230.0;

QFont smaller(const QFont& font) {
  QFont result = font;
  if (font.pointSizeF() > 0.0) result.setPointSizeF(font.pointSizeF() * 0.9);
  return result;
}

}  // namespace

QString cellText(int node, int step, double delta, const QString& unit, Complex value) {
  const double degrees = std::arg(value) * 180.0 / std::numbers::pi;
  return PastRaster::tr("node %1, step %2 (%3)\nRe r = %4\n|r| = %5\narg r = %6°")
      .arg(node)
      .arg(step)
      .arg(quantityText(step * delta, unit), numberText(value.real()), numberText(std::abs(value)),
           numberText(degrees, 3));
}

void paintReadOutBox(QPainter& painter, const Theme& theme, QPointF place, QSizeF within,
                     const QString& text) {
  const QRectF lines = QFontMetricsF(painter.font())
                           .boundingRect(QRectF(0.0, 0.0, 600.0, 200.0), Qt::AlignLeft, text);
  QRectF box = lines.adjusted(-7.0, -5.0, 7.0, 5.0);
  box.moveBottomLeft(place + QPointF(12.0, -12.0));
  if (box.right() > within.width() - 2.0) box.moveRight(place.x() - 12.0);
  if (box.left() < 2.0) box.moveLeft(2.0);
  if (box.top() < 2.0) box.moveTop(place.y() + 12.0);
  painter.setPen(QPen(theme.border, 1.0));
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(box, 4.0, 4.0);
  painter.setPen(theme.text);
  painter.drawText(box.adjusted(7.0, 5.0, -7.0, -5.0), Qt::AlignLeft, text);
}

PastRaster::PastRaster(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
}

void PastRaster::setPast(const PastImage* past, const ring::RingMotion* motion) {
  past_ = past;
  motion_ = motion;
  update();
}

void PastRaster::setPresent(double row) {
  present_ = row;
  update();
}

void PastRaster::setStep(double delta, const QString& unit) {
  delta_ = delta;
  unit_ = unit;
  update();
}

void PastRaster::setTitle(const QString& title) {
  title_ = title;
  update();
}

void PastRaster::setLag(std::optional<int> lag) {
  lag_ = lag;
  update();
}

void PastRaster::applyTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

bool PastRaster::showsSeconds() const { return width() >= kRoomForSeconds; }

QRectF PastRaster::plotArea() const {
  const QFontMetricsF metrics(smaller(font()));
  const double numbers = metrics.horizontalAdvance(QStringLiteral("0000"));
  const double side = metrics.height() + numbers + kTick + kGap;
  return QRectF(rect()).adjusted(side, metrics.height() + kGap + kMark,
                                 showsSeconds() ? -side : -kGap * 2.0,
                                 -2.0 * metrics.height() - kTick - kGap);
}

std::optional<PastRaster::Cell> PastRaster::cellAt(QPointF place) const {
  const QRectF area = plotArea();
  if (motion_ == nullptr || past_ == nullptr || motion_->empty() || !area.contains(place))
    return std::nullopt;
  const double age = (place.y() - area.top()) / area.height() * past_->shownRows();
  const int row = static_cast<int>(std::floor(present_ - age));
  const int node = static_cast<int>((place.x() - area.left()) / area.width() * motion_->nodes());
  if (row < 0 || row >= motion_->rows() || node < 0 || node >= motion_->nodes())
    return std::nullopt;
  return Cell{node, row};
}

void PastRaster::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.surface);
  painter.setFont(smaller(font()));
  const QRectF area = plotArea();
  if (area.width() < 8.0 || area.height() < 8.0) return;
  paintCells(painter, area);
  paintAxes(painter, area);
  paintReadOut(painter, area);
}

void PastRaster::paintCells(QPainter& painter, const QRectF& area) const {
  painter.fillRect(area, theme_.raised);
  if (past_ == nullptr || past_->image().isNull()) return;
  const QImage& cells = past_->image();
  const double line = area.height() / past_->shownRows();
  const int newest = static_cast<int>(std::floor(present_));
  const int first = past_->lineOf(newest);
  // The picture is used round and round: from the newest line down, then from the top.
  const int below = cells.height() - first;
  const double top = area.top() + (present_ - newest - 1.0) * line;
  painter.save();
  painter.setClipRect(area);
  // The seam lies on a pixel, or the background would show through it.
  const double ratio = painter.deviceTransform().m22();
  const double seam = std::round((top + below * line) * ratio) / ratio;
  painter.drawImage(QRectF(area.left(), top, area.width(), seam - top), cells,
                    QRectF(0.0, first, cells.width(), below));
  if (first > 0) {
    painter.drawImage(QRectF(area.left(), seam, area.width(), first * line), cells,
                      QRectF(0.0, 0.0, cells.width(), first));
  }
  painter.restore();
}

void PastRaster::paintAxes(QPainter& painter, const QRectF& area) const {
  const QFontMetricsF metrics(painter.font());
  painter.setPen(QPen(theme_.border, 1.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);

  painter.setPen(theme_.text);
  painter.drawText(QRectF(0.0, 0.0, width(), metrics.height() + kGap), Qt::AlignCenter, title_);
  if (motion_ != nullptr && !motion_->empty()) {
    AxisSpec nodes;
    nodes.whole_numbers = true;
    const double cell = area.width() / motion_->nodes();
    const int most = std::max(2, static_cast<int>(area.width() / 30.0));
    painter.setPen(theme_.faint_text);
    for (const Tick& tick : axisTicks(nodes, {0.0, motion_->nodes() - 1.0 + 1e-9}, most)) {
      if (tick.label.isEmpty()) continue;
      const double x = area.left() + (tick.place + 0.5) * cell;
      painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + kTick));
      painter.drawText(QRectF(x - 30.0, area.bottom() + kTick, 60.0, metrics.height()),
                       Qt::AlignHCenter, tick.label);
    }
    // The input enters here.
    const double x = area.left() + 0.5 * cell;
    const QPointF mark[] = {
        {x, area.top()}, {x - 4.0, area.top() - 6.0}, {x + 4.0, area.top() - 6.0}};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.accent);
    painter.drawPolygon(mark, 3);
  }
  painter.setPen(theme_.faint_text);
  painter.drawText(
      QRectF(area.left(), area.bottom() + kTick + metrics.height(), area.width(), metrics.height()),
      Qt::AlignCenter, tr("Node"));
  paintTimeAxis(painter, area, false);
  if (showsSeconds()) paintTimeAxis(painter, area, true);
  if (lag_ && past_ != nullptr && *lag_ <= past_->shownRows()) {
    const double y = area.top() + area.height() * *lag_ / past_->shownRows();
    painter.setPen(QPen(theme_.accent, 1.4, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  }
}

void PastRaster::paintTimeAxis(QPainter& painter, const QRectF& area, bool seconds) const {
  if (past_ == nullptr) return;
  const QFontMetricsF metrics(painter.font());
  const double factor = seconds ? delta_ : 1.0;
  const double span = past_->shownRows() * factor;
  AxisSpec spec;
  spec.whole_numbers = !seconds;
  const int most = std::max(2, static_cast<int>(area.height() / (2.5 * metrics.height())));
  painter.setPen(theme_.faint_text);
  const double edge = seconds ? area.right() : area.left();
  const double out = seconds ? kTick : -kTick;
  for (const Tick& tick : axisTicks(spec, {0.0, span}, most)) {
    if (tick.label.isEmpty()) continue;
    const double y = area.top() + area.height() * tick.place / span;
    painter.drawLine(QPointF(edge, y), QPointF(edge + out, y));
    const QRectF box(seconds ? edge + kTick + 2.0 : edge - 82.0 - kTick, y - 10.0, 80.0, 20.0);
    painter.drawText(box, Qt::AlignVCenter | (seconds ? Qt::AlignLeft : Qt::AlignRight),
                     tick.label);
  }
  const QString title =
      seconds ? tr("%1 ago").arg(unit_.isEmpty() ? tr("time") : unit_) : tr("Steps ago");
  painter.save();
  painter.translate(seconds ? width() - metrics.height() : metrics.height(), area.center().y());
  painter.rotate(seconds ? 90.0 : -90.0);
  painter.drawText(QRectF(-100.0, -metrics.height(), 200.0, metrics.height()), Qt::AlignCenter,
                   title);
  painter.restore();
}

void PastRaster::paintReadOut(QPainter& painter, const QRectF& area) const {
  if (!pointer_ || isBeingExported(*this)) return;
  const std::optional<Cell> cell = cellAt(*pointer_);
  if (!cell) return;
  const double wide = area.width() / motion_->nodes();
  const double high = area.height() / past_->shownRows();
  const QRectF box(area.left() + cell->node * wide,
                   area.top() + (present_ - cell->row - 1.0) * high, wide, high);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(theme_.accent, 1.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(box.intersected(area).adjusted(-1.0, -1.0, 1.0, 1.0));
  painter.setRenderHint(QPainter::Antialiasing);
  paintReadOutBox(painter, theme_, *pointer_, size(), readOut(*cell));
}

QString PastRaster::readOut(Cell cell) const {
  const Complex value = motion_->row(cell.row)[static_cast<std::size_t>(cell.node)];
  return cellText(cell.node, motion_->result().first_step + cell.row, delta_, unit_, value);
}

void PastRaster::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  update();
}

void PastRaster::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  pointer_.reset();
  update();
}

}  // namespace ssmscope::ui
