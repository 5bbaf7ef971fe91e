// The views of the window, in their order.
#pragma once

#include <vector>

#include "ui/live/view.hpp"

namespace ssmscope::ui {

std::vector<ViewInfo> allViews();

}  // namespace ssmscope::ui
