// The decoder order by order: sigma(y) as a power series about a working point (MATHS section 2,
// "Volterra view"). Order p couples p inputs at a time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ring/layer.hpp"

namespace ssmscope::ring {

inline constexpr int kVolterraOrders = 8;

struct Volterra {
  std::vector<double> point;      ///< mean of each channel's y over the steps
  std::vector<double> share;      ///< |term p|^2 / |sigma(y) - sigma(point)|^2, p = 1, 2, ..
  std::vector<double> remainder;  ///< the same of what orders 1 .. p leave
  std::size_t outside = 0;        ///< values of y at which the series does not converge
  std::vector<std::string> notes;
};

/// y: channels x steps, finite. Shares need not add up to 1: the terms are not orthogonal. Empty,
/// with a note, for ReLU and Glu, which have no such series here, and where y does not move.
Volterra volterra(const Layer& layer, std::span<const double> y, std::size_t steps,
                  const compute::Progress& progress);

}  // namespace ssmscope::ring
