// Layout and painting of a line chart: grid, ticks and titles below the curves; markers,
// cursors, selection and read-out above them.
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/plot/fonts.hpp"
#include "ui/plot/hidden_figure.hpp"
#include "ui/plot/line_chart_private.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kEdge = 6;  // free pixels along the widget's edges
constexpr int kTickLength = 4;
constexpr int kLabelGap = 3;
constexpr int kTitleGap = 4;      // between the y title and the tick labels
constexpr int kMarginSlack = 24;  // the left margin shrinks only by more than this
constexpr int kLowLines = 16;     // lower, in lines of text: one legend row, titles in the margins
constexpr int kExportedRows = 8;  // of the legend: a picture has no menu for the rest
constexpr double kMostTitleShare = 0.62;  // of the x axis that its title may take from the labels
constexpr double kNowhere = 1e9;
constexpr double kCursorHalf = 3.0;  // half the strip that a time cursor is painted in

}  // namespace

double LineChart::Private::pixelX(double place) const {
  return plot.left() + (place - x.view.lower) / x.view.span() * plot.width();
}

double LineChart::Private::pixelY(double place) const {
  return plot.bottom() - (place - y.view.lower) / y.view.span() * plot.height();
}

QRect LineChart::Private::cursorStrip(double value) const {
  const double at = pixelX(axisPlace(x.spec.scale, value));
  if (!(at >= plot.left() && at <= plot.right())) return {};
  return QRectF(at - kCursorHalf, plot.top(), 2 * kCursorHalf, plot.height() + 1).toAlignedRect();
}

// --- Layout -------------------------------------------------------------------------------------

int LineChart::Private::tickRoom(const AxisState& axis, double length) const {
  const QFontMetrics metrics(smallFont(q.font()));
  int room = 0;
  for (const Tick& tick :
       axisTicks(axis.spec, axis.view, std::max(1, static_cast<int>(length / 38)))) {
    room = std::max(room, metrics.horizontalAdvance(tick.label));
  }
  return room;
}

/// A low chart: what is around the curves must leave them the room.
bool LineChart::Private::low() const { return q.height() < kLowLines * q.fontMetrics().height(); }

void LineChart::Private::placeLegend(QRectF& room) const {
  const QFontMetrics metrics(titleFont(q.font()));
  const QString head = shownTitle();
  const int title_width = head.isEmpty() ? 0 : metrics.horizontalAdvance(head) + 14;
  const int row = legend->rowHeight();
  const int width = static_cast<int>(room.width());
  if (legend->empty()) {
    if (!head.isEmpty()) room.setTop(room.top() + metrics.height() + 4);
    return;
  }
  const int top = static_cast<int>(room.top());
  const int left = static_cast<int>(room.left());
  const int wide = legend->rowWidth();
  if (title_width + wide <= width) {
    legend->place(QRect(left + width - wide, top, wide, row), 1);
    room.setTop(room.top() + row + 2);
    return;
  }
  const int title_height = head.isEmpty() ? 0 : metrics.height() + 2;
  const int rows = legend->rows(width, isBeingExported(q) ? kExportedRows : low() ? 1 : 2);
  legend->place(QRect(left, top + title_height, width, rows * row), rows);
  room.setTop(room.top() + title_height + rows * row + 2);
}

/// The axis title with its unit, or what of it fits; a cut word is worse than none.
QString LineChart::Private::fittingTitle(const AxisState& axis, const QFontMetrics& metrics,
                                         double room) const {
  for (const QString& text : {axisTitle(axis.spec), axis.spec.title, axis.spec.unit}) {
    if (!text.isEmpty() && metrics.horizontalAdvance(text) <= room) return text;
  }
  return {};
}

void LineChart::Private::layOut() {
  laid_out = q.size();
  QRectF room = QRectF(q.rect()).adjusted(kEdge, kEdge - 3, -kEdge, -kEdge + 3);
  placeLegend(room);
  const QString named = axisTitle(x.spec);
  layOutPlot(room, !low() && !named.isEmpty());
  if (!low() || named.isEmpty()) return;
  // In a low chart the x title ends the row of the tick labels; where it would lose its unit there,
  // it has a row of its own.
  const QFontMetrics ticks(smallFont(q.font()));
  const QString beside = fittingTitle(x, ticks, kMostTitleShare * plot.width());
  if (beside != named && ticks.horizontalAdvance(named) <= room.width())
    layOutPlot(room, true);
  else if (!beside.isEmpty())
    x_title_from = q.width() - ticks.horizontalAdvance(beside) - 2.0;
}

