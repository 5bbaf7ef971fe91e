// Rules over the whole scenario: every range of the parameter table and what several fields
// must satisfy together.
#pragma once

#include "core/scenario/scenario.hpp"

namespace ssmscope {

/// Throws InputError with one sentence that names the field and the allowed range. Checks every
/// row of the table that applies, list lengths against each other (lambda, B, C), finite list
/// values, families and presets not built yet, and the sizes that memory allows.
void check(const Scenario& scenario);

}  // namespace ssmscope
