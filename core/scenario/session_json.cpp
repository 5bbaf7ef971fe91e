#include "core/scenario/session_json.hpp"

#include <algorithm>
#include <string>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/object_reader.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/strict_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/scenario/within_field.hpp"

namespace ssmscope {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::vector<Scenario> read_pins(const json& value, const std::filesystem::path& base) {
  if (!value.is_array()) refuse_type("pins", "an array of scenarios", value);
  if (value.size() > kMostPins)
    throw InputError("pins must have from 0 to " + std::to_string(kMostPins) + " scenarios, not " +
                     std::to_string(value.size()));
  std::vector<Scenario> pins;
  for (const json& pin : value)
    pins.push_back(within_field("pins[" + std::to_string(pins.size()) + "]",
                                [&] { return scenario_from_json(pin, base); }));
  return pins;
}

}  // namespace

bool is_session(const json& value) {
  if (!value.is_object()) return false;
  return std::ranges::any_of(
      std::initializer_list<const char*>{"scenario", "compare", "pins", "views"},
      [&](const char* key) { return value.contains(key); });
}

Session session_from_json(const json& value, const std::filesystem::path& base) {
  constexpr std::string_view kKeys[] = {"version", "scenario", "compare", "pins", "views"};
  const ObjectReader reader(value, "");
  check_version(reader);
  reader.allow_only(kKeys);
  Session session;
  const json& scenario = reader.require("scenario");
  session.scenario = within_field("scenario", [&] { return scenario_from_json(scenario, base); });
  if (const json* compare = reader.find("compare"); compare != nullptr && !compare->is_null())
    session.compare = within_field("compare", [&] { return scenario_from_json(*compare, base); });
  if (const json* pins = reader.find("pins")) session.pins = read_pins(*pins, base);
  if (const json* views = reader.find("views")) {
    if (!views->is_object()) refuse_type("views", "an object", *views);
    session.views = *views;
  }
  return session;
}

Session session_from_json(std::string_view text, const std::filesystem::path& base) {
  return session_from_json(parse_json(text), base);
}

ordered_json session_to_json(const Session& session, const std::filesystem::path& base) {
  ordered_json out = ordered_json::object();
  out["version"] = 1;
  out["scenario"] = scenario_to_json(session.scenario, base);
  if (session.compare) out["compare"] = scenario_to_json(*session.compare, base);
  out["pins"] = ordered_json::array();
  for (const Scenario& pin : session.pins) out["pins"].push_back(scenario_to_json(pin, base));
  out["views"] = session.views;
  return out;
}

Session load_session(const std::filesystem::path& file) {
  const std::string text = read_whole_file(file, kLargestScenarioBytes);
  return within_field(file.string(), [&] {
    const json value = parse_json(text);
    if (is_session(value)) return session_from_json(value, file.parent_path());
    Session session;
    session.scenario = scenario_from_json(value, file.parent_path());
    return session;
  });
}

void save_session(const Session& session, const std::filesystem::path& file) {
  check(session.scenario);
  if (session.compare) check(*session.compare);
  for (const Scenario& pin : session.pins) check(pin);
  constexpr int kIndent = 2;
  try {
    write_whole_file(file, session_to_json(session, folder_of(file)).dump(kIndent) + "\n");
  } catch (const nlohmann::json::exception&) {  // the window's own text, not checked above
    throw InputError(file.string() + ": cannot be written: views must hold text in UTF-8");
  }
}

}  // namespace ssmscope
