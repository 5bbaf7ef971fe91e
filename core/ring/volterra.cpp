#include "core/ring/volterra.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ssmscope::ring {
namespace {

constexpr std::size_t kStepsAPoll = 16384;

/// Sums of squares over steps and channels.
struct Energies {
  double whole = 0.0;
  std::array<double, kVolterraOrders> term{}, left{};
};

void add_value(Energies& sums, Activation kind, std::span<const double> taylor, double y,
               double point) {
  const double delta = y - point;
  double left = activate(kind, y) - taylor[0];
  sums.whole += left * left;
  double power = 1.0;
  for (std::size_t p = 0; p < sums.term.size(); ++p) {
    power *= delta;
    const double term = taylor[p + 1] * power;
    left -= term;
    sums.term[p] += term * term;
    sums.left[p] += left * left;
  }
}

/// The nearest poles of tanh are at +- i pi/2, all around the real axis.
double radius(Activation kind, double point) {
  constexpr double kPole = 0.5 * std::numbers::pi;
  return kind == Activation::Tanh ? std::hypot(point, kPole) : INFINITY;
}

}  // namespace

Volterra volterra(const Layer& layer, std::span<const double> y, std::size_t steps,
                  const compute::Progress& progress) {
  Volterra result;
  const Activation kind = layer.activation;
  if (kind == Activation::Relu || kind == Activation::Glu) {
    result.notes.emplace_back(kind == Activation::Relu
                                  ? "ReLU has a kink and no power series: there are no orders."
                                  : "The orders are of functions of one output; GLU multiplies "
                                    "two.");
    return result;
  }
  Energies sums;
  std::array<double, kVolterraOrders + 1> taylor{};
  for (std::size_t h = 0; h < layer.channels; ++h) {
    const std::span<const double> row = y.subspan(h * steps, steps);
    const double point = std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(steps);
    result.point.push_back(point);
    taylor_coefficients(kind, point, taylor);
    const double reach = radius(kind, point);
    for (std::size_t t = 0; t < steps; ++t) {
      if (t % kStepsAPoll == 0) progress.check();
      add_value(sums, kind, taylor, row[t], point);
      if (!(std::abs(row[t] - point) < reach)) ++result.outside;
    }
  }
  if (!(sums.whole > 0.0) || !std::isfinite(sums.whole)) {
    result.notes.emplace_back(
        "The decoded output does not move over the window: no order has a "
        "share.");
    return result;
  }
  for (std::size_t p = 0; p < sums.term.size(); ++p) {
    result.share.push_back(sums.term[p] / sums.whole);
    result.remainder.push_back(sums.left[p] / sums.whole);
  }
  if (result.outside > 0)
    result.notes.push_back("The series of tanh does not converge at " +
                           std::to_string(result.outside) + " of " + std::to_string(y.size()) +
                           " values: they are further than the root of point^2 + pi^2/4 from the "
                           "working point.");
  return result;
}

}  // namespace ssmscope::ring
