#include "ui/workbench/scale_slider.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/scenario/numbers.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kPositions = 10'000;  // of the integer slider that assistive tools see
constexpr double kHandleRadius = 9.0;
constexpr double kGrooveHeight = 5.0;
constexpr double kSmallStep = 0.005;  // of the scale, for an arrow key or a notch of the wheel
constexpr double kLargeStep = 0.05;   // for page up and page down
constexpr int kDigits = 3;            // a pixel is worth more than a thousandth of a value

/// `value` to three significant digits, so that a hand leaves numbers that can be read.
double rounded(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (kDigits - 1));
  // Dividing by a power of ten that is exact gives the nearest decimal; multiplying would not.
  return unit < 1.0 ? std::round(value / unit) / std::round(1.0 / unit)
                    : std::round(value / unit) * unit;
}

}  // namespace

ScaleSlider::ScaleSlider(Scale scale, double least, double greatest, QWidget* parent)
    : QSlider(Qt::Horizontal, parent),
      scale_(scale),
      least_(least),
      greatest_(greatest),
      value_(least),
      theme_(lightTheme()) {
  setRange(0, kPositions);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ScaleSlider::showValue(double value) {
  value_ = value;
  const QSignalBlocker quiet(this);
  setValue(static_cast<int>(std::lround(fractionOf(value) * kPositions)));
  update();
}

void ScaleSlider::applyTheme(const Theme& theme) {
  theme_ = theme;
  updateGeometry();
  update();
}

double ScaleSlider::fractionOf(double value) const {
  const double fraction = scale_ == Scale::Log ? std::log(std::max(value, 1e-300) / least_) /
                                                     std::log(greatest_ / least_)
                                               : (value - least_) / (greatest_ - least_);
  return std::clamp(fraction, 0.0, 1.0);
}

double ScaleSlider::valueAt(double fraction) const {
  fraction = std::clamp(fraction, 0.0, 1.0);
  if (scale_ == Scale::Log)
    return rounded(std::exp(std::log(least_) + fraction * std::log(greatest_ / least_)));
  const double value = least_ + fraction * (greatest_ - least_);
  return std::round(value * 1000.0) / 1000.0;
}

QRectF ScaleSlider::groove() const {
  const double margin = kHandleRadius + 2.0;
  return {margin, kHandleRadius + 2.0 - kGrooveHeight / 2.0, width() - 2.0 * margin, kGrooveHeight};
}

int ScaleSlider::pixelOf(double value) const {
  return static_cast<int>(std::lround(groove().left() + fractionOf(value) * groove().width()));
}

QSize ScaleSlider::sizeHint() const {
  return {220, static_cast<int>(2 * kHandleRadius) + 8 + fontMetrics().height()};
}
QSize ScaleSlider::minimumSizeHint() const { return {120, sizeHint().height()}; }

void ScaleSlider::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF bar = groove();
  const double x = bar.left() + fractionOf(value_) * bar.width();
  const QColor accent = isEnabled() ? theme_.accent : theme_.axis;

  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.border);
  painter.drawRoundedRect(bar, kGrooveHeight / 2, kGrooveHeight / 2);
  painter.setBrush(accent);
  painter.drawRoundedRect(QRectF(bar.topLeft(), QPointF(x, bar.bottom())), kGrooveHeight / 2,
                          kGrooveHeight / 2);

  QFont small = font();
  small.setPointSizeF(std::max(7.0, font().pointSizeF() * 0.82));
  painter.setFont(small);
  const QFontMetricsF metrics(small);
  const double tick_top = bar.bottom() + kHandleRadius - 3.0;
  const int ticks =
      scale_ == Scale::Log ? static_cast<int>(std::lround(std::log10(greatest_ / least_))) : 4;
  for (int i = 0; i <= ticks; ++i) {
    const double value = scale_ == Scale::Log ? least_ * std::pow(10.0, i)
                                              : least_ + (greatest_ - least_) * i / ticks;
    const double at = bar.left() + fractionOf(value) * bar.width();
    painter.setPen(theme_.axis);
    painter.drawLine(QPointF(at, tick_top - 4.0), QPointF(at, tick_top - 1.0));
    const QString text = QString::fromStdString(short_number(value));
    const double half = metrics.horizontalAdvance(text) / 2.0;
    const double left = std::clamp(at - half, 0.0, width() - 2.0 * half);
    painter.setPen(theme_.faint_text);
    painter.drawText(QPointF(left, tick_top + metrics.ascent()), text);
  }

  const QPointF centre(x, bar.center().y());
  if (hasFocus()) {
    QColor halo = theme_.accent;
    halo.setAlpha(60);
    painter.setPen(Qt::NoPen);
    painter.setBrush(halo);
    painter.drawEllipse(centre, kHandleRadius + 2.0, kHandleRadius + 2.0);
  }
  painter.setPen(QPen(accent, 2.0));
  painter.setBrush(isSliderDown() ? accent : theme_.surface);
  painter.drawEllipse(centre, kHandleRadius - 1.5, kHandleRadius - 1.5);
}

void ScaleSlider::moveTo(double fraction) {
  const double value = valueAt(fraction);
  if (value == value_) return;
  showValue(value);
  Q_EMIT moved(value);
}

void ScaleSlider::step(double steps) { moveTo(fractionOf(value_) + steps); }

void ScaleSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  Q_EMIT grabbed();
  moveTo((event->position().x() - groove().left()) / groove().width());
  update();
}

void ScaleSlider::mouseMoveEvent(QMouseEvent* event) {
  if (!isSliderDown()) return event->ignore();
  moveTo((event->position().x() - groove().left()) / groove().width());
}

void ScaleSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !isSliderDown()) return event->ignore();
  setSliderDown(false);
  update();
  Q_EMIT released();
}

void ScaleSlider::mouseDoubleClickEvent(QMouseEvent*) { Q_EMIT resetAsked(); }

void ScaleSlider::wheelEvent(QWheelEvent* event) {
  const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  step(kSmallStep * turn / 120.0);
  event->accept();
}

void ScaleSlider::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
      return step(-kSmallStep);
    case Qt::Key_Right:
    case Qt::Key_Up:
      return step(kSmallStep);
    case Qt::Key_PageDown:
      return step(-kLargeStep);
    case Qt::Key_PageUp:
      return step(kLargeStep);
    case Qt::Key_Home:
      return moveTo(0.0);
    case Qt::Key_End:
      return moveTo(1.0);
    default:
      event->ignore();  // the window's own keys
  }
}

}  // namespace ssmscope::ui
