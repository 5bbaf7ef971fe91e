// A file on the command line is a scenario or a session.
#pragma once

#include <filesystem>

#include "core/scenario/scenario.hpp"

namespace ssmscope::app {

/// The scenario of either. Throws InputError naming the file and the field.
Scenario load_scenario_or_session(const std::filesystem::path& file);

}  // namespace ssmscope::app
