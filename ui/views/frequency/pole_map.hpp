// Poles on a plane that can be taken by the hand.
//
// Mouse: drag a pole (or its conjugate) to move it, double click beside them to add one; all else
// as in any chart. Keys, with a pole selected: arrows move it (Shift: a tenth of that), Delete
// takes it away; Page Up and Page Down select another, Insert adds one, Escape lets go.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

class PoleMap : public LineChart {
  Q_OBJECT
 public:
  using LineChart::LineChart;

  /// In the scenario's order. `mirrored`: each stands for its conjugate too.
  void setPoles(std::vector<std::complex<double>> poles, bool mirrored);
  void setSelectedPole(std::optional<int> mode) { selected_ = mode; }
  void setEditable(bool editable) { editable_ = editable; }
  bool dragging() const { return taken_.has_value(); }

 Q_SIGNALS:
  void poleTaken(int mode);  ///< pressed, or reached by a key
  void poleReleased();       ///< by Escape: none is selected any more
  void poleMoved(int mode, std::complex<double> to, bool last);
  void poleNudged(int mode, std::complex<double> by);
  void poleAdded(std::complex<double> at);
  void poleRemoved(int mode);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void addToMenu(QMenu& menu, const QPointF& at) override;

 private:
  struct Taken {
    int mode;
    bool mirror;      ///< by its conjugate
    QPointF offset;   ///< from the pointer to the pole, pixels
    QPointF pressed;  ///< where
    bool moved = false;
  };
  std::optional<Taken> poleAt(const QPointF& at) const;
  std::complex<double> placeUnder(const QPointF& at) const;
  void move(const QPointF& pointer, bool last);
  bool nudge(int key, bool fine);
  bool selectNext(int by);
  bool hasSelected() const;

  std::vector<std::complex<double>> poles_;
  bool mirrored_ = false, editable_ = true;
  std::optional<int> selected_;
  std::optional<Taken> taken_;
};

}  // namespace ssmscope::ui
