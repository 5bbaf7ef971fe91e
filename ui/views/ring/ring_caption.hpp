// What the ring does, in sentences with numbers.
#pragma once

#include <QString>

#include "core/ring/ring_analysis.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

QString ringCaption(const ring::RingResult& result, const Scenario& scenario);

}  // namespace ssmscope::ui
