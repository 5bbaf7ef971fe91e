#include "ui/plot/curve_layer.hpp"

#include <QAreaSeries>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {

// Room around the plot that curves may draw into, so that a dot on the edge is a whole dot.
constexpr double kMargin = 5.0;
constexpr double kGhostStrength = 0.42;  // of a curve's colour; the rest is the surface's
// Lengths of a line above which it is drawn one pixel wide, and of a dashed one above which it is
// drawn through: dashes cost 28 ms over 5,000 pixels.
constexpr double kDensePixels = 20000;
constexpr double kMostDashes = 4000;
constexpr int kFillAlpha = 60;
constexpr double kMarkerSharpness = 3.0;
constexpr double kStemWidth = 1.2;

QColor mixed(const QColor& colour, const QColor& surface, double strength) {
  const auto mix = [strength](double a, double b) { return strength * a + (1.0 - strength) * b; };
  return QColor::fromRgbF(static_cast<float>(mix(colour.redF(), surface.redF())),
                          static_cast<float>(mix(colour.greenF(), surface.greenF())),
                          static_cast<float>(mix(colour.blueF(), surface.blueF())));
}

double lengthInPixels(const std::vector<Polyline>& lines, const QSizeF& plot) {
  double length = 0.0;
  for (const Polyline& line : lines) {
    for (qsizetype i = 1; i < line.size(); ++i) {
      const QPointF step = line[i] - line[i - 1];
      length += std::min(std::abs(step.x()), 1.0) * plot.width() +
                std::min(std::abs(step.y()), 1.0) * plot.height();
    }
  }
  return length;
}

void replaceIfChanged(QXYSeries& series, const Polyline& points) {
  if (series.count() == 0 && points.isEmpty()) return;
  series.replace(points);
}

std::vector<double> placesOf(AxisScale scale, const std::vector<double>& values, AxisRange& span) {
  std::vector<double> places(values.size());
  std::transform(values.begin(), values.end(), places.begin(), [&](double value) {
    const double place = axisPlace(scale, value);
    span.include(place);
    return place;
  });
  return places;
}

}  // namespace

void Curve::findPlaces(AxisScale x_scale, AxisScale y_scale) {
  span_x = span_y = {};
  place_x = placesOf(x_scale, x, span_x);
  place_y = placesOf(y_scale, y, span_y);
  place_lower = placesOf(y_scale, lower, span_y);
}

QColor curveColour(const Theme& theme, int colour) {
  if (colour == kAccentColour) return theme.accent;
  if (colour == kWarningColour) return theme.warning;
  if (colour < 0) return theme.axis;
  return theme.lines.at(static_cast<std::size_t>(colour) % theme.lines.size());
}

