#include "ui/views/ring/ring_look.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ssmscope::ui {

namespace {

constexpr double kBlueEnd = 0.16;  // place of a full colour on the diverging map
constexpr double kDarkRise = 0.6;  // power: on a dark surface small values are hard to see
constexpr double kLift = 0.4;      // of dark ends of a map towards the text, on a dark surface
constexpr double kQuiet = 0.02;    // part of full strength below which a line loses its colour

/// The phase as a hue: a circle in the OKLab space (Ottosson 2020), so that equal turns are equal
/// steps to the eye and no phase vanishes into the surface, as the ends of a map from light to
/// dark would. It is tilted: greens are light and reds dark, since eyes that confuse the two
/// still tell the lightness; blues and yellows differ for them anyhow.
QRgb phaseRgb(double place, bool dark) {
  const double middle = dark ? 0.74 : 0.60, tilt = 0.11, chroma = 0.13;
  const double hue = 2.0 * std::numbers::pi * (place - 0.5) + 0.6;  // phase 0: a warm red
  const double l = middle + tilt * std::cos(hue - 2.97);
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const auto cube = [](double x) { return x * x * x; };
  const double p = cube(l + 0.3963377774 * a + 0.2158037573 * b);
  const double q = cube(l - 0.1055613458 * a - 0.0638541728 * b);
  const double r = cube(l - 0.0894841775 * a - 1.2914855480 * b);
  const auto channel = [](double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255.0 * y));
  };
  return qRgb(channel(4.0767416621 * p - 3.3077115913 * q + 0.2309699292 * r),
              channel(-1.2684380046 * p + 2.6097574011 * q - 0.3413193965 * r),
              channel(-0.0041960863 * p - 0.7034186147 * q + 1.7076147010 * r));
}

/// The diverging map has its middle near white; on a dark surface rest must be dark.
QRgb displacementRgb(double place, const Theme& theme) {
  if (!theme.dark) return colourRgb(ColourMap::Diverging, place);
  const QRgb end = colourRgb(ColourMap::Diverging, place < 0.5 ? kBlueEnd : 1.0 - kBlueEnd);
  return mixed(theme.raised.rgb(), end, std::pow(std::abs(2.0 * place - 1.0), kDarkRise));
}

}  // namespace

QRgb mixed(QRgb from, QRgb to, double share) {
  const int part = static_cast<int>(std::clamp(share, 0.0, 1.0) * 256.0);
  const auto channel = [part](int a, int b) { return a + (((b - a) * part) >> 8); };
  return qRgb(channel(qRed(from), qRed(to)), channel(qGreen(from), qGreen(to)),
              channel(qBlue(from), qBlue(to)));
}

const RingLook::Map& RingLook::map() const { return colours_[static_cast<std::size_t>(colour)]; }

RingLook::RingLook(const Theme& theme) : theme_(theme) {
  for (int i = 0; i < kColourSteps; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double place = i / double{kColourSteps - 1};
    colours_[static_cast<std::size_t>(RingColour::Phase)][at] = phaseRgb(place, theme.dark);
    colours_[static_cast<std::size_t>(RingColour::Amplitude)][at] =
        colourRgb(ColourMap::Sequential, place);
    colours_[static_cast<std::size_t>(RingColour::Displacement)][at] =
        displacementRgb(place, theme);
    // What has just come in stands out; what is old is near the middle of the map.
    colours_[static_cast<std::size_t>(RingColour::Age)][at] =
        colourRgb(ColourMap::Sequential, theme.dark ? 1.0 - 0.75 * place : 0.08 + 0.77 * place);
  }
}

double RingLook::place(std::complex<double> value, double full, int age) const {
  switch (colour) {
    case RingColour::Phase:
      return 0.5 + std::arg(value) / (2.0 * std::numbers::pi);
    case RingColour::Amplitude:
      return std::abs(value) / full;
    case RingColour::Displacement:
      return 0.5 + 0.5 * value.real() / full;
    case RingColour::Age:
      return age / full_age;
  }
  return 0.0;
}

QRgb RingLook::along(double place) const {
  const double at = std::clamp(place, 0.0, 1.0) * (kColourSteps - 1);
  return map()[static_cast<std::size_t>(std::lround(at))];
}

QRgb RingLook::line(std::complex<double> value, double full, int age) const {
  const double strength = std::abs(value) / full;
  if (!std::isfinite(strength)) return theme_.error.rgb();
  const QRgb rest = mixed(theme_.surface.rgb(), theme_.axis.rgb(), 0.7);
  switch (colour) {
    case RingColour::Phase:
      return mixed(rest, along(place(value, full, age)), strength / kQuiet);
    case RingColour::Age:
      return age < 0 ? rest : mixed(rest, along(place(value, full, age)), strength / kQuiet);
    case RingColour::Amplitude: {
      const double lift = theme_.dark ? kLift * std::max(1.0 - strength, 0.0) : 0.0;
      const QRgb rgb = mixed(along(strength), theme_.text.rgb(), lift);
      return mixed(rest, rgb, strength / kQuiet);
    }
    case RingColour::Displacement: {
      const double end = theme_.dark ? kBlueEnd : 0.5 * kBlueEnd;
      const QRgb rgb = colourRgb(ColourMap::Diverging, value.real() < 0.0 ? end : 1.0 - end);
      return mixed(rest, rgb, std::sqrt(std::abs(value.real()) / full));
    }
  }
  return rest;
}

QRgb RingLook::area(std::complex<double> value, double full, int age) const {
  const double strength = std::abs(value) / full;
  if (!std::isfinite(strength)) return theme_.error.rgb();
  if (colour == RingColour::Age && age < 0) return theme_.surface.rgb();
  const QRgb colour_here = along(place(value, full, age));
  if (colour == RingColour::Phase || colour == RingColour::Age)
    return mixed(theme_.surface.rgb(), colour_here, std::sqrt(strength));
  return colour_here;
}

}  // namespace ssmscope::ui
