#pragma once

#include "ui/live/view.hpp"

namespace ssmscope::ui {

ViewInfo memoryViewInfo();

}  // namespace ssmscope::ui
