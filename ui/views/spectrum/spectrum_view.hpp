#pragma once

#include "ui/live/view.hpp"

namespace ssmscope::ui {

ViewInfo spectrumViewInfo();

}  // namespace ssmscope::ui
