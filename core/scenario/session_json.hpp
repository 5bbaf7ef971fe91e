// A session as JSON: a scenario and what the window adds.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

struct Session {
  Scenario scenario;
  std::optional<Scenario> compare;                  ///< a second scenario beside the first
  std::vector<Scenario> pins;                       ///< kept as ghosts
  nlohmann::json views = nlohmann::json::object();  ///< the window's own: an object, unread here
  bool operator==(const Session&) const = default;
};

inline constexpr std::size_t kMostPins = 100;

/// A JSON object with a key that only a session has.
bool is_session(const nlohmann::json& value);

/// Strict, as scenario_from_json; complaints start with "scenario.", "compare." or "pins[2].".
Session session_from_json(std::string_view text, const std::filesystem::path& base);
Session session_from_json(const nlohmann::json& value, const std::filesystem::path& base);

/// Complete; reading it gives an equal session.
nlohmann::ordered_json session_to_json(const Session& session, const std::filesystem::path& base);

/// A session, or a scenario as a session of that scenario alone. Throws InputError naming the
/// file.
Session load_session(const std::filesystem::path& file);

/// Temporary file, then rename. Throws InputError naming the file.
void save_session(const Session& session, const std::filesystem::path& file);

}  // namespace ssmscope
