// Start (iii) of MATHS section 6: the one mode more that lowers the residual most.
#pragma once

#include <span>

#include "core/compute/progress.hpp"
#include "core/memory/variable_projection.hpp"

namespace ssmscope::memory {

/// Of 14 rates 0.5/T .. 3, log-spaced, times the T frequencies pi j/T: the one whose
/// columns, added to those of `rates`, lower the sum of squares most. `residual` is what `rates`
/// leave of rho. Inner products of exponentials are geometric sums, so no candidate's columns are
/// ever made: O(T log T + K^2) a rate and frequency instead of O(T K).
Complex best_additional_rate(std::span<const double> residual, std::span<const Complex> rates,
                             const compute::Progress& progress);

}  // namespace ssmscope::memory
