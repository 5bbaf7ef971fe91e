// What is written over the ring: node numbers, the input's arrow, time, legend, read-out.
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/ring/ring_scene.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kNumbersAt = 15.0, kArrowFrom = 40.0, kArrowTo = 9.0;  // pixels off the ring
constexpr double kMargin = 10.0, kPadding = 5.0;
constexpr int kMostNumbers = 8;
constexpr double kWheel = 44.0;
constexpr double kLinesBesideLegend = 6.5;  // the corner's, the wheel's name and some of the ring
constexpr double kBoldIsWider = 1.2;        // and a little larger, than the small font
constexpr double kBarLength = 110.0, kBarHeight = 8.0;

/// The least round step with at most kMostNumbers labels around the ring.
int numberStep(int nodes) {
  int step = 1;
  while ((nodes + step - 1) / step > kMostNumbers) step *= 2;
  return step;
}

/// Text on a patch of the background, so that lines behind it do not make it unreadable.
void paintText(QPainter& painter, QPointF centre, const QString& text, const QColor& ink,
               const QColor& paper) {
  const QFontMetricsF metrics(painter.font());
  QRectF box = metrics.boundingRect(text).adjusted(-3.0, 0.0, 3.0, 0.0);
  box.moveCenter(centre);
  QColor patch = paper;
  patch.setAlphaF(0.72F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(patch);
  painter.drawRoundedRect(box, 3.0, 3.0);
  painter.setPen(ink);
  painter.drawText(box, Qt::AlignCenter, text);
}

/// A place so many pixels outside the zero circle.
QPointF besideRing(const Projection& projection, double angle, double pixels) {
  const QPointF centre = projection.toWidget({0.0, 0.0, 0.0});
  const QPointF rim = projection.toWidget({std::cos(angle), std::sin(angle), 0.0});
  const QPointF way = rim - centre;
  const double length = std::hypot(way.x(), way.y());
  return length > 0.0 ? rim + way * (pixels / length) : rim;
}

/// The zero circle runs through the box or so near that the waves on it would.
bool touchesRing(const QRectF& box, const Projection& projection) {
  constexpr int kPoints = 128;
  constexpr double kFree = 4.0;
  const QRectF around = box.adjusted(-kFree, -kFree, kFree, kFree);
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kPoints;
    if (around.contains(projection.toWidget({std::cos(angle), std::sin(angle), 0.0}))) return true;
  }
  return false;
}

QFont scaled(const QFont& font, double factor, bool bold = false) {
  QFont result = font;
  if (font.pointSizeF() > 0.0) result.setPointSizeF(font.pointSizeF() * factor);
  result.setBold(bold);
  return result;
}

}  // namespace

void RingScene::overlay(QPainter& painter, const Projection& projection,
                        const Theme& /*theme*/) const {
  if (picture_.frame.row < 0) {
    painter.setPen(look_.theme().faint_text);
    painter.drawText(QRectF(QPointF(), projection.size()), Qt::AlignCenter, picture_.when);
    return;
  }
  const QFont font = painter.font();
  painter.setFont(scaled(font, 0.9));
  paintNodeNumbers(painter, projection);
  paintInput(painter, projection);
  paintLegend(painter, projection);
  painter.setFont(font);
  paintCorner(painter);
  painter.setFont(scaled(font, 0.95));
  paintReadOut(painter, projection);
  painter.setFont(font);
}

void RingScene::paintNodeNumbers(QPainter& painter, const Projection& projection) const {
  const int step = numberStep(picture_.nodes);
  const QRectF corner = cornerBox(painter.font());
  const double high = kWheel + kMargin + 1.5 * QFontMetricsF(painter.font()).height();
  const QRectF legend(0.0, projection.size().height() - high, kBarLength, high);
  for (int node = step; node < picture_.nodes; node += step) {
    const double angle = 2.0 * std::numbers::pi * node / picture_.nodes;
    const QPointF at = besideRing(projection, angle, kNumbersAt);
    if (corner.contains(at) || legend.contains(at)) continue;
    paintText(painter, at, QString::number(node), look_.theme().faint_text, look_.theme().surface);
  }
}

