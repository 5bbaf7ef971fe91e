// Memory functions rho(s, alpha): what a target remembers (MATHS section 6, arXiv 2506.05678;
// the alpha forms are ours and live in this folder's memory_function.cpp alone).
#pragma once

#include <span>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::target {

/// rho(0..T-1) of the scenario's target. Throws InputError (T too short for the kind, bad file).
std::vector<double> memory_function(const Target& target);

/// rho of one analytic kind. length >= 2 (Airy >= 64), alpha in [0, 1].
std::vector<double> memory_function(MemoryKind kind, double alpha, int length);

/// The decay time tau in steps of the exponential or polynomial kind.
double decay_time(MemoryKind kind, double alpha, int length);

/// mu(alpha) (T - 1): how many of the T steps the target remembers; NaN for a kind without one
/// alpha.
double remembered_steps(MemoryKind kind, double alpha, int length);

/// Ai(x) to 1e-12 for x >= -1000; below, its phase is known to the last digit of |x|^{3/2} only.
double airy(double x);

}  // namespace ssmscope::target
