#include "core/spectrum/response_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kEqualRadii = 36, kEqualAngles = 64;
constexpr std::size_t kMostPoleRadii = 16, kMostPoleAngles = 64;
// Lines nearer than this are drawn as one.
constexpr double kSameRadius = 2e-3, kSameAngle = 2e-3;
// Heights shown above and below the largest gain on the circle.
constexpr double kDecibelsAbove = 25.0, kDecibelsBelow = 50.0;
// More modes cost more a cell: beyond this many the grid gets coarser, to this part at least.
constexpr double kModesInFull = 64.0, kCoarsest = 0.4;
constexpr std::size_t kTermsAPoll = 1 << 16;

/// So many lines of `count` for a model of this size.
template <class Count>
Count lines_of(Count count, const ssm::DiscreteModel& model) {
  const double part = std::sqrt(kModesInFull / static_cast<double>(model.modes()));
  return static_cast<Count>(static_cast<double>(count) * std::clamp(part, kCoarsest, 1.0));
}

/// `values` sorted, those nearer than `apart` to the one before left out, and at most `most` of
/// them, evenly chosen.
std::vector<double> spread(std::vector<double> values, double apart, std::size_t most) {
  std::sort(values.begin(), values.end());
  std::vector<double> kept;
  for (const double value : values)
    if (kept.empty() || value - kept.back() > apart) kept.push_back(value);
  if (kept.size() <= most) return kept;
  std::vector<double> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(kept[i * (kept.size() - 1) / (most - 1)]);
  return chosen;
}

/// Both lists as one grid: of two lines that nearly meet the one from `exact` stays.
std::vector<double> grid(const std::vector<double>& equal, const std::vector<double>& exact,
                         double apart) {
  std::vector<double> lines = exact;
  for (const double line : equal) {
    const auto near = [line, apart](double other) { return std::abs(line - other) <= apart; };
    if (std::none_of(exact.begin(), exact.end(), near)) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<double> radii(const ssm::DiscreteModel& model) {
  std::vector<double> equal, poles;
  const int count = lines_of(kEqualRadii, model);
  for (int i = 1; i < count; ++i) equal.push_back(kSurfaceRadius * i / count);
  for (const Complex& pole : model.abar) {
    const double size = std::abs(pole);
    if (size > kSameRadius && size < kSurfaceRadius - kSameRadius &&
        std::abs(size - 1.0) > 0.1 * kSameRadius)
      poles.push_back(size);
  }
  std::vector<double> exact =
      spread(std::move(poles), kSameRadius, lines_of(kMostPoleRadii, model));
  for (const double line : {0.0, 1.0, kSurfaceRadius}) exact.push_back(line);
  return grid(equal, exact, kSameRadius);
}

/// Of the upper half of the plane, 0 and pi included.
std::vector<double> upper_angles(const ssm::DiscreteModel& model) {
  std::vector<double> equal, poles;
  const int count = lines_of(kEqualAngles, model);
  for (int i = 1; i < count; ++i) equal.push_back(kPi * i / count);
  for (const Complex& pole : model.abar) {
    const double angle = std::abs(std::arg(pole));
    if (angle > kSameAngle && angle < kPi - kSameAngle) poles.push_back(angle);
  }
  std::vector<double> exact =
      spread(std::move(poles), kSameAngle, lines_of(kMostPoleAngles, model));
  for (const double line : {0.0, kPi}) exact.push_back(line);
  return grid(equal, exact, kSameAngle);
}

/// H(z) - D of both members of each pair, each term g z/(z - abar): finite at z = 0 too. Delayed:
/// g/(z - abar).
Complex states_part(const ssm::DiscreteModel& model, Complex z, Convention convention) {
  double re = 0.0, im = 0.0;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const Complex a = model.abar[m], g = model.c[m] * model.bbar[m];
    for (const double sign : {1.0, -1.0}) {
      const double dr = z.real() - a.real(), di = z.imag() - sign * a.imag();
      const double gi = sign * g.imag(), size = dr * dr + di * di;
      re += (g.real() * dr + gi * di) / size;
      im += (gi * dr - g.real() * di) / size;
    }
  }
  const Complex sum = 0.5 * model.factor * Complex(re, im);
  return convention == Convention::Delayed ? sum : z * sum;
}

double decibels(Complex value) { return 20.0 * std::log10(std::abs(value)); }

/// Of the upper half: rows of radii, columns of angles.
std::vector<double> heights(const ssm::DiscreteModel& model, const std::vector<double>& radius,
                            const std::vector<double>& angle, Convention convention,
                            const compute::Progress& progress) {
  std::vector<double> out;
  out.reserve(radius.size() * angle.size());
  std::size_t terms = 0;
  for (const double r : radius) {
    for (const double at : angle) {
      out.push_back(decibels(states_part(model, std::polar(r, at), convention) + model.d));
      if ((terms += 2 * model.modes()) < kTermsAPoll) continue;
      progress.check();
      terms = 0;
    }
  }
  return out;
}

/// Of the finite heights on the circle; 0 when there is none.
double highest_on_circle(const std::vector<double>& heights, std::size_t row, std::size_t columns) {
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < columns; ++k) {
    const double each = heights[row * columns + k];
    if (std::isfinite(each)) highest = std::max(highest, each);
  }
  return std::isfinite(highest) ? highest : 0.0;
}

}  // namespace

ResponseSurface response_surface(const ssm::DiscreteModel& model, const compute::Progress& progress,
                                 Convention convention) {
  ResponseSurface surface;
  surface.radius = radii(model);
  surface.circle = static_cast<std::size_t>(
      std::find(surface.radius.begin(), surface.radius.end(), 1.0) - surface.radius.begin());
  const std::vector<double> upper = upper_angles(model);
  const std::vector<double> half = heights(model, surface.radius, upper, convention, progress);
  const double top = highest_on_circle(half, surface.circle, upper.size());
  surface.highest = top + kDecibelsAbove;
  surface.lowest = top - kDecibelsBelow;
  // H of the conjugate is the conjugate of H.
  for (std::size_t k = upper.size(); k-- > 1;) surface.angle.push_back(-upper[k]);
  surface.angle.insert(surface.angle.end(), upper.begin(), upper.end());
  const auto cut = [&](double height) {
    // At a pole infinite, at a zero minus infinite, 0/0 where both meet: cut like a pole.
    return std::isnan(height) ? surface.highest
                              : std::clamp(height, surface.lowest, surface.highest);
  };
  for (std::size_t row = 0; row < surface.radius.size(); ++row) {
    const double* const heights_of_row = half.data() + row * upper.size();
    for (std::size_t k = upper.size(); k-- > 1;)
      surface.height_db.push_back(cut(heights_of_row[k]));
    for (std::size_t k = 0; k < upper.size(); ++k)
      surface.height_db.push_back(cut(heights_of_row[k]));
  }
  return surface;
}

}  // namespace ssmscope::spectrum
