// How complex numbers on the ring become colours and heights. One place, so that the ring, the
// wall of its past and the raster always agree.
#pragma once

#include <QColor>
#include <array>
#include <complex>

#include "ui/plot/colour_maps.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

/// Age: of the input whose wave rules at a node, in steps.
enum class RingColour { Phase, Amplitude, Displacement, Age };
enum class RingHeight { Displacement, Amplitude };
/// What stands beside the ring: its past as a raster, as a tube below it, nothing, or one of the
/// figures (RingFigures::Figure, in their order).
enum class RingPast { Beside, Below, Hidden, FirstFigure };

class RingLook {
 public:
  RingLook() : RingLook(Theme{}) {}
  explicit RingLook(const Theme& theme);

  RingColour colour = RingColour::Phase;
  RingHeight height = RingHeight::Displacement;
  double full_age = 64.0;  ///< steps at the far end of the ages' colours

  const Theme& theme() const { return theme_; }
  /// Of a line or a point that must be seen whatever its value; `full` is the value at full
  /// strength. `age`: of RingColour::Age; < 0: none.
  QRgb line(std::complex<double> value, double full, int age = -1) const;
  /// Of an area: fades into the background where the ring is at rest.
  QRgb area(std::complex<double> value, double full, int age = -1) const;
  /// The maps themselves, for legends: 0 to 1 along the map (phase: -pi to pi).
  QRgb along(double place) const;

 private:
  using Map = std::array<QRgb, kColourSteps>;
  const Map& map() const;
  double place(std::complex<double> value, double full, int age) const;

  Theme theme_;
  std::array<Map, 4> colours_{};  ///< by RingColour
};

/// Between `from` (0) and `to` (1).
QRgb mixed(QRgb from, QRgb to, double share);

}  // namespace ssmscope::ui
