// How many steps a model remembers: 99 % of its kernel's energy (MATHS section 1).
#pragma once

#include <span>

#include "core/compute/progress.hpp"
#include "core/spectrum/convention.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {

/// Least l with sum_{l' <= l} h_l'^2 >= 0.99 of the whole; NaN when the model is unstable or its
/// kernel is zero. `kernel`: its first samples in that convention, at least one; beyond them the
/// closed form is used.
double total_memory(const ssm::DiscreteModel& model, std::span<const double> kernel,
                    compute::Progress& progress, Convention convention = Convention::Present);

}  // namespace ssmscope::spectrum
