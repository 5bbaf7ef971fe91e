// The recent past of the ring, node by step: the newest row at the upper edge, older ones below.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/views/ring/past_image.hpp"

namespace ssmscope::ui {

class PastRaster : public QWidget {
  Q_OBJECT
 public:
  explicit PastRaster(QWidget* parent = nullptr);

  /// The cells, kept and coloured by the owner; both outlive the widget or are set anew.
  void setPast(const PastImage* past, const ring::RingMotion* motion);
  /// `row`: the fractional row at the upper edge.
  void setPresent(double row);
  void setTitle(const QString& title);
  void setStep(double delta, const QString& unit);
  void setLag(std::optional<int> lag);  ///< marked, steps ago
  void applyTheme(const Theme& theme);

  QRectF plotArea() const;
  /// The node and row at a place, if any.
  struct Cell {
    int node = 0, row = 0;
    bool operator==(const Cell&) const = default;
  };
  std::optional<Cell> cellAt(QPointF place) const;

  QSize sizeHint() const override { return {260, 320}; }
  QSize minimumSizeHint() const override { return {150, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  bool showsSeconds() const;
  void paintCells(QPainter& painter, const QRectF& area) const;
  void paintAxes(QPainter& painter, const QRectF& area) const;
  void paintTimeAxis(QPainter& painter, const QRectF& area, bool seconds) const;
  void paintReadOut(QPainter& painter, const QRectF& area) const;
  QString readOut(Cell cell) const;

  const PastImage* past_ = nullptr;
  const ring::RingMotion* motion_ = nullptr;
  double present_ = 0.0;
  double delta_ = 1.0;
  QString unit_, title_;
  std::optional<int> lag_;
  std::optional<QPointF> pointer_;
  Theme theme_;
};

/// "node 5, step 12 (0.75 s)" and the value's three faces, in lines.
QString cellText(int node, int step, double delta, const QString& unit, Complex value);

/// A small read-out beside `place`, kept inside `within`.
void paintReadOutBox(QPainter& painter, const Theme& theme, QPointF place, QSizeF within,
                     const QString& text);

}  // namespace ssmscope::ui
