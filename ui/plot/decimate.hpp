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

/// For each run of samples without a NaN in either place, the first, least, greatest and last of
/// each column.
std::vector<Polyline> decimatedRuns(std::span<const double> x, std::span<const double> y,
                                    const PlotWindow& window);

/// One simplified polyline for each run of samples without a NaN in either place. A run of one
/// sample is a dash one pixel long, so that it is seen.
std::vector<Polyline> decimatedLines(std::span<const double> x, std::span<const double> y,
                                     const PlotWindow& window);

/// Leaves out the points of a smooth line that a picture does not need: the rest passes every one
/// left out within kFlatness pixels, and keeps the ends and every turn up or down.
inline constexpr double kFlatness = 0.15;
Polyline simplified(const Polyline& line, const PlotWindow& window);

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
