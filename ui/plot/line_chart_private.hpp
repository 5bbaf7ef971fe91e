// What a line chart is made of; included by its own source files only.
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QRubberBand>
#include <QTimer>
#include <list>

#include "ui/plot/chart_legend.hpp"
#include "ui/plot/curve_layer.hpp"
#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

/// One axis on the screen: what it says and the range it shows, moves to and was zoomed to.
struct AxisState {
  AxisSpec spec;
  AxisRange shown;   ///< now wanted: eased or zoomed
  AxisRange view;    ///< on the screen: `shown`, widened where the aspect is kept
  AxisRange target;  ///< where the data want it
  AxisRange from;    ///< where the easing began
  AxisRange user;    ///< the zoom; unset: none
  std::vector<Tick> ticks;
};

struct Marked {
  QString key;
  std::vector<int> indices;
  QString label;
};

struct LineChart::Private {
  explicit Private(LineChart& chart) : q(chart) {}

  LineChart& q;
  QString title, notice;
  bool title_shown = true;
  Theme theme = lightTheme();
  AxisState x, y;
  std::list<Curve> curves;
  std::vector<std::vector<Curve>> pins;
  std::vector<ChartMarker> markers;
  std::vector<Marked> marked;
  std::vector<double> cursors;
  bool equal_aspect = false;
  ChartLegend* legend = nullptr;

  // What has to be done before the next paint.
  bool ranges_dirty = true;
  bool series_dirty = true;
  bool legend_dirty = true;
  QTimer ease;
  QElapsedTimer ease_clock;

  // Layout and picture.
  CurveLayer ghosts, layer;  ///< ghosts lie below
  QRectF plot;
  QSize laid_out;
  double prepared_ratio = 0.0;
  bool prepared_exported = false;  ///< laid out for a picture
  int left_margin = 0;
  double x_title_from = 1e9;  ///< the x title stands in the row of the tick labels from here on
  bool x_title_below = true;  ///< it has a row of its own
  QPixmap picture;
  std::size_t renders = 0;

  // Pointer and read-out.
  std::optional<ChartReadOut> read_out;
  enum class Drag { None, Pan, Rectangle } drag = Drag::None;
  bool dragged = false;
  QPointF press, last;
  QRectF rubber;

  // line_chart.cpp
  Curve* find(const QString& key);
  const Curve* find(const QString& key) const;
  Curve& ensure(const QString& key);
  void put(Curve& curve, const QString& name, const CurveStyle& style);
  std::vector<const Curve*> shownCurves() const;
  std::vector<const Curve*> shownGhosts() const;
  void contentsChanged();
  void setAxis(AxisState& axis, const AxisSpec& spec);
  AxisRange fittedSpan(AxisRange Curve::*span) const;
  bool aim(AxisState& axis, const AxisRange& data) const;
  void refit(AxisState& axis, const AxisRange& data) const;
  void updateRanges();
  void easeStep();
  void applyAspect();
  void prepare(double ratio);
  void setUserRange(AxisState& axis, const AxisRange& range);
  void zoomAbout(AxisState& axis, double place, double factor);

  // line_chart_paint.cpp
  void layOut();
  void layOutPlot(const QRectF& room, bool x_below);
  QString shownTitle() const { return title_shown ? title : QString(); }
  bool low() const;
  void placeLegend(QRectF& room) const;
  int tickRoom(const AxisState& axis, double length) const;
  void paintScenery(QPainter& painter);
  void paintTicks(QPainter& painter);
  void paintTitles(QPainter& painter);
  QString fittingTitle(const AxisState& axis, const QFontMetrics& metrics, double room) const;
  void paintOverlay(QPainter& painter);
  void paintMarkers(QPainter& painter);
  void paintMarked(QPainter& painter);
  void paintReadOut(QPainter& painter);
  void paintLabel(QPainter& painter, const QPointF& at, const QString& text, const QColor& colour,
                  bool to_the_left) const;
  double pixelX(double place) const;
  double pixelY(double place) const;
  QRect cursorStrip(double value) const;

  // line_chart_input.cpp
  double placeX(double pixel) const;
  double placeY(double pixel) const;
  std::optional<ChartReadOut> nearest(const QPointF& at) const;
  std::optional<ChartReadOut> underCursor(const QPointF& at) const;
  std::optional<int> closest(const Curve& curve, const QPointF& at) const;
  std::vector<std::pair<const Curve*, int>> besides(const Curve& curve, double place) const;
  ChartReadOut readOutOf(const Curve& curve, int index) const;
  void setReadOut(std::optional<ChartReadOut> next);
  void walk(int samples);
  void changeCurve(int by);
  bool readable(const Curve& curve, std::size_t index) const;
};

}  // namespace ssmscope::ui
