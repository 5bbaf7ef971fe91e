#pragma once

#include "ui/live/view.hpp"

namespace ssmscope::ui {

ViewInfo frequencyViewInfo();

}  // namespace ssmscope::ui
