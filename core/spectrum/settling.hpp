// When a step response has settled, beyond the steps that were computed too.
#pragma once

#include <span>
#include <string>

#include "core/compute/progress.hpp"
#include "core/spectrum/convention.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::spectrum {

struct Settling {
  double steps;      ///< NaN: never, or not to be said
  std::string note;  ///< then: why
};

/// The least l from which on the step response stays within kSettledBand (response_markers.hpp) of
/// `dc_gain`. `step`: its first samples, in the convention asked for.
Settling settling_of_step(const target::ScenarioModel& model, const Discretisation& discretisation,
                          double dc_gain, std::span<const double> step,
                          const compute::Progress& progress, Convention convention);

}  // namespace ssmscope::spectrum
