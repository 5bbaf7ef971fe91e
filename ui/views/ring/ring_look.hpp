// How complex numbers on the ring become colours and heights. One place, so that the ring, the
// wall of its past and the raster always agree.
#pragma once

#include <QColor>
#include <array>
#include <complex>

#include "ui/plot/colour_maps.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

enum class RingColour { Phase, Amplitude, Displacement };
enum class RingHeight { Displacement, Amplitude };
enum class RingPast { Beside, Below, Hidden };

class RingLook {
 public:
  RingLook() : RingLook(Theme{}) {}
  explicit RingLook(const Theme& theme);

  RingColour colour = RingColour::Phase;
  RingHeight height = RingHeight::Displacement;

  const Theme& theme() const { return theme_; }
  /// Of a line or a point that must be seen whatever its value; `full` is the value at full
  /// strength.
  QRgb line(std::complex<double> value, double full) const;
  /// Of an area: fades into the background where the ring is at rest.
  QRgb area(std::complex<double> value, double full) const;
  /// The maps themselves, for legends: 0 to 1 along the map (phase: -pi to pi).
  QRgb along(double place) const;

 private:
  using Map = std::array<QRgb, kColourSteps>;
  const Map& map() const;
  double place(std::complex<double> value, double full) const;

  Theme theme_;
  std::array<Map, 3> colours_{};  ///< by RingColour
};

/// Between `from` (0) and `to` (1).
QRgb mixed(QRgb from, QRgb to, double share);

}  // namespace ssmscope::ui
