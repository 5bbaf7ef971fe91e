// The line under each knob: what Δ and α mean now.
#pragma once

#include <QString>

#include "core/ring/knob_readout.hpp"

namespace ssmscope::ui {

QString deltaText(const ring::KnobReadout& readout);  ///< "memory 200 steps, lap 200 steps, ..."
QString alphaText(const ring::KnobReadout& readout);  ///< "remembers 28 of 256 steps"

}  // namespace ssmscope::ui