void RingScene::paintInput(QPainter& painter, const Projection& projection) const {
  const QPointF from = besideRing(projection, 0.0, kArrowFrom);
  const QPointF to = besideRing(projection, 0.0, kArrowTo);
  const QPointF way = to - from;
  const double length = std::hypot(way.x(), way.y());
  const QColor ink = look_.theme().accent;
  if (length > 1.0) {
    const QPointF along = way / length, across(-along.y(), along.x());
    painter.setPen(QPen(ink, 2.0, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to - along * 4.0);
    const QPointF head[] = {to, to - along * 9.0 + across * 5.0, to - along * 9.0 - across * 5.0};
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(head, 3);
  }
  const QFontMetricsF metrics(painter.font());
  const double half = 0.5 * metrics.horizontalAdvance(picture_.input) + kPadding;
  QPointF centre = from + QPointF(0.0, way.y() > 0.0 ? -metrics.height() : metrics.height()) * 0.8;
  const QSizeF size = projection.size();
  if (2.0 * half < size.width()) centre.setX(std::clamp(centre.x(), half, size.width() - half));
  centre.setY(std::clamp(centre.y(), metrics.height(), size.height() - metrics.height()));
  paintText(painter, centre, picture_.input, ink, look_.theme().surface);
}

QRectF RingScene::cornerBox(const QFont& small) const {
  const QFontMetricsF metrics(small);
  double wide = 0.0;
  int lines = 1;
  for (const QString& text :
       {picture_.when, picture_.remark, picture_.scale, picture_.check, picture_.wave_text}) {
    wide = std::max(wide, metrics.horizontalAdvance(text) * kBoldIsWider);
    lines += text.isEmpty() ? 0 : 1;
  }
  return {0.0, 0.0, kMargin + wide, kMargin + lines * metrics.lineSpacing()};
}

void RingScene::paintCorner(QPainter& painter) const {
  const Theme& theme = look_.theme();
  const QFont font = painter.font();
  painter.setFont(scaled(font, 1.0, true));
  const QFontMetricsF metrics(painter.font());
  QPointF at(kMargin, kMargin + metrics.ascent());
  painter.setPen(theme.text);
  painter.drawText(at, picture_.when);
  painter.setFont(scaled(font, 0.9));
  const double line = QFontMetricsF(painter.font()).lineSpacing();
  painter.setPen(theme.faint_text);
  for (const QString& text : {picture_.remark, picture_.scale, picture_.check}) {
    if (text.isEmpty()) continue;
    at.ry() += line;
    painter.drawText(at, text);
  }
  if (!picture_.wave_text.isEmpty()) {
    at.ry() += line;
    painter.setPen(theme.accent);
    painter.drawText(at, picture_.wave_text);
  }
}

void RingScene::paintLegend(QPainter& painter, const Projection& projection) const {
  const QSizeF size = projection.size();
  const QFontMetricsF metrics(painter.font());
  // In a low drawing it would lie over the ring and the time.
  if (size.height() < kWheel + kLinesBesideLegend * metrics.height()) return;
  painter.setPen(look_.theme().faint_text);
  const double bottom = size.height() - kMargin;
  if (look_.colour == RingColour::Phase) {
    const QRectF wheel(kMargin + metrics.horizontalAdvance(QStringLiteral("±π")) + 3.0,
                       bottom - kWheel, kWheel, kWheel);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(wheel, wheel_);
    painter.drawText(QRectF(kMargin, wheel.top(), wheel.left() - kMargin - 3.0, kWheel),
                     Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("±π"));
    painter.drawText(QRectF(wheel.right() + 3.0, wheel.top(), 20.0, kWheel),
                     Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    const QString name = QCoreApplication::translate("RingScene", "phase");
    QRectF box(0.0, wheel.top() - metrics.height() - 1.0, metrics.horizontalAdvance(name) + 2.0,
               metrics.height());
    box.moveLeft(wheel.center().x() - box.width() / 2.0);
    // The ring goes before: ±π and 0 say it too.
    if (!touchesRing(box, projection)) painter.drawText(box, Qt::AlignCenter, name);
    return;
  }
  paintBar(painter, bottom);
}

void RingScene::paintBar(QPainter& painter, double bottom) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF bar(kMargin, bottom - metrics.height() - kBarHeight - 2.0, kBarLength, kBarHeight);
  for (int x = 0; x < static_cast<int>(kBarLength); ++x)
    painter.fillRect(QRectF(bar.left() + x, bar.top(), 1.0, kBarHeight),
                     QColor(look_.along(x / (kBarLength - 1.0))));
  QString from = QStringLiteral("0"), to = picture_.full_text, name;
  switch (look_.colour) {
    case RingColour::Amplitude:
      name = QCoreApplication::translate("RingScene", "amplitude |r|");
      break;
    case RingColour::Age:
      to = QString::number(std::lround(look_.full_age));
      name = QCoreApplication::translate("RingScene", "age of the input, steps");
      break;
    default:
      from = u'\u2212' + picture_.full_text;
      name = QCoreApplication::translate("RingScene", "displacement Re r");
  }
  const QRectF below(bar.left(), bar.bottom() + 2.0, kBarLength, metrics.height());
  painter.drawText(below, Qt::AlignLeft, from);
  painter.drawText(below, Qt::AlignRight, to);
  painter.drawText(
      QRectF(bar.left(), bar.top() - metrics.height() - 1.0, kBarLength + 80.0, metrics.height()),
      Qt::AlignLeft, name);
}

void RingScene::paintReadOut(QPainter& painter, const Projection& projection) const {
  if (!hovered_ || *hovered_ >= static_cast<int>(picture_.frame.nodes.size())) return;
  const QString text = describe_ ? describe_(*hovered_) : QString();
  if (text.isEmpty()) return;
  const QPointF node = projection.toWidget(nodePoint(*hovered_));
  const Theme& theme = look_.theme();
  painter.setPen(QPen(theme.accent, 1.6));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(node, 7.0, 7.0);
  QRectF box = QFontMetricsF(painter.font())
                   .boundingRect(QRectF(0.0, 0.0, 400.0, 200.0), Qt::AlignLeft, text)
                   .adjusted(-7.0, -5.0, 7.0, 5.0);
  box.moveBottomLeft(node + QPointF(12.0, -12.0));
  const QSizeF size = projection.size();
  if (box.right() > size.width() - 4.0) box.moveRight(node.x() - 12.0);
  if (box.top() < 4.0) box.moveTop(node.y() + 12.0);
  painter.setPen(QPen(theme.border, 1.0));
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(box, 4.0, 4.0);
  painter.setPen(theme.text);
  painter.drawText(box.adjusted(7.0, 5.0, -7.0, -5.0), Qt::AlignLeft, text);
}

}  // namespace ssmscope::ui
