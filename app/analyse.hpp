// `ssmscope analyse`: one analysis, headless.
#pragma once

#include "app/command_line.hpp"

namespace ssmscope::app {

/// Writes the result to stdout or the output file. Throws InputError.
void run_analyse(const Analyse& command);

}  // namespace ssmscope::app
