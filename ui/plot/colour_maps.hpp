// Colour maps that colour-blind people can read: equal steps of the value are equal steps to the
// eye. Made here by formulas in the OKLab space (Ottosson 2020), without tables from elsewhere.
#pragma once

#include <QColor>
#include <array>

namespace ssmscope::ui {

enum class ColourMap {
  Sequential,  ///< dark violet, teal, yellow: lightness rises all the way
  Diverging,   ///< blue, near white, orange: zero in the middle
  Cyclic,      ///< phase: light, blue, dark, orange, light; its ends meet
};

/// Red, green, blue in 0..1 (sRGB).
using Rgb = std::array<double, 3>;

inline constexpr int kColourSteps = 256;

/// All steps of a map, first to last. Of the cyclic one, the step after the last is the first.
const std::array<Rgb, kColourSteps>& colourTable(ColourMap map);

/// The colour at `place`, 0 to 1; beyond the ends the end's colour, or, of the cyclic map, the
/// turns left out. NaN: mid grey.
Rgb colourAt(ColourMap map, double place);
QRgb colourRgb(ColourMap map, double place);

/// The place of a phase in radians on the cyclic map: 0 for -pi, 1/2 for 0.
double phasePlace(double radians);

}  // namespace ssmscope::ui
