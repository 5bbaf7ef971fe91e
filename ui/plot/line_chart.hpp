// A line plot: one QChart, and what Qt Charts lacks for us - decimation, gaps, logarithms, steady
// ranges, read-outs, cursors, ghosts, export. Every line plot of the program is one of these.
//
// Use: set both axes, then setCurve() for each curve whenever there are new numbers. Nothing is
// computed until the next paint (or figure()), so many calls cost one redraw, and a hidden chart
// costs nothing.
//
// Mouse: wheel zooms about the pointer (over an axis: that axis alone), drag pans, Shift+drag or
// right drag zooms into a rectangle, double click resets, a click picks the sample under it. The
// cursor reads every curve in sight at the pointer's x, wherever in the plot it is.
// Keys: left/right walk the samples, up/down change the curve, Enter picks, Escape hides the
// read-out, + and - zoom, 0 resets.
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/data/csv.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/theme.hpp"

class QMenu;

namespace ssmscope::ui {

enum class CurveRole {
  Line,
  Dashed,
  Points,
  Stems,   ///< a thin bar from zero (Log, Decibel: from the bottom) with a dot
  Filled,  ///< the area between zero and the curve, or between two curves (setBand)
};

enum class PointShape { Circle, Ring, Square, Diamond, Cross, Triangle };

/// Colours beside the indices 0..7 into Theme::lines.
inline constexpr int kAxisColour = -1;
inline constexpr int kAccentColour = -2;
inline constexpr int kWarningColour = -3;

struct CurveStyle {
  CurveRole role = CurveRole::Line;
  int colour = 0;  ///< of Theme::lines, or one of the constants above
  double width = 1.6;
  PointShape shape = PointShape::Circle;  ///< of Points
  double point_size = 7.0;                ///< of Points and Stems
  bool in_legend = true;
  bool fits = true;     ///< counts for the ranges of the axes
  bool reads = true;    ///< has read-outs and can be picked
  bool ghosts = true;   ///< kept by pin()
  bool exports = true;  ///< in table()
};

/// A line across the plot at one value, with an optional short label.
struct ChartMarker {
  Qt::Orientation orientation = Qt::Vertical;  ///< Vertical: at an x
  double value = 0.0;
  QString label;
  int colour = kAxisColour;
  bool dashed = true;
  bool operator==(const ChartMarker&) const = default;
};

/// The sample under the crosshair.
struct ChartReadOut {
  QString curve;  ///< its key
  int index = 0;  ///< into the spans given to setCurve()
  double x = 0.0, y = 0.0;
  QString text;  ///< name, x and y with units; then every other curve in sight at that x
};

class LineChart : public QWidget {
  Q_OBJECT
 public:
  explicit LineChart(QWidget* parent = nullptr);
  ~LineChart() override;

  // Contents. All keep the chart's zoom, hidden curves and ghosts.
  void setTitle(const QString& title);  ///< the corner's text: what is shown
  void setTitleShown(bool shown);       ///< false where something beside the chart says it
  void setXAxis(const AxisSpec& spec);  ///< another scale or title forgets range and zoom of it
  void setYAxis(const AxisSpec& spec);
  const AxisSpec& xAxis() const;
  const AxisSpec& yAxis() const;
  /// A new curve, or new numbers and style for the one with this key. The numbers are copied.
  /// Of different lengths, the shorter counts. NaN is a gap.
  void setCurve(const QString& key, const QString& name, std::span<const double> x,
                std::span<const double> y, const CurveStyle& style = {});
  /// The area between two curves over the same x.
  void setBand(const QString& key, const QString& name, std::span<const double> x,
               std::span<const double> lower, std::span<const double> upper,
               const CurveStyle& style = {});
  /// What a read-out calls each sample instead of the curve's name ("mode 7"); empty: the name.
  void setPointNames(const QString& key, std::vector<QString> names);
  void removeCurve(const QString& key);
  QStringList curveKeys() const;
  bool curveVisible(const QString& key) const;
  void setCurveVisible(const QString& key, bool visible);  ///< as a click in the legend
  /// One sentence in the middle of the plot ("Nothing to show: ..."); empty: none.
  void setNotice(const QString& text);
  void setMarkers(const std::vector<ChartMarker>& markers);
  /// Samples drawn as selected: circled in the accent colour, with an optional label at the first.
  void setSelected(const QString& key, const std::vector<int>& indices, const QString& label = {});
  void clearSelected();
  /// The present time and others like it; only the strips under them are painted again.
  void setTimeCursors(const std::vector<double>& x);
  void setEqualAspect(bool equal);  ///< a unit is as long on both axes (planes)

  // Ghosts.
  void pin();
  void clearPins();
  int pinCount() const;

  // Zoom.
  void resetZoom();
  bool zoomed() const;
  void zoom(double factor);                                 ///< about the middle; > 1: closer
  void zoomTo(double x0, double x1, double y0, double y1);  ///< values
  AxisRange xRange() const;                                 ///< places now shown
  AxisRange yRange() const;
  /// Goes to the ranges at once, without easing (a new scenario, an export).
  void settle();

  // Out.
  std::optional<ChartReadOut> readOut() const;
  QImage figure(QSize size, double device_pixel_ratio);  ///< works hidden too
  data::Table table() const;                             ///< every visible curve

  void applyTheme(const Theme& theme);
  const Theme& theme() const;

  // For tests and for views that draw over the chart.
  QRectF plotArea() const;                    ///< in widget coordinates
  QPointF toPixel(double x, double y) const;  ///< of values
  QPointF toValue(const QPointF& pixel) const;
  std::size_t pointsHanded() const;  ///< points given to Qt Charts, this redraw
  std::size_t chartRenders() const;  ///< times the chart itself was drawn

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void readOutChanged();
  void picked(const QString& curve, int index);  ///< a click or Enter on a sample
  void zoomChanged();
  void curveToggled(const QString& key, bool visible);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;
  /// What a chart of a special kind offers at a place, above the common entries.
  virtual void addToMenu(QMenu& /*menu*/, const QPointF& /*at*/) {}

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace ssmscope::ui
