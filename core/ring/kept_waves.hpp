// The ring with the waves of some modes alone: what a pruned copy of the model would show (MATHS
// section 2, "pruning").
#pragma once

#include <span>

#include "core/compute/progress.hpp"
#include "core/ring/ring_analysis.hpp"
#include "core/ring/ring_model.hpp"

namespace ssmscope::ring {

/// `result` without the waves of the modes that are not in `kept` (the scenario's indices): its
/// field, and its output with the direct term. The colour scale stays the whole ring's.
/// O(steps nodes log nodes).
RingResult kept_waves(const RingResult& result, const RingModel& model, std::span<const int> kept,
                      const compute::Progress& progress);

}  // namespace ssmscope::ring
