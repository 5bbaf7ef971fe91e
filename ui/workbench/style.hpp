// How the controls of the window look: one style sheet made of the theme.
#pragma once

#include <QString>

#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

QString styleSheet(const Theme& theme);

/// Palette, font and style sheet of the whole program.
void applyToApplication(const Theme& theme);

}  // namespace ssmscope::ui
