#include "core/spectrum/spectrum_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ssmscope::spectrum {
namespace {

constexpr double kMostOfIt = 0.9;
constexpr double kSteady = 1e-9;    // radians a step
constexpr double kRounding = 1e-6;  // by which a ratio may pass 1

double edge_ratio(const SpectrumResult& result) {
  if (result.eigenvalues.empty() || result.response_squared_sorted.empty())
    return std::numeric_limits<double>::quiet_NaN();
  return result.eigenvalues.front() / result.response_squared_sorted.front();
}

}  // namespace

SpectrumSummary summarise(const SpectrumResult& result) {
  SpectrumSummary summary;
  const double known = std::accumulate(result.eigenvalues.begin(), result.eigenvalues.end(), 0.0);
  if (result.largest_only && result.trace > 0.0) {
    summary.leading = leading_count(result.eigenvalues, kMostOfIt, result.trace);
    summary.known_share = std::min(1.0, known / result.trace);
    summary.all_leading_known = summary.known_share >= kMostOfIt;
  } else {
    summary.leading = leading_count(result.eigenvalues, kMostOfIt);
  }
  if (result.length > 0 && !result.largest_only)
    summary.leading = summary.leading * result.window / result.length;
  summary.edge_ratio = edge_ratio(result);
  summary.above_edge = summary.edge_ratio > 1.0 + kRounding;
  summary.unbounded = !result.stable;
  summary.alike =
      result.eigenvalues.size() > 1 && result.eigenvalues.front() - result.eigenvalues.back() <=
                                           kRounding * result.eigenvalues.front();
  return summary;
}

int leading_count(std::span<const double> eigenvalues, double share, std::optional<double> sum) {
  const double own = std::accumulate(eigenvalues.begin(), eigenvalues.end(), 0.0);
  const double whole = sum.value_or(own);
  if (!(whole > 0.0)) return 0;
  double reached = 0.0;
  for (std::size_t i = 0; i < eigenvalues.size(); ++i) {
    reached += eigenvalues[i];
    if (reached >= share * whole) return static_cast<int>(i) + 1;
  }
  return static_cast<int>(eigenvalues.size());
}

std::optional<int> nearest_frequency(std::span<const double> frequencies, double omega) {
  std::optional<int> nearest;
  double least = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double distance = std::abs(frequencies[i] - omega);
    if (std::isnan(distance) || (nearest && distance >= least)) continue;
    nearest = static_cast<int>(i);
    least = distance;
  }
  return nearest;
}

bool is_steady(double omega) { return std::abs(omega) < kSteady; }

}  // namespace ssmscope::spectrum
