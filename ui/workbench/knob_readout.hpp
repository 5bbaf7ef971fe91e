// What Δ and α mean now, in steps: the line under each knob.
#pragma once

#include <QString>
#include <string>

#include "core/compute/backend.hpp"
#include "core/compute/progress.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

struct KnobReadout {
  double memory_steps = 0.0;  ///< of the longest-lived mode; NaN when a mode does not fade
  double lap_steps = 0.0;     ///< of a pulse that keeps its shape; NaN when the waves disperse
  int modes = 0;
  int aliased = 0;
  bool warped = false;            ///< bilinear bends frequencies beyond Nyquist instead
  std::string instability;        ///< a sentence, or empty
  double remembered_steps = 0.0;  ///< of the target; NaN when it has no α
  int target_length = 0;
};

KnobReadout readKnobs(const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress);
bool sameKnobs(const Scenario& a, const Scenario& b);

QString deltaText(const KnobReadout& readout);  ///< "memory 200 steps, lap 200 steps, ..."
QString alphaText(const KnobReadout& readout);  ///< "remembers 28 of 256 steps"

}  // namespace ssmscope::ui
