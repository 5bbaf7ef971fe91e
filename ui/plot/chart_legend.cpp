#include "ui/plot/chart_legend.hpp"

#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "ui/plot/curve_layer.hpp"

namespace ssmscope::ui {

namespace {
constexpr int kSwatch = 16;
constexpr int kGap = 5;
constexpr int kSpacing = 6;
constexpr int kWidestText = 320;
}  // namespace

LegendButton::LegendButton(QWidget* parent) : QAbstractButton(parent) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
}

void LegendButton::show(const LegendEntry& entry, const Theme& theme) {
  entry_ = entry;
  theme_ = theme;
  setObjectName(QStringLiteral("legend.") + entry.key);
  setText(entry.name);
  setAccessibleName(tr("Curve: %1").arg(entry.name));
  setToolTip(tr("%1 (click to hide or show)").arg(entry.name));
  setChecked(entry.visible);
  update();
}

QSize LegendButton::sizeHint() const {
  const int text = std::min(fontMetrics().horizontalAdvance(entry_.name), kWidestText);
  return {kSwatch + kGap + text + 4, fontMetrics().height() + 2};
}

void LegendButton::paintSwatch(QPainter& painter, const QRectF& box) const {
  const QColor colour = curveColour(theme_, entry_.style.colour);
  const QPointF middle = box.center();
  const double size = std::min(entry_.style.point_size, box.height());
  QPen pen(colour, std::max(1.6, entry_.style.width));
  if (entry_.style.role == CurveRole::Dashed) pen.setDashPattern({2.4, 1.6});
  painter.setPen(pen);
  if (entry_.band || entry_.style.role == CurveRole::Filled) {
    QColor fill = colour;
    fill.setAlpha(90);
    painter.fillRect(box.adjusted(0, 2, 0, -2), fill);
    return;
  }
  if (entry_.style.role != CurveRole::Points) {
    painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()));
  }
  if (entry_.style.role == CurveRole::Points || entry_.style.role == CurveRole::Stems) {
    const PointShape shape =
        entry_.style.role == CurveRole::Stems ? PointShape::Circle : entry_.style.shape;
    painter.drawImage(QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size),
                      markerImage(shape, size, colour, theme_.surface));
  }
}

void LegendButton::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.setOpacity(isChecked() ? 1.0 : 0.4);
  paintSwatch(painter, QRectF(1, height() / 2.0 - 5.0, kSwatch - 1, 10));
  QFont font = painter.font();
  font.setStrikeOut(!isChecked());
  painter.setFont(font);
  painter.setPen(theme_.text);
  const QRect text = rect().adjusted(kSwatch + kGap, 0, 0, 0);
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(entry_.name, Qt::ElideRight, text.width()));
  if (hasFocus()) {
    painter.setOpacity(1.0);
    painter.setPen(theme_.accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  }
}

ChartLegend::ChartLegend(QWidget* parent) : QWidget(parent), more_(new QToolButton(this)) {
  setObjectName(QStringLiteral("legend"));
  more_->setObjectName(QStringLiteral("legend.more"));
  more_->setAccessibleName(tr("Further curves"));
  more_->setFocusPolicy(Qt::TabFocus);
  more_->setAutoRaise(true);
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(new QMenu(more_));
  more_->setStyleSheet(QStringLiteral("QToolButton { padding: 0 3px; }"));
  more_->hide();
  connect(more_->menu(), &QMenu::aboutToShow, this, &ChartLegend::fillMenu);
}

void ChartLegend::show(const std::vector<LegendEntry>& entries, const Theme& theme) {
  while (buttons_.size() < entries.size()) {
    auto* button = new LegendButton(this);
    connect(button, &QAbstractButton::clicked, this,
            [this, button](bool visible) { Q_EMIT toggled(button->key(), visible); });
    buttons_.push_back(button);
  }
  count_ = entries.size();
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    if (i < count_) buttons_[i]->show(entries[i], theme);
    if (i >= count_) buttons_[i]->hide();  // place() shows the others
  }
}

