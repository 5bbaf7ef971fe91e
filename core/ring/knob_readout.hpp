// What delta and alpha mean for a scenario, in steps: the lines under the two knobs.
#pragma once

#include <string>

#include "core/compute/progress.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ring {

struct KnobReadout {
  double memory_steps = 0.0;  ///< of the longest-lived mode; NaN when a mode does not fade
  double lap_steps = 0.0;     ///< of a pulse that keeps its shape; NaN when the waves disperse
  int modes = 0;
  int aliased = 0;
  bool warped = false;            ///< bilinear bends frequencies beyond Nyquist instead
  std::string instability;        ///< a sentence, or empty
  double remembered_steps = 0.0;  ///< of the target; NaN when it has no alpha
  int target_length = 0;
};

/// O(modes log modes).
KnobReadout read_knobs(const Scenario& scenario, compute::Progress& progress);
/// True when two scenarios read the same.
bool same_knobs(const Scenario& a, const Scenario& b);

}  // namespace ssmscope::ring