void LineChart::Private::layOutPlot(const QRectF& room, bool x_below) {
  const QFontMetrics ticks(smallFont(q.font()));
  const QFontMetrics titles(low() ? smallFont(q.font()) : q.font());
  x_title_below = x_below;
  x_title_from = kNowhere;
  const double bottom = kTickLength + kLabelGap + ticks.height() + (x_below ? titles.height() : 0);
  const double height = std::max(10.0, room.height() - bottom - 4);
  const bool y_title = !fittingTitle(y, titles, height).isEmpty();
  const int wanted =
      tickRoom(y, height) + kTickLength + kLabelGap + (y_title ? titles.height() + kTitleGap : 0);
  // The margin grows at once but shrinks late, so that the plot does not jump with its labels.
  if (wanted > left_margin || wanted < left_margin - kMarginSlack) left_margin = wanted;
  plot = QRectF(room.left() + left_margin, room.top() + 4,
                std::max(10.0, room.width() - left_margin - 8), height);
  // Whole pixels keep the frame and the grid sharp.
  plot = QRectF(plot.toRect());
}

// --- Below the curves ---------------------------------------------------------------------------

void LineChart::Private::paintTicks(QPainter& painter) {
  painter.setFont(smallFont(q.font()));
  const QFontMetricsF metrics(painter.font(), painter.device());
  QColor minor = theme.grid;
  minor.setAlpha(110);
  double free_from = -1e9;  // labels never overlap
  for (const Tick& tick : x.ticks) {
    const double at = std::round(pixelX(tick.place)) + 0.5;
    if (at < plot.left() - 1 || at > plot.right() + 1) continue;
    painter.setPen(tick.label.isEmpty() ? minor : theme.grid);
    painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
    painter.setPen(theme.axis);
    const double length = tick.label.isEmpty() ? kTickLength / 2.0 : kTickLength;
    painter.drawLine(QPointF(at, plot.bottom()), QPointF(at, plot.bottom() + length));
    const double width = metrics.horizontalAdvance(tick.label);
    const double left = std::min(at - width / 2, q.width() - width - 1.0);
    if (tick.label.isEmpty() || left < free_from || left + width + 6 > x_title_from) continue;
    free_from = left + width + 8;
    painter.setPen(theme.faint_text);
    painter.drawText(QPointF(left, plot.bottom() + kTickLength + kLabelGap + metrics.ascent()),
                     tick.label);
  }
  double free_below = 1e9;
  for (const Tick& tick : y.ticks) {
    const double at = std::round(pixelY(tick.place)) + 0.5;
    if (at < plot.top() - 1 || at > plot.bottom() + 1) continue;
    painter.setPen(tick.label.isEmpty() ? minor : theme.grid);
    painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    painter.setPen(theme.axis);
    const double length = tick.label.isEmpty() ? kTickLength / 2.0 : kTickLength;
    painter.drawLine(QPointF(plot.left() - length, at), QPointF(plot.left(), at));
    if (tick.label.isEmpty() || at + metrics.height() / 2 > free_below) continue;
    free_below = at - metrics.height() / 2;
    painter.setPen(theme.faint_text);
    const double width = metrics.horizontalAdvance(tick.label);
    painter.drawText(QPointF(plot.left() - kTickLength - kLabelGap - width,
                             at + (metrics.ascent() - metrics.descent()) / 2),
                     tick.label);
  }
}

void LineChart::Private::paintTitles(QPainter& painter) {
  painter.setPen(theme.text);
  painter.setFont(titleFont(q.font()));
  const QFontMetrics metrics(painter.font(), painter.device());
  const int width = q.width() - 2 * kEdge;
  painter.drawText(QRectF(kEdge, kEdge - 2, width, metrics.height() + 2),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(shownTitle(), Qt::ElideRight, width));
  painter.setFont(low() ? smallFont(q.font()) : q.font());
  painter.setPen(theme.faint_text);
  const QFontMetrics plain(painter.font(), painter.device());
  if (x_title_from < kNowhere) {
    painter.drawText(
        QPointF(x_title_from, plot.bottom() + kTickLength + kLabelGap + plain.ascent()),
        fittingTitle(x, plain, kMostTitleShare * plot.width()));
  } else if (x_title_below) {
    // Below the plot's middle; one that is wider than the plot ends at the chart's edge.
    const QString text = fittingTitle(x, plain, q.width() - 2 * kEdge);
    QRectF row(plot.left(), q.height() - plain.height() - 2, plot.width(), plain.height());
    if (plain.horizontalAdvance(text) > row.width())
      row.setLeft(row.right() - plain.horizontalAdvance(text));
    painter.drawText(row, Qt::AlignCenter, text);
  }
  painter.save();
  painter.translate(kEdge - 2, plot.center().y());
  painter.rotate(-90.0);
  painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), plain.height()), Qt::AlignCenter,
                   fittingTitle(y, plain, plot.height()));
  painter.restore();
}

