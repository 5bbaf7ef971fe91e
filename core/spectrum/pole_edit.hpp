// Moving, adding and taking away a pole of a scenario by hand. Each makes the poles explicit and
// keeps everything else: B, C (fitted where it was), D, rule, step.
#pragma once

#include <cstddef>

#include "core/scenario/scenario.hpp"

namespace ssmscope::spectrum {

/// The continuous pole that a rule takes to `abar`. Under ZOH and Euler-B there is one in every
/// turn: the one whose Im lambda is nearest to that of `near`, so that a pole that is led around
/// the circle goes on into the next turn. `near` where there is none (abar = 0 under ZOH).
Complex continuous_pole(Rule rule, Complex abar, double delta, Complex near);

/// The scenario's poles: those of its initialiser or its list.
ComplexList poles(const Model& model);

/// All of these throw InputError where the model has no mode `mode`.
Scenario with_pole_moved(Scenario scenario, std::size_t mode, Complex lambda);
Scenario with_discrete_pole_moved(Scenario scenario, std::size_t mode, Complex abar);
/// A last mode at `lambda`; in lists of B and C it gets 1.
Scenario with_pole_added(Scenario scenario, Complex lambda);
/// With the nearest turn to the real axis.
Scenario with_discrete_pole_added(Scenario scenario, Complex abar);
/// Throws InputError for the last mode too: a model has at least one.
Scenario without_pole(Scenario scenario, std::size_t mode);

}  // namespace ssmscope::spectrum
