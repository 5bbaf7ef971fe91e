#include "ui/views/ring/ring_strip.hpp"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/plot/decimate.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kGap = 6.0;
constexpr double kInputShare = 0.36;  // of the height of both lanes

QFont smaller(const QFont& font) {
  QFont result = font;
  if (font.pointSizeF() > 0.0) result.setPointSizeF(font.pointSizeF() * 0.9);
  return result;
}

AxisRange rangeOf(std::initializer_list<std::span<const double>> lists, const AxisRange& shown) {
  AxisSpec spec;
  spec.include = 0.0;
  AxisRange data;
  data.include(0.0);
  for (const auto& list : lists) {
    const AxisRange one = spannedPlaces(AxisScale::Linear, list);
    if (!one.set()) continue;
    data.include(one.lower);
    data.include(one.upper);
  }
  if (data.span() == 0.0) data.include(1.0);
  return nextRange(spec, data, shown);
}

double valueAt(const std::vector<double>& list, int index) {
  return index >= 0 && index < static_cast<int>(list.size())
             ? list[static_cast<std::size_t>(index)]
             : std::numeric_limits<double>::quiet_NaN();
}

void paintCurve(QPainter& painter, const QRectF& lane, double ratio, const AxisRange& x,
                const AxisRange& y, std::span<const double> values, const QPen& pen) {
  std::vector<double> steps(values.size());
  std::iota(steps.begin(), steps.end(), 0.0);
  const PlotWindow window{x, y, std::max(1, static_cast<int>(lane.width() * ratio)),
                          std::max(1, static_cast<int>(lane.height() * ratio))};
  painter.setPen(pen);
  for (Polyline line : decimatedLines(steps, values, window)) {
    for (QPointF& point : line)
      point = {lane.left() + point.x() * lane.width(), lane.bottom() - point.y() * lane.height()};
    painter.drawPolyline(line.constData(), static_cast<int>(line.size()));
  }
}

}  // namespace

RingStrip::RingStrip(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setCursor(Qt::PointingHandCursor);
}

void RingStrip::setResult(std::shared_ptr<const ring::RingResult> result, double delta,
                          const QString& unit) {
  result_ = std::move(result);
  delta_ = delta;
  unit_ = unit;
  curves_ = QPixmap();
  update();
}

void RingStrip::setTime(double time) {
  time_ = time;
  update();
}

void RingStrip::applyTheme(const Theme& theme) {
  theme_ = theme;
  curves_ = QPixmap();
  update();
}

int RingStrip::rows() const {
  if (!result_) return 0;
  const auto most = static_cast<int>(std::max(result_->input.size(), result_->output.size()));
  return most;
}

double RingStrip::span() const { return std::max(rows() - 1, 1); }

QRectF RingStrip::plotArea() const {
  const QFontMetricsF metrics(smaller(font()));
  const double left = metrics.horizontalAdvance(tr("output y")) + 2.0 * kGap;
  const double right = metrics.horizontalAdvance(QStringLiteral("−0.000×10⁻⁹")) + 2.0 * kGap;
  return QRectF(rect()).adjusted(left, 3.0, -right, -metrics.height() - 2.0);
}

QRectF RingStrip::inputLane() const {
  QRectF lane = plotArea();
  lane.setHeight(lane.height() * kInputShare - 0.5 * kGap);
  return lane;
}

QRectF RingStrip::outputLane() const {
  QRectF lane = plotArea();
  lane.setTop(inputLane().bottom() + kGap);
  return lane;
}

void RingStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const double ratio = std::max(painter.deviceTransform().m11(), 0.1);  // an export's may differ
  if (rows() == 0 || plotArea().width() < 8.0) {
    painter.fillRect(rect(), theme_.surface);
    return;
  }
  if (curves_.size() != size() * ratio || curves_.devicePixelRatio() != ratio) {
    curves_ = QPixmap(size() * ratio);
    curves_.setDevicePixelRatio(ratio);
    curves_.fill(theme_.surface);
    QPainter on_pixmap(&curves_);
    on_pixmap.setFont(smaller(font()));
    paintCurves(on_pixmap, ratio);
  }
  painter.drawPixmap(0, 0, curves_);
  painter.setFont(smaller(font()));
  const QRectF area = plotArea();
  const double part = (time_ - result_->first_step) / span();
  if (part >= 0.0 && part <= 1.0) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.accent, 1.4));
    const double x = area.left() + part * area.width();
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  paintNumbers(painter);
}

void RingStrip::paintCurves(QPainter& painter, double ratio) {
  const QFontMetricsF metrics(painter.font());
  const QRectF in = inputLane(), out = outputLane(), area = plotArea();
  input_range_ = rangeOf({result_->input}, input_range_);
  output_range_ = rangeOf({result_->output, result_->target_output}, output_range_);
  const AxisRange steps{0.0, span()};
  painter.setPen(QPen(theme_.grid, 1.0));
  for (const auto& [lane, range] : {std::pair{in, input_range_}, std::pair{out, output_range_}}) {
    const double zero = lane.bottom() + range.lower / range.span() * lane.height();
    painter.drawLine(QPointF(lane.left(), zero), QPointF(lane.right(), zero));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  paintCurve(painter, in, ratio, steps, input_range_, result_->input, QPen(theme_.accent, 1.2));
  QPen dashed(theme_.lines[1], 1.4);
  dashed.setDashPattern({4.0, 3.0});
  paintCurve(painter, out, ratio, steps, output_range_, result_->output,
             QPen(theme_.lines[0], 1.6));
  paintCurve(painter, out, ratio, steps, output_range_, result_->target_output, dashed);

  const double name = area.left() - kGap;
  painter.setPen(theme_.accent);
  painter.drawText(QRectF(0.0, in.top(), name, in.height()), Qt::AlignRight | Qt::AlignVCenter,
                   tr("input u"));
  const QRectF upper(0.0, out.center().y() - metrics.height(), name, metrics.height());
  painter.setPen(theme_.lines[0]);
  painter.drawText(upper, Qt::AlignRight | Qt::AlignVCenter, tr("output y"));
  painter.setPen(theme_.lines[1]);
  painter.drawText(upper.translated(0.0, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                   tr("target"));

  painter.setPen(theme_.faint_text);
  const QRectF foot(area.left(), area.bottom() + 2.0, area.width(), metrics.height());
  painter.drawText(foot, Qt::AlignLeft, tr("step %1").arg(result_->first_step));
  const int last = result_->first_step + rows() - 1;
  painter.drawText(foot, Qt::AlignRight,
                   tr("%1 (%2)").arg(last).arg(quantityText(last * delta_, unit_, 3)));
}

void RingStrip::paintNumbers(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF area = plotArea(), out = outputLane(), in = inputLane();
  const int row = static_cast<int>(std::floor(time_)) - result_->first_step;
  const double left = area.right() + kGap, wide = width() - left;
  const auto say = [&](double y, const QColor& ink, double value) {
    painter.setPen(ink);
    painter.drawText(QRectF(left, y, wide, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     std::isfinite(value) ? numberText(value, 3) : QStringLiteral("–"));
  };
  say(in.center().y() - 0.5 * metrics.height(), theme_.accent, valueAt(result_->input, row));
  say(out.center().y() - metrics.height(), theme_.lines[0], valueAt(result_->output, row));
  say(out.center().y(), theme_.lines[1], valueAt(result_->target_output, row));
}

void RingStrip::mousePressEvent(QMouseEvent* event) { mouseMoveEvent(event); }

void RingStrip::mouseMoveEvent(QMouseEvent* event) {
  if (rows() == 0 || !(event->buttons() & Qt::LeftButton)) return;
  const QRectF area = plotArea();
  const double part = std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0);
  Q_EMIT timePicked(result_->first_step + part * span());
}

}  // namespace ssmscope::ui
