// The scenario as JSON: strict reading, exact round trip.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

/// The largest scenario file that is read; lists of a million poles stay below it.
inline constexpr std::size_t kLargestScenarioBytes = 64u << 20;

/// Reads a scenario; absent keys have their defaults. `base` is the folder that relative file
/// paths start from. Throws InputError naming the field for bad JSON, unknown keys, wrong types
/// and values out of range (check() included).
Scenario scenario_from_json(std::string_view text, const std::filesystem::path& base);
Scenario scenario_from_json(const nlohmann::json& value, const std::filesystem::path& base);

/// Complete JSON, defaults filled in; reading it gives an equal scenario. Paths below `base`
/// are written relative to it; without a `base`, whole.
nlohmann::ordered_json scenario_to_json(const Scenario& scenario,
                                        const std::filesystem::path& base);

/// Reads the file whole (at most kLargestScenarioBytes). Throws InputError naming the file.
Scenario load_scenario(const std::filesystem::path& file);

/// Writes a temporary file beside `file` and renames it. Throws InputError naming the file.
void save_scenario(const Scenario& scenario, const std::filesystem::path& file);

}  // namespace ssmscope
