// The curves of a line chart inside a QChart: series that are reused and only ever replaced.
#pragma once

#include <QChart>
#include <QGraphicsScene>
#include <QImage>
#include <map>
#include <memory>
#include <vector>

#include "ui/plot/decimate.hpp"
#include "ui/plot/line_chart.hpp"

QT_BEGIN_NAMESPACE
class QAreaSeries;
class QLineSeries;
class QValueAxis;
class QXYSeries;
QT_END_NAMESPACE

namespace ssmscope::ui {

/// A curve as it was given, with its places on the axes' scales.
struct Curve {
  QString key, name;
  std::vector<double> x, y, lower;  ///< lower: of a band
  std::vector<QString> names;       ///< of samples, for read-outs; may be shorter
  CurveStyle style;
  bool band = false;
  bool visible = true;
  bool ghost = false;
  std::vector<double> place_x, place_y, place_lower;
  AxisRange span_x, span_y;

  void findPlaces(AxisScale x_scale, AxisScale y_scale);
};

/// The colour of a curve in a theme.
QColor curveColour(const Theme& theme, int colour);

/// A marker as a picture, sharp at twice its size.
QImage markerImage(PointShape shape, double size, const QColor& colour, const QColor& surface);

class CurveLayer {
 public:
  CurveLayer();
  ~CurveLayer();

  /// Puts the curves into the series. `plot`: where the window lies, device-independent pixels.
  void show(const std::vector<const Curve*>& curves, const PlotWindow& window, const QRectF& plot,
            const Theme& theme, const AxisSpec& y_axis);
  /// Draws the series over whatever is there.
  void render(QPainter& painter, const QSizeF& size);
  std::size_t pointsHanded() const { return points_handed_; }

 private:
  struct Slot;
  Slot& slot(const QString& key);
  void showLines(Slot& slot, const std::vector<Polyline>& lines, const QPen& pen);
  void showPoints(Slot& slot, const Polyline& points, const QImage& marker, double size);
  void showBands(Slot& slot, const std::vector<Band>& bands, const QColor& colour, double width);
  void showCurve(const Curve& curve, const PlotWindow& window, const Theme& theme,
                 const AxisSpec& y_axis);
  void placeChart(const QRectF& plot);
  void attach(QAbstractSeries& series);

  QGraphicsScene scene_;
  QChart* chart_ = nullptr;  // owned by the scene
  QValueAxis* x_axis_ = nullptr;
  QValueAxis* y_axis_ = nullptr;
  std::map<QString, std::unique_ptr<Slot>> slots_;
  QRectF plot_;
  std::size_t points_handed_ = 0;
};

}  // namespace ssmscope::ui
