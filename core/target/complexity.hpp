// How hard a memory function is for a linear recurrent model (MATHS section 6).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::target {

/// Share of sum rho^2 outside the k largest |rho|^2, k = 0..T. All zeros when rho is zero.
std::vector<double> tail_energy(std::span<const double> rho);

/// Singular values, descending, of the T x T Hankel matrix rho(i + j) (0 where i + j >= T). O(T^3);
/// polls on the way as symmetric_eigen does.
std::vector<double> hankel_singular_values(std::span<const double> rho,
                                           const compute::Progress& progress = compute::Progress());

/// exp(entropy of sigma / sum sigma); 0 when all are zero.
double effective_rank(std::span<const double> singular_values);

/// Least relative MSE of any model with N = 0, 1, .., states real states, D fixed: the largest
/// Hankel-block bound over 16 splits. With a free D read entry N + 1. Entry count:
/// max_states + 1. Entry 0 is 1 (or 0 for rho = 0). O(T^3); polls on the way as singular_values
/// does.
std::vector<double> error_floor(std::span<const double> rho, int max_states,
                                const compute::Progress& progress = compute::Progress());

}  // namespace ssmscope::target
