// The same model read one step later: the convention in which an output sees the state before the
// present input has entered it (MATHS section 1 has the other one).
#pragma once

#include "core/spectrum/frequency_analysis.hpp"

namespace ssmscope::spectrum {

/// H' = z^-1 (H - D) + D and all that follows from it: response, magnitude, phase and delay (also
/// with D, where they are no mere shift), kernel and step one step later, markers, memory.
ResponseCurves delayed_response(const FrequencyResult& result, const target::ScenarioModel& model,
                                const Discretisation& discretisation, compute::Progress& progress);

/// The result as that convention shows it; `delayed` must be there. The float32 curves too.
FrequencyResult in_delayed_convention(FrequencyResult result);

}  // namespace ssmscope::spectrum