void ChartLegend::enterEvent(QEnterEvent* event) {
  QWidget::enterEvent(event);
  Q_EMIT entered();
}

int ChartLegend::rowWidth() const {
  int width = 0;
  for (std::size_t i = 0; i < count_; ++i) width += buttons_[i]->sizeHint().width() + kSpacing;
  return std::max(0, width - kSpacing);
}

int ChartLegend::rowHeight() const { return fontMetrics().height() + 3; }

std::vector<int> ChartLegend::rowStarts(int width) const {
  std::vector<int> starts;
  int x = width + 1;
  for (std::size_t i = 0; i < count_; ++i) {
    const int wide = buttons_[i]->sizeHint().width();
    if (starts.empty() || x + wide > width) {
      starts.push_back(static_cast<int>(i));
      x = 0;
    }
    x += wide + kSpacing;
  }
  return starts;
}

int ChartLegend::moreWidth() const {
  return more_->fontMetrics().horizontalAdvance(tr("+%1 more").arg(99)) + 8 + kSpacing;
}

/// One more than `most` where the first curve's name would be cut to make room for "+2 more".
int ChartLegend::rows(int width, int most) const {
  const int wanted = static_cast<int>(rowStarts(width).size());
  const bool tight = most == 1 && wanted > 1 &&
                     buttons_.front()->sizeHint().width() + kSpacing + moreWidth() > width;
  return std::min(tight ? 2 : most, wanted);
}

void ChartLegend::fillMenu() {
  QMenu* const menu = more_->menu();
  menu->clear();
  for (std::size_t i = in_rows_; i < count_; ++i) {
    const LegendButton* const button = buttons_[i];
    QAction* const action = menu->addAction(button->text());
    action->setCheckable(true);
    action->setChecked(button->isChecked());
    connect(action, &QAction::triggered, this,
            [this, key = button->key()](bool visible) { Q_EMIT toggled(key, visible); });
  }
}

/// No name is cut: a curve whose name has no room whole stands in the menu with the rest.
void ChartLegend::place(const QRect& area, int rows) {
  setGeometry(area);
  const int height = rowHeight();
  const bool all = static_cast<int>(rowStarts(area.width()).size()) <= rows &&
                   std::all_of(buttons_.begin(), buttons_.begin() + static_cast<long>(count_),
                               [&](const LegendButton* button) {
                                 return button->sizeHint().width() <= area.width();
                               });
  // The last row keeps room for the rest's own button.
  const auto room_of = [&](int row) {
    return area.width() - (!all && row + 1 >= rows ? moreWidth() : 0);
  };
  int x = 0, row = 0;
  in_rows_ = 0;
  for (; in_rows_ < count_; ++in_rows_) {
    LegendButton& button = *buttons_[in_rows_];
    const int wide = button.sizeHint().width();
    if (x > 0 && x + wide > room_of(row)) {
      if (row + 1 >= rows) break;
      ++row;
      x = 0;
    }
    if (x + wide > room_of(row)) break;
    button.setGeometry(x, row * height, wide, height);
    button.setVisible(true);
    x += wide + kSpacing;
  }
  for (std::size_t i = in_rows_; i < count_; ++i) buttons_[i]->hide();
  more_->setVisible(in_rows_ < count_);
  if (in_rows_ == count_) return;
  QStringList names;
  for (std::size_t i = in_rows_; i < count_; ++i) names << buttons_[i]->text();
  more_->setText(tr("+%1 more").arg(count_ - in_rows_));
  more_->setToolTip(names.join(QLatin1Char('\n')));
  more_->setAccessibleName(tr("Further curves: %1").arg(names.join(QStringLiteral(", "))));
  more_->setGeometry(x, row * height, moreWidth() - kSpacing, height);
}

}  // namespace ssmscope::ui
