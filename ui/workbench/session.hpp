// A session: a scenario and what the window adds to it.
#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

/// Curves that were kept as ghosts: the scenario they belong to and the views that show them
/// (empty: all).
struct Pin {
  Scenario scenario;
  std::vector<std::string> views;
  bool operator==(const Pin&) const = default;
};

struct Session {
  Scenario scenario;
  std::optional<Scenario> compare;
  std::vector<Pin> pins;
  nlohmann::ordered_json views = nlohmann::ordered_json::object();  ///< settings by view id
  bool operator==(const Session&) const = default;
};

/// Reads a session or a bare scenario. Throws InputError naming the file and the field.
Session loadSession(const QString& file);
Session sessionFromJson(std::string_view text, const QString& folder);

/// The session as text; file paths below `folder` are written relative to it.
std::string sessionText(const Session& session, const QString& folder);
/// Writes a temporary file beside `file` and renames it. Throws InputError.
void saveSession(const Session& session, const QString& file);

}  // namespace ssmscope::ui