void LineChart::Private::paintScenery(QPainter& painter) {
  painter.fillRect(q.rect(), theme.surface);
  paintTicks(painter);
  paintTitles(painter);
  painter.setPen(theme.axis);
  painter.setBrush(Qt::NoBrush);
  painter.drawLine(QPointF(plot.left() + 0.5, plot.top()),
                   QPointF(plot.left() + 0.5, plot.bottom()));
  painter.drawLine(QPointF(plot.left(), plot.bottom() + 0.5),
                   QPointF(plot.right(), plot.bottom() + 0.5));
  const double zero = y.spec.scale == AxisScale::Linear ? std::round(pixelY(0.0)) + 0.5 : -1.0;
  if (zero > plot.top() && zero < plot.bottom()) {
    painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
  }
}

// --- Above the curves ---------------------------------------------------------------------------

void LineChart::Private::paintLabel(QPainter& painter, const QPointF& at, const QString& text,
                                    const QColor& colour, bool to_the_left) const {
  if (text.isEmpty()) return;
  painter.setFont(smallFont(q.font()));
  const QFontMetricsF metrics(painter.font(), painter.device());
  const double width = metrics.horizontalAdvance(text) + 6;
  QRectF box(to_the_left ? at.x() - width - 3 : at.x() + 3, at.y(), width, metrics.height());
  if (box.right() > plot.right() + 6) box.moveRight(at.x() - 3);
  if (box.left() < plot.left()) box.moveLeft(std::max(plot.left(), at.x() + 3));
  QColor back = theme.surface;
  back.setAlpha(215);
  painter.fillRect(box, back);
  painter.setPen(colour);
  painter.drawText(box, Qt::AlignCenter, text);
}

void LineChart::Private::paintMarkers(QPainter& painter) {
  int level = 0;
  for (const ChartMarker& marker : markers) {
    const QColor colour = curveColour(theme, marker.colour);
    painter.setPen(QPen(colour, 1.2, marker.dashed ? Qt::DashLine : Qt::SolidLine));
    const QColor text = marker.colour == kAxisColour ? theme.faint_text : colour;
    if (marker.orientation == Qt::Vertical) {
      const double at = std::round(pixelX(axisPlace(x.spec.scale, marker.value))) + 0.5;
      if (!(at >= plot.left() && at <= plot.right() + 1)) continue;
      painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
      // Labels of neighbouring lines stand on different levels.
      const double row = QFontMetricsF(smallFont(q.font())).height() + 1;
      paintLabel(painter, {at, plot.top() + 1 + (level++ % 3) * row}, marker.label, text,
                 at > plot.center().x());
    } else {
      const double at = std::round(pixelY(axisPlace(y.spec.scale, marker.value))) + 0.5;
      if (!(at >= plot.top() - 1 && at <= plot.bottom() + 1)) continue;
      painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
      const double height = QFontMetricsF(smallFont(q.font())).height();
      const double below = at + 1 + height > plot.bottom() ? at - 1 - height : at + 1;
      paintLabel(painter, {plot.right(), below}, marker.label, text, true);
    }
  }
}

void LineChart::Private::paintMarked(QPainter& painter) {
  for (const Marked& mark : marked) {
    const Curve* curve = find(mark.key);
    if (curve == nullptr || !curve->visible) continue;
    bool labelled = false;
    for (const int index : mark.indices) {
      if (index < 0 || !readable(*curve, static_cast<std::size_t>(index))) continue;
      const QPointF at(pixelX(curve->place_x[static_cast<std::size_t>(index)]),
                       pixelY(curve->place_y[static_cast<std::size_t>(index)]));
      if (!plot.adjusted(-6, -6, 6, 6).contains(at)) continue;
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.surface, 4.0));
      painter.drawEllipse(at, 6.5, 6.5);
      painter.setPen(QPen(theme.accent, 2.0));
      painter.drawEllipse(at, 6.5, 6.5);
      if (!labelled) paintLabel(painter, at + QPointF(7, -16), mark.label, theme.accent, false);
      labelled = true;
    }
  }
}

