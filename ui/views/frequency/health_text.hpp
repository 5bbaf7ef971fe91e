// What the health panel says: a line for each thing that may go wrong, with its reason.
#pragma once

#include <QString>
#include <vector>

#include "core/spectrum/frequency_analysis.hpp"

namespace ssmscope::ui {

enum class HealthMark { Good, Warn, Bad };

struct HealthLine {
  HealthMark mark;
  QString says;  ///< what is so, in a few words
  QString why;   ///< what it means, in a sentence or two
};

/// `single`: float32, where it has been computed; else null.
std::vector<HealthLine> healthLines(const spectrum::FrequencyResult& result,
                                    const Scenario& scenario,
                                    const spectrum::SinglePrecision* single);

}  // namespace ssmscope::ui
