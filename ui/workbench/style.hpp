// How the controls of the window look: one style sheet made of the theme.
#pragma once

#include <QString>
#include <QVariant>
#include <QWidget>

#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

QString styleSheet(const Theme& theme);

/// Palette, font and style sheet of the whole program.
void applyToApplication(const Theme& theme);

/// A property by which the style sheet chooses: the widget looks as it says from now on.
void setStyleProperty(QWidget& widget, const char* name, const QVariant& value);

}  // namespace ssmscope::ui
