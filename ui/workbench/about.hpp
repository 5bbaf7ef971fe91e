// About this program, and its keys.
#pragma once

#include <QWidget>

namespace ssmscope::ui {

void showAbout(QWidget* parent);
void showShortcuts(QWidget* parent);

}  // namespace ssmscope::ui
