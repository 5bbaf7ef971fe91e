// How the figures of the frequency view look: what several of them share.
#pragma once

#include <QString>
#include <vector>

#include "core/spectrum/frequency_analysis.hpp"
#include "ui/plot/line_chart.hpp"

namespace ssmscope::ui {

// Places in Theme::lines.
inline constexpr int kModelColour = 0;
inline constexpr int kTargetColour = 1;
inline constexpr int kContinuousColour = 2;
inline constexpr int kUnstableColour = 3;
inline constexpr int kSingleColour = 4;
inline constexpr int kAliasedColour = 5;
inline constexpr double kMarkerSize = 8.0;

std::vector<double> scaled(const std::vector<double>& values, double factor);
std::vector<double> moduli(const std::vector<Complex>& values);
std::vector<double> realParts(const std::vector<Complex>& values);
/// `sign` -1: of the conjugates.
std::vector<double> imaginaryParts(const std::vector<Complex>& values, double sign = 1.0);

/// A thin dashed line without name, read-out or part in a table.
CurveStyle reference();
CurveStyle dashed(int colour);
/// The selected mode's own curve.
CurveStyle modeCurve();
/// How the three kinds of modes look: by shape as well as by colour.
CurveStyle modeStyle(std::size_t group);

/// What a mode is called where the pointer is over it.
QString modeText(int index, const spectrum::FrequencyMode& mode, const Scenario& scenario);

}  // namespace ssmscope::ui
