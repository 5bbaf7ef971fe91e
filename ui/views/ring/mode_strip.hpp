// How strongly each mode swings now, over the wavenumbers; a click selects a mode.
#pragma once

#include <QWidget>
#include <complex>
#include <optional>
#include <vector>

#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

class ModeStrip : public QWidget {
  Q_OBJECT
 public:
  explicit ModeStrip(QWidget* parent = nullptr);

  /// |x_m| of each wavenumber, and the value at full height.
  void setModes(const std::vector<std::complex<double>>& modes, double full);
  void setModeOfWavenumber(const std::vector<int>& mode_of_wavenumber);
  /// Said in the place of the bars while there are none; empty: that there is nothing.
  void setNotice(const QString& text);
  void setSelected(std::optional<int> wavenumber);
  void applyTheme(const Theme& theme);

  std::optional<int> wavenumberAt(QPointF place) const;
  QRectF plotArea() const;

  QSize sizeHint() const override { return {240, 92}; }
  QSize minimumSizeHint() const override { return {120, 64}; }

 Q_SIGNALS:
  void picked(std::optional<int> wavenumber);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int count() const { return static_cast<int>(sizes_.size()); }
  void paintBars(QPainter& painter, const QRectF& area) const;
  std::optional<int> pointed() const;
  QString describe(int m) const;

  std::vector<double> sizes_;
  std::vector<int> mode_of_wavenumber_;
  double full_ = 1.0;
  QString notice_;
  std::optional<int> selected_, hovered_;
  Theme theme_;
};

}  // namespace ssmscope::ui
