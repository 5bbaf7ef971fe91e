#include "ui/views/ring/mode_strip.hpp"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plot/axis.hpp"
#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kGap = 6.0;

QFont smaller(const QFont& font) {
  QFont result = font;
  if (font.pointSizeF() > 0.0) result.setPointSizeF(font.pointSizeF() * 0.9);
  return result;
}

}  // namespace

ModeStrip::ModeStrip(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
}

void ModeStrip::setModes(const std::vector<std::complex<double>>& modes, double full) {
  sizes_.resize(modes.size());
  std::transform(modes.begin(), modes.end(), sizes_.begin(), [](auto x) { return std::abs(x); });
  full_ = full;
  update();
}

void ModeStrip::setModeOfWavenumber(const std::vector<int>& mode_of_wavenumber) {
  mode_of_wavenumber_ = mode_of_wavenumber;
}

void ModeStrip::setNotice(const QString& text) {
  notice_ = text;
  update();
}

void ModeStrip::setSelected(std::optional<int> wavenumber) {
  selected_ = wavenumber;
  update();
}

void ModeStrip::applyTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

QRectF ModeStrip::plotArea() const {
  const double line = QFontMetricsF(smaller(font())).height();
  return QRectF(rect()).adjusted(kGap * 2.0, line + kGap * 0.5, -kGap * 2.0, -line - 3.0);
}

std::optional<int> ModeStrip::wavenumberAt(QPointF place) const {
  const QRectF area = plotArea();
  if (sizes_.empty() || place.x() < area.left() || place.x() >= area.right()) return std::nullopt;
  const int m = static_cast<int>((place.x() - area.left()) / area.width() * count());
  return std::clamp(m, 0, count() - 1);
}

/// Under the pointer; of no concern to a picture that is exported.
std::optional<int> ModeStrip::pointed() const {
  return isBeingExported(*this) ? std::nullopt : hovered_;
}

QString ModeStrip::describe(int m) const {
  const auto at = static_cast<std::size_t>(m);
  const QString size = tr("|x| = %1").arg(numberText(sizes_[at], 3));
  if (at >= mode_of_wavenumber_.size() || mode_of_wavenumber_[at] == m)
    return tr("mode %1, %2").arg(m).arg(size);
  return tr("wavenumber %1 (mode %2), %3").arg(m).arg(mode_of_wavenumber_[at]).arg(size);
}

void ModeStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.surface);
  painter.setFont(smaller(font()));
  const QFontMetricsF metrics(painter.font());
  const QRectF area = plotArea();
  const QRectF head(area.left(), 0.0, area.width(), area.top());
  if (sizes_.empty()) {
    painter.setPen(theme_.faint_text);
    painter.drawText(rect().adjusted(8, 0, -8, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     notice_.isEmpty() ? tr("No modes to show") : notice_);
    return;
  }
  paintBars(painter, area);
  painter.setPen(theme_.text);
  const std::optional<int> told = pointed() ? pointed() : selected_;
  const QString title = told && *told < count() ? describe(*told) : tr("Modes: |x| by wavenumber");
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(title, Qt::ElideRight, head.width()));

  painter.setPen(theme_.faint_text);
  AxisSpec spec;
  spec.whole_numbers = true;
  const int most = std::max(2, static_cast<int>(area.width() / 36.0));
  for (const Tick& tick : axisTicks(spec, {0.0, count() - 1.0 + 1e-9}, most)) {
    if (tick.label.isEmpty()) continue;
    const double x = area.left() + (tick.place + 0.5) / count() * area.width();
    painter.drawText(QRectF(x - 30.0, area.bottom() + 2.0, 60.0, metrics.height()),
                     Qt::AlignHCenter, tick.label);
  }
  if (!hasFocus() || isBeingExported(*this)) return;
  painter.setPen(QPen(theme_.accent, 1.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void ModeStrip::paintBars(QPainter& painter, const QRectF& area) const {
  const double slot = area.width() / count();
  const double wide = std::max(slot > 4.0 ? slot * 0.7 : slot, 1.0);
  const auto bar = [&](int m, const QColor& colour) {
    const double part = sizes_[static_cast<std::size_t>(m)] / full_;
    const double high = std::isfinite(part) ? std::min(part, 1.0) * area.height() : 0.0;
    const double x = area.left() + (m + 0.5) * slot - 0.5 * wide;
    painter.fillRect(QRectF(x, area.bottom() - std::max(high, 1.0), wide, std::max(high, 1.0)),
                     colour);
  };
  if (const auto at = pointed(); at && *at < count()) {
    painter.fillRect(QRectF(area.left() + *at * slot, area.top(), slot, area.height()),
                     theme_.grid);
  }
  for (int m = 0; m < count(); ++m) bar(m, theme_.lines[0]);
  if (selected_ && *selected_ < count()) {
    QColor glow = theme_.accent;
    glow.setAlphaF(0.22F);
    painter.fillRect(QRectF(area.left() + *selected_ * slot, area.top(), slot, area.height()),
                     glow);
    bar(*selected_, theme_.accent);
  }
  painter.setPen(QPen(theme_.axis, 1.0));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
}

void ModeStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const std::optional<int> m = wavenumberAt(event->position());
  Q_EMIT picked(m == selected_ ? std::nullopt : m);
}

void ModeStrip::mouseMoveEvent(QMouseEvent* event) {
  const std::optional<int> m = wavenumberAt(event->position());
  if (m == hovered_) return;
  hovered_ = m;
  update();
}

void ModeStrip::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_.reset();
  update();
}

void ModeStrip::keyPressEvent(QKeyEvent* event) {
  const int move = (event->key() == Qt::Key_Right) - (event->key() == Qt::Key_Left);
  if (move != 0 && count() > 0) {
    const int from = selected_ ? *selected_ : (move > 0 ? -1 : count());
    Q_EMIT picked(std::clamp(from + move, 0, count() - 1));
  } else if (event->key() == Qt::Key_Escape && selected_) {
    Q_EMIT picked(std::nullopt);
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace ssmscope::ui
