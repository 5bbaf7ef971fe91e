#include "ui/views/ring/ring_look.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ssmscope::ui {

namespace {

constexpr double kQuiet = 0.02;  // part of full strength below which a line loses its colour

}  // namespace

QRgb mixed(QRgb from, QRgb to, double share) {
  const int part = static_cast<int>(std::clamp(share, 0.0, 1.0) * 256.0);
  const auto channel = [part](int a, int b) { return a + (((b - a) * part) >> 8); };
  return qRgb(channel(qRed(from), qRed(to)), channel(qGreen(from), qGreen(to)),
              channel(qBlue(from), qBlue(to)));
}

const RingLook::Map& RingLook::map() const { return colours_[static_cast<std::size_t>(colour)]; }

RingLook::RingLook(const Theme& theme) : theme_(theme) {
  const std::array maps{ColourMap::Cyclic, ColourMap::Sequential, ColourMap::Diverging};
  for (std::size_t m = 0; m < maps.size(); ++m) {
    for (int i = 0; i < kColourSteps; ++i)
      colours_[m][static_cast<std::size_t>(i)] = colourRgb(maps[m], i / double{kColourSteps - 1});
  }
}

double RingLook::place(std::complex<double> value, double full) const {
  switch (colour) {
    case RingColour::Phase:
      return phasePlace(std::arg(value));
    case RingColour::Amplitude:
      return std::abs(value) / full;
    case RingColour::Displacement:
      return 0.5 + 0.5 * value.real() / full;
  }
  return 0.0;
}

QRgb RingLook::along(double t) const {
  const double at = std::clamp(t, 0.0, 1.0) * (kColourSteps - 1);
  return map()[static_cast<std::size_t>(at + 0.5)];
}

QRgb RingLook::line(std::complex<double> value, double full) const {
  const double strength = std::abs(value) / full;
  if (!std::isfinite(strength)) return theme_.error.rgb();
  const QRgb rest = mixed(theme_.surface.rgb(), theme_.axis.rgb(), 0.7);
  return mixed(rest, along(place(value, full)), strength / kQuiet);
}

QRgb RingLook::area(std::complex<double> value, double full) const {
  const double strength = std::abs(value) / full;
  if (!std::isfinite(strength)) return theme_.error.rgb();
  const QRgb colour_here = along(place(value, full));
  if (colour == RingColour::Phase)
    return mixed(theme_.surface.rgb(), colour_here, std::sqrt(strength));
  return colour_here;
}

}  // namespace ssmscope::ui