void LineChart::Private::paintReadOut(QPainter& painter) {
  if (!read_out) return;
  const Curve* curve = find(read_out->curve);
  if (curve == nullptr) return;
  QPointF at(pixelX(axisPlace(x.spec.scale, read_out->x)),
             pixelY(axisPlace(y.spec.scale, read_out->y)));
  if (at.x() < plot.left() - 1 || at.x() > plot.right() + 1) return;
  // A sample above or below the part shown is read all the same; its mark stands at the edge.
  at.setY(std::clamp(at.y(), plot.top(), plot.bottom()));
  QColor cross = theme.axis;
  cross.setAlpha(170);
  painter.setPen(QPen(cross, 1.0, Qt::DotLine));
  painter.drawLine(QPointF(at.x(), plot.top()), QPointF(at.x(), plot.bottom()));
  painter.drawLine(QPointF(plot.left(), at.y()), QPointF(plot.right(), at.y()));
  painter.setPen(QPen(theme.surface, 1.5));
  for (const auto& [other, index] : besides(*curve, axisPlace(x.spec.scale, read_out->x))) {
    const auto i = static_cast<std::size_t>(index);
    const QPointF beside(pixelX(other->place_x[i]), pixelY(other->place_y[i]));
    if (!plot.contains(beside)) continue;
    painter.setBrush(curveColour(theme, other->style.colour));
    painter.drawEllipse(beside, 3.0, 3.0);
  }
  painter.setBrush(curveColour(theme, curve->style.colour));
  painter.drawEllipse(at, 4.5, 4.5);
  painter.setFont(q.font());
  const QFontMetricsF metrics(painter.font(), painter.device());
  QRectF box = metrics.boundingRect(QRectF(0, 0, 400, 200), Qt::AlignLeft, read_out->text);
  box = QRectF(0, 0, box.width() + 14, box.height() + 8);
  box.moveTopLeft(at + QPointF(12, -box.height() - 10));
  if (box.right() > q.width() - 2) box.moveRight(at.x() - 12);
  if (box.left() < 2) box.moveLeft(2);
  if (box.top() < 2) box.moveTop(std::min(at.y() + 10, q.height() - box.height() - 2));
  painter.setPen(theme.border);
  QColor back = theme.raised;
  back.setAlpha(240);
  painter.setBrush(back);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(theme.text);
  painter.drawText(box.adjusted(7, 4, -7, -4), Qt::AlignLeft | Qt::AlignVCenter, read_out->text);
}

void LineChart::Private::paintOverlay(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  paintMarkers(painter);
  for (const double value : cursors) {
    const double at = pixelX(axisPlace(x.spec.scale, value));
    if (!(at >= plot.left() && at <= plot.right())) continue;
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
  }
  paintMarked(painter);
  const bool exported = isBeingExported(q);
  if (!exported) paintReadOut(painter);
  if (!rubber.isEmpty()) {
    QColor fill = theme.accent;
    fill.setAlpha(40);
    painter.setPen(QPen(theme.accent, 1.0));
    painter.setBrush(fill);
    painter.drawRect(rubber);
  }
  if (!notice.isEmpty()) {
    painter.setFont(q.font());
    painter.setPen(theme.faint_text);
    painter.drawText(plot.adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, notice);
  }
  if (q.hasFocus() && !exported) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.0));
    painter.drawRoundedRect(QRectF(q.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  }
}

void LineChart::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  // Exports draw into a picture of another density, or into vectors: not from the kept picture.
  const double ratio = painter.deviceTransform().m11();
  const bool on_screen = painter.paintEngine()->type() == QPaintEngine::Raster &&
                         std::abs(ratio - devicePixelRatioF()) < 1e-6 && isVisible();
  d_->prepare(ratio);
  if (!on_screen) {
    d_->paintScenery(painter);
    d_->ghosts.render(painter, size());
    d_->layer.render(painter, size());
    ++d_->renders;
  } else {
    if (d_->picture.isNull()) {
      d_->picture = QPixmap(size() * ratio);
      d_->picture.setDevicePixelRatio(ratio);
      QPainter inner(&d_->picture);
      d_->paintScenery(inner);
      d_->ghosts.render(inner, size());
      d_->layer.render(inner, size());
      ++d_->renders;
    }
    const QRect part = event->rect();
    painter.drawPixmap(QRectF(part), d_->picture,
                       QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
  }
  d_->paintOverlay(painter);
}

void LineChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d_->left_margin = 0;
  d_->series_dirty = true;
}

void LineChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && d_) {
    d_->left_margin = 0;
    d_->legend_dirty = true;
    update();
  }
}

}  // namespace ssmscope::ui
