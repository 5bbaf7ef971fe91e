// A matrix as a picture: one cell a number, a colour bar, axes and a read-out.
//
// Mouse: hover reads a cell, a click picks it. Keys: arrows move the read-out, Enter picks,
// Escape hides it.
#pragma once

#include <QImage>
#include <QPixmap>
#include <QWidget>
#include <optional>
#include <span>
#include <vector>

#include "core/data/csv.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/colour_maps.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

struct MatrixCell {
  int row = 0, column = 0;
  bool operator==(const MatrixCell&) const = default;
};

class HeatMap : public QWidget {
  Q_OBJECT
 public:
  explicit HeatMap(QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setTitleShown(bool shown);  ///< false where something beside the picture says it
  /// Axes of columns and rows; scale and range of their specs are not used.
  void setXAxis(const AxisSpec& spec);
  void setYAxis(const AxisSpec& spec);
  /// The numbers' own axis: title, unit, range policy. Of a diverging map, zero is the middle.
  void setValueAxis(const AxisSpec& spec, ColourMap map);
  /// rows x columns numbers, row by row; NaN cells are blank. Column c stands at x0 + c dx, row r
  /// at y0 + r dy; row 0 at the top when `first_row_on_top`.
  void setValues(int rows, int columns, std::span<const double> values);
  void setPlaces(double x0, double dx, double y0, double dy);
  void setFirstRowOnTop(bool on_top);
  void setSelectedRow(std::optional<int> row, const QString& label = {});
  void setNotice(const QString& text);

  std::optional<MatrixCell> readOut() const { return read_out_; }
  QString readOutText() const;
  AxisRange valueRange() const { return range_; }
  QRectF plotArea() const;
  QImage figure(QSize size, double device_pixel_ratio);  ///< works hidden too
  data::Table table() const;                             ///< a column for each row of the matrix
  void applyTheme(const Theme& theme);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void picked(int row, int column);
  void readOutChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void layOut();
  void makeImage();
  void paintAxes(QPainter& painter);
  void paintBar(QPainter& painter);
  void paintOverlay(QPainter& painter);
  double cellX(double column) const;  ///< pixel of a column's middle
  double cellY(double row) const;
  QRectF cellBox(const MatrixCell& cell) const;
  std::optional<MatrixCell> cellAt(const QPointF& at) const;
  void setReadOut(std::optional<MatrixCell> cell);
  AxisRange valuePlaces() const;

  QString title_, notice_, selected_label_;
  bool title_shown_ = true;
  Theme theme_;
  AxisSpec x_, y_, value_;
  ColourMap map_ = ColourMap::Sequential;
  int rows_ = 0, columns_ = 0;
  std::vector<double> values_;
  double x0_ = 0.0, dx_ = 1.0, y0_ = 0.0, dy_ = 1.0;
  bool first_row_on_top_ = true;
  AxisRange range_;
  QImage image_;
  bool image_dirty_ = true;
  QRectF plot_, bar_;
  std::optional<int> selected_row_;
  std::optional<MatrixCell> read_out_;
};

}  // namespace ssmscope::ui
