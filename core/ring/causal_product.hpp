// Causal convolution with a finite memory.
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::ring {

/// y_t = sum_{s <= t} memory(s) input(t - s), t = 0 .. input.size() - 1: linear, never circular.
/// Direct for short memories, else by zero-padded transforms: O(n log n).
std::vector<double> causal_product(std::span<const double> memory, std::span<const double> input,
                                   compute::Progress& progress);

}  // namespace ssmscope::ring
