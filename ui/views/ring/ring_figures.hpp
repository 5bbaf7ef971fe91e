// The figure beside the ring: dispersion, velocities, the coupling of the oscillators, and what the
// tracker reads off the wave.
#pragma once

#include <QStackedWidget>
#include <memory>
#include <optional>

#include "core/ring/ring_study.hpp"
#include "ui/plot/heat_map.hpp"
#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

class RingFigures : public QStackedWidget {
  Q_OBJECT
 public:
  enum class Figure {
    Dispersion,
    Velocities,
    CouplingRow,
    Coupling,
    Place,
    Speed,
    Width,
    Loss,
    Order
  };

  explicit RingFigures(QWidget* parent = nullptr);

  /// What a figure shows, in a sentence.
  static QString explanation(Figure figure);

  void show(Figure figure);
  void setResult(std::shared_ptr<const ring::RingResult> result, double delta, const QString& unit);
  void setStudy(std::shared_ptr<const ring::RingStudy> study);  ///< null: not known yet
  void setSelected(std::optional<int> wavenumber, const QString& label);
  void setTime(double time);  ///< steps
  void settle() { chart_->settle(); }
  void applyTheme(const Theme& theme);

  LineChart& chart() { return *chart_; }
  HeatMap& map() { return *map_; }

  QSize minimumSizeHint() const override { return {150, 120}; }

 Q_SIGNALS:
  void picked(std::optional<int> wavenumber);

 private:
  bool tracks() const { return figure_ >= Figure::Place; }
  void draw();
  void drawDispersion();
  void drawVelocities();
  void drawRow();
  void drawCoupling();
  void drawTrack();
  void drawTrackCurves(const ring::WaveTrack& track, const std::vector<double>& steps);
  void markSelected();
  AxisSpec axis(const QString& title, const QString& unit) const;

  LineChart* chart_;
  HeatMap* map_;
  Figure figure_ = Figure::Dispersion;
  std::shared_ptr<const ring::RingResult> result_;
  std::shared_ptr<const ring::RingStudy> study_;
  double delta_ = 1.0, time_ = 0.0;
  QString unit_, selected_label_;
  std::optional<int> selected_;
  bool map_drawn_ = false;
};

}  // namespace ssmscope::ui
