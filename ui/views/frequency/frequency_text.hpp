// What the frequency view says in words.
#pragma once

#include <QString>
#include <QStringList>

#include "core/scenario/scenario.hpp"
#include "core/spectrum/frequency_analysis.hpp"

namespace ssmscope::ui {

/// The name of the unit of ordinary frequency: "Hz", or "cycles/day".
QString cyclesUnit(const Scenario& scenario);
/// "1.2 rad/step (19.1 Hz)".
QString frequencyText(double omega, const Scenario& scenario);
/// "200 steps (2 s)".
QString stepsText(double steps, const Scenario& scenario);

/// The read-outs: stability, DC gain, aliased modes, memory.
QStringList frequencyReadOuts(const spectrum::FrequencyResult& result, const Scenario& scenario);
/// One or two sentences about what is seen.
QString frequencyCaption(const spectrum::FrequencyResult& result, const Scenario& scenario);

}  // namespace ssmscope::ui
