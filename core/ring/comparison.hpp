// A second model to run beside a scenario's own, on the same clock and the same input.
#pragma once

#include "core/scenario/scenario.hpp"

namespace ssmscope::ring {

enum class Comparison { None, OtherPoles, DoubleStep, Pinned };

/// OtherPoles: S4D-Inv beside S4D-Lin, S4D-Lin beside every other; DoubleStep: twice delta. None
/// and Pinned: the scenario itself.
Scenario compared(const Scenario& scenario, Comparison how);

}  // namespace ssmscope::ring
