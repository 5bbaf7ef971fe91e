// Sizes of lists of numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace ssmscope::compute {

inline double sum_of_squares(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return sum;
}

inline double norm(std::span<const double> values) { return std::sqrt(sum_of_squares(values)); }

/// 0 for none; NaN entries do not count.
inline double largest_magnitude(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace ssmscope::compute
