// From samples to the few points that a picture can show: first, least, greatest and last of each
// pixel column, split at gaps.
#pragma once

#include <QList>
#include <QPointF>
#include <span>
#include <vector>

#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

/// The plot's window over places, and its size in device pixels.
struct PlotWindow {
  AxisRange x, y;
  int columns = 1, rows = 1;
};

/// Points in units of the window: (0, 0) its lower left corner, (1, 1) its upper right one; what
/// lies far outside is brought to kFarOutside.
using Polyline = QList<QPointF>;
inline constexpr double kFarOutside = 50.0;

/// One polyline for each run of samples without a NaN in either place. A run of one sample has
/// its point twice, so that a pen with round caps shows it.
std::vector<Polyline> decimatedLines(std::span<const double> x, std::span<const double> y,
                                     const PlotWindow& window);

/// Single points; of many in one pixel, one.
Polyline decimatedPoints(std::span<const double> x, std::span<const double> y,
                         const PlotWindow& window);

/// The outlines of a band: lower and upper polyline of each run, with equal numbers of points.
struct Band {
  Polyline lower, upper;
};
std::vector<Band> decimatedBands(std::span<const double> x, std::span<const double> lower,
                                 std::span<const double> upper, const PlotWindow& window);

}  // namespace ssmscope::ui
