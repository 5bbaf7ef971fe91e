// What a fitted mode is read as, and which one is nearest to a frequency.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/memory/memory_analysis.hpp"

namespace ssmscope::memory {

/// |Im rate| in radians a step, where sampling shows it: in [0, pi].
double shown_frequency(const FittedMode& mode);

/// -1/Re rate in steps; NaN for a mode that does not decay.
double memory_steps(const FittedMode& mode);

/// What one mode adds to the fit: 2 Re(amplitude exp(rate s)), s = 0..length-1.
std::vector<double> term(const FittedMode& mode, std::size_t length);

/// The fitted mode nearest in frequency to `omega` (radians a step, >= 0); none of no modes or of
/// NaN.
std::optional<int> nearest_fitted_mode(std::span<const FittedMode> modes, double omega);

/// The number of real states of a list of modes: two a pair, one a real mode.
int real_states(std::span<const FittedMode> modes);
/// Those of a scenario's model: one a real pole and one a pole whose conjugate is a pole too, else
/// two. `conjugate` does not matter: y is the real part of the sum either way.
int real_states(const Model& model);
/// The N of `floor` that bounds a model's kernel: its real states, and one for a direct term D,
/// which adds 1 to the rank of a Hankel block.
int floor_states(const Model& model);

}  // namespace ssmscope::memory
