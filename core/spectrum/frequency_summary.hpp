// What a frequency response says in a few numbers.
#pragma once

#include "core/spectrum/frequency_analysis.hpp"

namespace ssmscope::spectrum {

struct FrequencySummary {
  double peak_omega = 0.0;  ///< of the greatest gain, omega = 0 included; radians a step
  double peak_gain = 0.0;   ///< 0: the response is zero
  bool flat = false;        ///< every gain is within a thousandth of the greatest
  /// The first computed frequency above the peak with at most half its power; NaN when none has.
  double half_power_omega = 0.0;
  int aliased = 0;  ///< modes
};
FrequencySummary summarise(const FrequencyResult& result);

}  // namespace ssmscope::spectrum
