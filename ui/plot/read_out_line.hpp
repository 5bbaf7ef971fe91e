// A line of read-outs that never cuts one: what has no room stands under the mouse.
#pragma once

#include <QLabel>
#include <QStringList>

namespace ssmscope::ui {

/// Parts with a dot between them ("L = 512  ·  largest eigenvalue 2.04"), as many whole ones as
/// fit into the rows there are, the first first. A row that was needed once is kept until the next
/// resize, so that nothing jumps while the numbers change.
class ReadOutLine : public QLabel {
  Q_OBJECT
 public:
  explicit ReadOutLine(QWidget* parent = nullptr);

  void setParts(const QStringList& parts);
  void setMostRows(int rows);
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();

  QStringList parts_;
  int most_rows_ = 2;
  int rows_ = 1;
  int fitted_width_ = -1;
};

/// `parts` in at most `rows` lines of `width` pixels; whole parts only, the rest left out.
QStringList rowsOfParts(const QStringList& parts, const QFontMetrics& metrics, int width, int rows);

}  // namespace ssmscope::ui
