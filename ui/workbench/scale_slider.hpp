// A slider over real numbers on a linear or logarithmic scale, with its scale written under it.
#pragma once

#include <QSlider>

#include "core/scenario/parameters.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

/// A QSlider (so that keyboard and assistive tools know it) that draws itself. A value outside the
/// scale rests at its end and is kept as it is.
class ScaleSlider : public QSlider {
  Q_OBJECT
 public:
  ScaleSlider(Scale scale, double least, double greatest, QWidget* parent = nullptr);

  /// Shows `value` without telling anyone.
  void showValue(double value);
  double shownValue() const { return value_; }
  void applyTheme(const Theme& theme);
  /// The pixel of a value, for tests and the mouse.
  int pixelOf(double value) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void moved(double value);  ///< by the user: mouse, wheel or key
  void grabbed();            ///< the mouse took the handle
  void released();           ///< the mouse let it go
  void resetAsked();         ///< double click

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double fractionOf(double value) const;
  double valueAt(double fraction) const;
  QRectF groove() const;
  void moveTo(double fraction);
  void step(double steps);

  Scale scale_;
  double least_, greatest_;
  double value_;
  Theme theme_;
};

}  // namespace ssmscope::ui
