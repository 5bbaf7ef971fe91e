#include "ui/plot/colour_maps.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ssmscope::ui {

namespace {

using Lab = std::array<double, 3>;  // OKLab: lightness, green-red, blue-yellow

constexpr double kPi = std::numbers::pi;
constexpr double kRadians = kPi / 180.0;
constexpr int kFine = 2048;  // points along a path when its length is measured
constexpr Rgb kUndefined = {0.5, 0.5, 0.5};

double gammaEncoded(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

/// OKLab to linear sRGB (Ottosson 2020); may leave 0..1.
Rgb linearRgb(const Lab& lab) {
  const auto cube = [](double value) { return value * value * value; };
  const double l = cube(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]);
  const double m = cube(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]);
  const double s = cube(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool displayable(const Rgb& linear) {
  return std::all_of(linear.begin(), linear.end(),
                     [](double part) { return part >= 0.0 && part <= 1.0; });
}

/// The colour itself, or the nearest greyer one of the same lightness that a screen has.
Lab withinGamut(Lab lab) {
  if (displayable(linearRgb(lab))) return lab;
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 30; ++i) {
    const double middle = 0.5 * (low + high);
    (displayable(linearRgb({lab[0], middle * lab[1], middle * lab[2]})) ? low : high) = middle;
  }
  return {lab[0], low * lab[1], low * lab[2]};
}

Lab sequentialPath(double t) {
  const double hue = (305.0 - 200.0 * t) * kRadians;
  const double chroma = 0.085 + 0.035 * std::sin(kPi * t) + 0.065 * t;
  return {0.24 + 0.69 * t, chroma * std::cos(hue), chroma * std::sin(hue)};
}

Lab divergingPath(double t) {
  const double side = 2.0 * t - 1.0;
  const double strength = std::abs(side);
  const double hue = (side < 0.0 ? 255.0 : 50.0) * kRadians;
  const double chroma = 0.135 * strength;
  return {0.96 - 0.48 * strength, chroma * std::cos(hue), chroma * std::sin(hue)};
}

/// An ellipse in the plane of lightness and blue-orange: the two that colour-blind eyes keep.
Lab cyclicPath(double t) {
  const double angle = 2.0 * kPi * (t - 0.5);
  const double hue = 65.0 * kRadians;
  const double chroma = -0.12 * std::sin(angle);
  return {0.62 + 0.27 * std::cos(angle), chroma * std::cos(hue), chroma * std::sin(hue)};
}

Lab pathAt(ColourMap map, double t) {
  switch (map) {
    case ColourMap::Sequential:
      return withinGamut(sequentialPath(t));
    case ColourMap::Diverging:
      return withinGamut(divergingPath(t));
    case ColourMap::Cyclic:
      break;
  }
  return withinGamut(cyclicPath(t));
}

/// OKLab's own distance sees differences of colour half as large as people do.
double distance(const Lab& a, const Lab& b) {
  return std::hypot(a[0] - b[0], 2.0 * (a[1] - b[1]), 2.0 * (a[2] - b[2]));
}

/// Samples the path at equal steps of its own length, which makes the map uniform to the eye.
std::array<Rgb, kColourSteps> uniformTable(ColourMap map) {
  std::vector<double> length(kFine + 1, 0.0);
  for (std::size_t i = 1; i <= kFine; ++i) {
    const auto at = [&](std::size_t k) { return pathAt(map, static_cast<double>(k) / kFine); };
    length[i] = length[i - 1] + distance(at(i), at(i - 1));
  }
  std::array<Rgb, kColourSteps> table{};
  // The last step of a cycle stops one short of the first.
  const double last = map == ColourMap::Cyclic ? kColourSteps : kColourSteps - 1;
  for (std::size_t step = 0; step < table.size(); ++step) {
    const double wanted = length.back() * static_cast<double>(step) / last;
    const auto found = std::lower_bound(length.begin(), length.end(), wanted);
    const double place = static_cast<double>(found - length.begin()) / kFine;
    const Rgb linear = linearRgb(pathAt(map, std::min(place, 1.0)));
    std::transform(linear.begin(), linear.end(), table[step].begin(), gammaEncoded);
  }
  return table;
}

}  // namespace

const std::array<Rgb, kColourSteps>& colourTable(ColourMap map) {
  static const std::array<std::array<Rgb, kColourSteps>, 3> tables = {
      uniformTable(ColourMap::Sequential), uniformTable(ColourMap::Diverging),
      uniformTable(ColourMap::Cyclic)};
  return tables.at(static_cast<std::size_t>(map));
}

Rgb colourAt(ColourMap map, double place) {
  if (std::isnan(place)) return kUndefined;
  const auto& table = colourTable(map);
  if (map == ColourMap::Cyclic) {
    const double turn = std::isfinite(place) ? place - std::floor(place) : 0.0;
    return table[static_cast<std::size_t>(turn * kColourSteps) % kColourSteps];
  }
  const double step = std::clamp(place, 0.0, 1.0) * (kColourSteps - 1);
  return table[static_cast<std::size_t>(std::lround(step))];
}

QRgb colourRgb(ColourMap map, double place) {
  const Rgb colour = colourAt(map, place);
  const auto byte = [](double part) { return static_cast<int>(std::lround(255.0 * part)); };
  return qRgb(byte(colour[0]), byte(colour[1]), byte(colour[2]));
}

double phasePlace(double radians) { return radians / (2.0 * kPi) + 0.5; }

}  // namespace ssmscope::ui