QImage markerImage(PointShape shape, double size, const QColor& colour, const QColor& surface) {
  const int pixels = std::max(1, static_cast<int>(std::ceil(size * kMarkerSharpness)));
  QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const double line = 0.18 * pixels;
  const QRectF box = QRectF(0, 0, pixels, pixels).adjusted(line, line, -line, -line);
  const QPointF middle = box.center();
  painter.setPen(QPen(colour, line, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(shape == PointShape::Ring ? surface : colour);
  switch (shape) {
    case PointShape::Circle:
    case PointShape::Ring:
      painter.drawEllipse(box);
      break;
    case PointShape::Square:
      painter.drawRect(box);
      break;
    case PointShape::Diamond:
      painter.drawPolygon(QPolygonF({{middle.x(), box.top()},
                                     {box.right(), middle.y()},
                                     {middle.x(), box.bottom()},
                                     {box.left(), middle.y()}}));
      break;
    case PointShape::Cross:
      painter.drawLine(box.topLeft(), box.bottomRight());
      painter.drawLine(box.topRight(), box.bottomLeft());
      break;
    case PointShape::Triangle:
      painter.drawPolygon(
          QPolygonF({{middle.x(), box.top()}, box.bottomRight(), box.bottomLeft()}));
      break;
  }
  return image;
}

/// The series of one curve. Pools grow as gaps need more pieces; unused ones stay empty.
struct CurveLayer::Slot {
  std::vector<QLineSeries*> lines;
  struct Area {
    QLineSeries* lower;
    QLineSeries* upper;
    QAreaSeries* area;
  };
  std::vector<Area> areas;
  QLineSeries* points = nullptr;
  bool used = false;
};

CurveLayer::CurveLayer() : chart_(new QChart), x_axis_(new QValueAxis), y_axis_(new QValueAxis) {
  // Axes, grid and labels are drawn by the widget: the chart only draws series over (0, 1)².
  chart_->legend()->hide();
  chart_->setBackgroundVisible(false);
  chart_->setMargins({});
  chart_->layout()->setContentsMargins(0, 0, 0, 0);
  for (QValueAxis* axis : {x_axis_, y_axis_}) axis->setVisible(false);
  chart_->addAxis(x_axis_, Qt::AlignBottom);
  chart_->addAxis(y_axis_, Qt::AlignLeft);
  scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
  scene_.addItem(chart_);
}

CurveLayer::~CurveLayer() = default;

CurveLayer::Slot& CurveLayer::slot(const QString& key) {
  auto& found = slots_[key];
  if (!found) found = std::make_unique<Slot>();
  return *found;
}

void CurveLayer::attach(QAbstractSeries& series) {
  chart_->addSeries(&series);
  series.attachAxis(x_axis_);
  series.attachAxis(y_axis_);
}

void CurveLayer::showLines(Slot& slot, const std::vector<Polyline>& lines, const QPen& pen) {
  while (slot.lines.size() < lines.size()) {
    auto* series = new QLineSeries;
    slot.lines.push_back(series);
    attach(*series);
  }
  for (std::size_t i = 0; i < slot.lines.size(); ++i) {
    QLineSeries& series = *slot.lines[i];
    const Polyline points = i < lines.size() ? lines[i] : Polyline();
    if (!points.isEmpty() && series.pen() != pen) series.setPen(pen);
    replaceIfChanged(series, points);
    points_handed_ += static_cast<std::size_t>(points.size());
  }
}

void CurveLayer::showPoints(Slot& slot, const Polyline& points, const QImage& marker, double size) {
  if (slot.points == nullptr) {
    if (points.isEmpty()) return;
    // A line series without a pen draws marker pictures far faster than a scatter series, which
    // makes a graphics item of each point (0.4 ms against 21 ms for 512 points).
    slot.points = new QLineSeries;
    slot.points->setPen(Qt::NoPen);
    attach(*slot.points);
  }
  if (!points.isEmpty()) {
    slot.points->setMarkerSize(size);
    slot.points->setLightMarker(marker);
  }
  replaceIfChanged(*slot.points, points);
  points_handed_ += static_cast<std::size_t>(points.size());
}

void CurveLayer::showBands(Slot& slot, const std::vector<Band>& bands, const QColor& colour,
                           double width) {
  while (slot.areas.size() < bands.size()) {
    auto* lower = new QLineSeries;
    auto* upper = new QLineSeries;
    auto* area = new QAreaSeries(upper, lower);
    lower->setParent(area);
    upper->setParent(area);
    slot.areas.push_back({lower, upper, area});
    attach(*area);
  }
  QColor fill = colour;
  fill.setAlpha(colour.alpha() * kFillAlpha / 255);
  const QPen pen = width > 0.0 ? QPen(fill, width) : QPen(Qt::NoPen);
  for (std::size_t i = 0; i < slot.areas.size(); ++i) {
    const Slot::Area& piece = slot.areas[i];
    const Band band = i < bands.size() ? bands[i] : Band();
    piece.area->setVisible(!band.lower.isEmpty());
    if (band.lower.isEmpty()) continue;
    piece.area->setBrush(fill);
    piece.area->setPen(pen);
    replaceIfChanged(*piece.lower, band.lower);
    replaceIfChanged(*piece.upper, band.upper);
    points_handed_ += 2 * static_cast<std::size_t>(band.lower.size());
  }
}

void CurveLayer::showCurve(const Curve& curve, const PlotWindow& window, const Theme& theme,
                           const AxisSpec& y_axis) {
  Slot& own = slot(curve.key);
  own.used = true;
  QColor colour = curveColour(theme, curve.style.colour);
  // Opaque: Qt Charts draws a line piece by piece, and see-through pieces show their joints.
  if (curve.ghost) colour = mixed(colour, theme.surface, kGhostStrength);
  // Qt Charts draws a line piece by piece. Square caps hide the joints; round ones would cost ten
  // times as much and are not seen on lines this thin.
  QPen pen(colour, curve.style.width, Qt::SolidLine, Qt::SquareCap, Qt::BevelJoin);
  std::vector<Polyline> lines;
  std::vector<Band> bands;
  Polyline points;
  const double base = y_axis.scale == AxisScale::Linear ? 0.0 : window.y.lower;

  if (curve.band) {
    bands = decimatedBands(curve.place_x, curve.place_lower, curve.place_y, window);
  } else if (curve.style.role == CurveRole::Filled) {
    const std::vector<double> floor(curve.place_x.size(), base);
    bands = decimatedBands(curve.place_x, floor, curve.place_y, window);
    lines = decimatedLines(curve.place_x, curve.place_y, window);
  } else if (curve.style.role == CurveRole::Points) {
    points = decimatedPoints(curve.place_x, curve.place_y, window);
  } else if (curve.style.role == CurveRole::Stems) {
    lines = decimatedRuns(curve.place_x, curve.place_y, window);
  } else {
    lines = decimatedLines(curve.place_x, curve.place_y, window);
  }
  const double length = lengthInPixels(lines, plot_.size());
  if (length > kDensePixels) pen.setWidthF(plot_.width() / std::max(window.columns, 1));
  if (curve.style.role == CurveRole::Dashed && length < kMostDashes) {
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({5.0 / curve.style.width + 1.0, 3.5 / curve.style.width + 1.0});
  }
  if (curve.style.role == CurveRole::Stems) {
    // One path down to the base line and up again; it runs along the base between the stems.
    const double ground =
        std::clamp((base - window.y.lower) / window.y.span(), -kFarOutside, 1 + kFarOutside);
    Polyline stems;
    for (const Polyline& run : lines) {
      for (const QPointF& tip : run)
        stems << QPointF(tip.x(), ground) << tip << QPointF(tip.x(), ground);
      points += run;
    }
    lines.clear();
    if (!stems.isEmpty()) lines.push_back(stems);
    pen.setWidthF(std::min(curve.style.width, kStemWidth));
    pen.setCapStyle(Qt::FlatCap);
  }
  showBands(own, bands, colour, 0.0);
  showLines(own, lines, pen);
  QImage marker;
  if (!points.isEmpty()) {
    const PointShape shape =
        curve.style.role == CurveRole::Stems ? PointShape::Circle : curve.style.shape;
    marker = markerImage(shape, curve.style.point_size, colour, theme.surface);
  }
  showPoints(own, points, marker, curve.style.point_size);
}

void CurveLayer::placeChart(const QRectF& plot) {
  if (plot == plot_) return;
  plot_ = plot;
  chart_->resize(plot.right() + kMargin, plot.bottom() + kMargin);
  chart_->setPlotArea(plot.adjusted(-kMargin, -kMargin, kMargin, kMargin));
  const double x = kMargin / std::max(plot.width(), 1.0);
  const double y = kMargin / std::max(plot.height(), 1.0);
  x_axis_->setRange(-x, 1.0 + x);
  y_axis_->setRange(-y, 1.0 + y);
}

void CurveLayer::show(const std::vector<const Curve*>& curves, const PlotWindow& window,
                      const QRectF& plot, const Theme& theme, const AxisSpec& y_axis) {
  points_handed_ = 0;
  placeChart(plot);
  for (auto& entry : slots_) entry.second->used = false;
  for (const Curve* curve : curves) showCurve(*curve, window, theme, y_axis);
  for (auto& entry : slots_) {
    if (entry.second->used) continue;
    showBands(*entry.second, {}, {}, 0.0);
    showLines(*entry.second, {}, {});
    showPoints(*entry.second, {}, {}, 0.0);
  }
}

void CurveLayer::render(QPainter& painter, const QSizeF& size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QRectF area(QPointF(0.0, 0.0), size);
  scene_.render(&painter, area, area);
  painter.restore();
}

}  // namespace ssmscope::ui
