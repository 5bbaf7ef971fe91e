#pragma once

#include "ui/live/view.hpp"

namespace ssmscope::ui {

ViewInfo refinementViewInfo();

}  // namespace ssmscope::ui
