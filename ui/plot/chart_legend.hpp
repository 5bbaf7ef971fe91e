// The legend of a line chart: one small button a curve; a click hides or shows it.
#pragma once

#include <QAbstractButton>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

struct LegendEntry {
  QString key, name;
  CurveStyle style;
  bool band = false;
  bool visible = true;
};

class LegendButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit LegendButton(QWidget* parent);
  void show(const LegendEntry& entry, const Theme& theme);
  const QString& key() const { return entry_.key; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintSwatch(QPainter& painter, const QRectF& box) const;
  LegendEntry entry_;
  Theme theme_;
};

/// Lays its buttons in rows; what does not fit into them stands in the menu of "+2 more".
class ChartLegend : public QWidget {
  Q_OBJECT
 public:
  explicit ChartLegend(QWidget* parent);
  void show(const std::vector<LegendEntry>& entries, const Theme& theme);
  bool empty() const { return count_ == 0; }
  /// Width of all buttons in one row.
  int rowWidth() const;
  int rowHeight() const;
  /// Rows needed in `width`, at most `most`.
  int rows(int width, int most) const;
  /// Places itself into `area`, buttons in at most `rows` rows.
  void place(const QRect& area, int rows);

 Q_SIGNALS:
  void toggled(const QString& key, bool visible);
  void entered();  ///< by the pointer, which has left the curves with that

 protected:
  void enterEvent(QEnterEvent* event) override;

 private:
  std::vector<int> rowStarts(int width) const;
  int moreWidth() const;
  void fillMenu();
  std::vector<LegendButton*> buttons_;  // the first count_ are in use
  QToolButton* more_;
  std::size_t in_rows_ = 0;  // the first of the count_ that have a place
  std::size_t count_ = 0;
};

}  // namespace ssmscope::ui
