// What a fitted mode is read as, and which one is nearest to a mode of the scenario.
#pragma once

#include <optional>
#include <span>

#include "core/memory/memory_analysis.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

/// |Im rate| in radians a step, where sampling shows it: in [0, pi].
double shownFrequency(const memory::FittedMode& mode);

/// -1/Re rate in steps; NaN for a mode that does not decay.
double memorySteps(const memory::FittedMode& mode);

/// The fitted mode nearest in frequency to the scenario's mode of that index; none when there is
/// no such mode.
std::optional<int> nearestFittedMode(std::span<const memory::FittedMode> modes,
                                     const Scenario& scenario, int mode);

}  // namespace ssmscope::ui
