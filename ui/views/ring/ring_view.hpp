#pragma once

#include "ui/live/view.hpp"

namespace ssmscope::ui {

ViewInfo ringViewInfo();

}  // namespace ssmscope::ui
