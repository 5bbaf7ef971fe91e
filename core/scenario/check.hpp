// Rules over the whole scenario: every range of the parameter table and what several fields
// must satisfy together.
#pragma once

#include <utility>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

/// Largest output matrix of a layer: decoder.channels times model.pairs.
inline constexpr long kLargestOutputTable = 1L << 16;
/// Most complex numbers of one state table: resolution.steps times model.pairs.
inline constexpr long kLargestStateTable = 1L << 24;
/// Largest fit of C to the target: target.length times model.pairs.
inline constexpr long kLargestTargetFit = 1L << 20;
/// Most pairs of init legs: its poles come from a dense eigenproblem of twice the size.
inline constexpr int kMostLegsPairs = 1024;
/// Largest magnitude of a number in a list (poles, B, C, samples, weights).
inline constexpr double kLargestListValue = 1e12;

/// Throws InputError with one sentence that names the field and the allowed range. Checks every
/// row of the table that applies, list lengths against each other (lambda, B, C), finite list
/// values, families and presets not built yet, and the sizes that memory allows.
///
/// Explicit poles may have Re lambda >= 0 (drawn as unstable). While model.conjugate is true a
/// list that holds both members of a conjugate pair is refused, since each would be counted
/// twice: give one of each pair, or the whole spectrum with conjugate false. So an odd state
/// keeps its real pole, without the factor 2, as a full list with conjugate false.
void check(const Scenario& scenario);

/// Places i < j of some pair lambda[i] = conj(lambda[j]), Im /= 0, to rounding; equal places when
/// there is none. O(n log n) for spread poles.
std::pair<std::size_t, std::size_t> conjugate_members(const ComplexList& lambda);

}  // namespace ssmscope
