// A row of controls that never cuts one: what has no room in it goes on in the next row.
#pragma once

#include <QLayout>
#include <vector>

namespace ssmscope::ui {

/// Controls from left to right; a stretch pushes the rest to the right end while all stand in one
/// row. A combo box may be as narrow as its present text.
class WrappingRow : public QLayout {
  Q_OBJECT
 public:
  explicit WrappingRow(QWidget* parent = nullptr);
  ~WrappingRow() override;

  void addControl(QWidget* control);
  void addStretch() { stretch_before_ = items_.size(); }

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSize() const override;
  void setGeometry(const QRect& room) override;

 private:
  struct Placed {
    QLayoutItem* item;
    QRect place;
  };
  std::vector<Placed> arranged(int width) const;
  std::vector<QLayoutItem*> inUse() const;

  std::vector<QLayoutItem*> items_;
  std::size_t stretch_before_ = static_cast<std::size_t>(-1);
};

}  // namespace ssmscope::ui
