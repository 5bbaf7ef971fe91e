// The window, and pictures of it.
#pragma once

#include "app/command_line.hpp"

namespace ssmscope::app {

/// Opens the workbench and runs until it is closed. Returns the exit status. Throws InputError.
int open_window(const OpenWindow& command, char* program);

/// Writes PNG pictures of the window and its views. Returns the exit status. Throws InputError.
int render(const Render& command, char* program);

}  // namespace ssmscope::app
