// |H(z)| over the complex plane (MATHS section 3): a landscape with a peak at every pole, cut
// along the unit circle by the response that an input sees.
#pragma once

#include <vector>

#include "core/compute/progress.hpp"
#include "core/spectrum/convention.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

inline constexpr double kSurfaceRadius = 1.5;

/// |H| in decibels on a polar grid, row by row (a row is one radius), cut off at `lowest` and
/// `highest`.
struct ResponseSurface {
  std::vector<double> radius;  ///< ascending, from 0 to kSurfaceRadius
  std::vector<double> angle;   ///< ascending, from -pi to pi, both ends
  std::vector<double> height_db;
  std::size_t circle = 0;  ///< the row at |z| = 1
  double lowest = 0.0, highest = 0.0;

  double at(std::size_t row, std::size_t column) const {
    return height_db[row * angle.size() + column];
  }
};

/// The grid runs through the poles, as far as there are not too many of them, so that a peak is as
/// narrow as it is and never between two lines.
ResponseSurface response_surface(const ssm::DiscreteModel& model, const compute::Progress& progress,
                                 Convention convention = Convention::Present);

}  // namespace ssmscope::spectrum
