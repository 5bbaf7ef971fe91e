// What the operator view says in words.
#pragma once

#include <QString>
#include <QStringList>

#include "core/experiments/long_run.hpp"
#include "core/ring/stack_analysis.hpp"

namespace ssmscope::ui {

/// "S4D, inputs 1, outputs 4, 128 modes, memory 200 steps".
QString layerText(const ring::StackLayer& layer);
/// The read-outs: f, agreement, each layer.
QStringList operatorReadOuts(const ring::StackResult& result);
/// One or two sentences about what is seen.
QString operatorCaption(const ring::StackResult& result);
/// "1,000,000 steps in 0.8 s, f = 0.31"; `seconds` of work.
QString longRunText(const experiments::LongRunResult& run, double seconds);

}  // namespace ssmscope::ui
