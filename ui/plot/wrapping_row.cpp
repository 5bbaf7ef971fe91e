#include "ui/plot/wrapping_row.hpp"

#include <QComboBox>
#include <algorithm>

namespace ssmscope::ui {

namespace {

/// The width of a control with its text whole.
int leastWidth(const QLayoutItem& item) {
  const auto* const box = qobject_cast<const QComboBox*>(item.widget());
  const int wanted = item.sizeHint().width();
  if (box == nullptr) return wanted;
  const QFontMetrics metrics = box->fontMetrics();
  int longest = 0;
  for (int i = 0; i < box->count(); ++i)
    longest = std::max(longest, metrics.horizontalAdvance(box->itemText(i)));
  // Not below what frame and arrow take, whatever the style counts for a short list.
  constexpr int kFrameAndArrow = 36;
  const int text = metrics.horizontalAdvance(box->currentText());
  return std::max(wanted - longest + text, text + kFrameAndArrow);
}

}  // namespace

WrappingRow::WrappingRow(QWidget* parent) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(4);
}

WrappingRow::~WrappingRow() { qDeleteAll(items_); }

void WrappingRow::addControl(QWidget* control) {
  addWidget(control);
  if (auto* const box = qobject_cast<QComboBox*>(control))
    connect(box, &QComboBox::currentIndexChanged, this, [this] { update(); });
}

void WrappingRow::addItem(QLayoutItem* item) { items_.push_back(item); }

QLayoutItem* WrappingRow::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* WrappingRow::takeAt(int index) {
  QLayoutItem* const item = itemAt(index);
  if (item != nullptr) items_.erase(items_.begin() + index);
  return item;
}

std::vector<QLayoutItem*> WrappingRow::inUse() const {
  std::vector<QLayoutItem*> used;
  std::ranges::copy_if(items_, std::back_inserter(used),
                       [](const QLayoutItem* item) { return !item->isEmpty(); });
  return used;
}

std::vector<WrappingRow::Placed> WrappingRow::arranged(int width) const {
  const std::vector<QLayoutItem*> used = inUse();
  const auto total = [&](auto width_of) {
    int sum = 0;
    for (const QLayoutItem* item : used) sum += width_of(*item) + spacing();
    return sum - spacing();
  };
  const auto wanted = [](const QLayoutItem& item) { return item.sizeHint().width(); };
  const bool roomy = total(wanted) <= width;
  const bool one_row = roomy || total(leastWidth) <= width;
  // What is left of the one row stands at the stretch.
  const int left_over = width - (roomy ? total(wanted) : total(leastWidth));

  std::vector<Placed> made;
  int x = 0, y = 0, height = 0;
  for (QLayoutItem* item : used) {
    const int wide = std::min(roomy ? wanted(*item) : leastWidth(*item), width);
    const bool at_stretch =
        stretch_before_ < items_.size() && item == items_[stretch_before_] && one_row;
    if (at_stretch) x += left_over;
    if (!one_row && x > 0 && x + wide > width) {
      x = 0;
      y += height + spacing() / 2;
      height = 0;
    }
    const int high = item->sizeHint().height();
    made.push_back({item, QRect(x, y, wide, high)});
    height = std::max(height, high);
    x += wide + spacing();
  }
  // Controls of one row stand on one middle line.
  for (Placed& one : made) {
    int row = 0;
    for (const Placed& other : made)
      if (other.place.top() == one.place.top() || &other == &one)
        row = std::max(row, other.place.height());
    one.place.setHeight(row);
  }
  return made;
}

int WrappingRow::heightForWidth(int width) const {
  int height = 0;
  for (const Placed& one : arranged(width)) height = std::max(height, one.place.bottom() + 1);
  return height;
}

QSize WrappingRow::sizeHint() const {
  int width = 0;
  for (const QLayoutItem* item : inUse()) width += item->sizeHint().width() + spacing();
  return {width, heightForWidth(std::max(width, 1))};
}

QSize WrappingRow::minimumSize() const {
  QSize least;
  for (const QLayoutItem* item : inUse())
    least = least.expandedTo(QSize(leastWidth(*item), item->sizeHint().height()));
  return least;
}

void WrappingRow::setGeometry(const QRect& room) {
  QLayout::setGeometry(room);
  for (const Placed& one : arranged(room.width()))
    one.item->setGeometry(one.place.translated(room.topLeft()));
}

}  // namespace ssmscope::ui
