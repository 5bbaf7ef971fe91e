#include "core/data/model_file.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/data/given_model.hpp"
#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/limits.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/object_reader.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/strict_json.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::data {

namespace {

using nlohmann::json;

/// [[re, im], ..] or [re, ..].
ComplexList list_of_numbers(const json& value, const std::string& field) {
  ComplexList list;
  for (const json& entry : value) {
    const std::string place = field + "[" + std::to_string(list.size()) + "]";
    if (!entry.is_array()) {
      list.emplace_back(read_number(entry, place), 0.0);
      continue;
    }
    const auto pair = read_numbers(entry, place);
    if (pair.size() != 2)
      throw InputError(place + " must be a number or [re, im], not " + std::to_string(pair.size()) +
                       " numbers");
    list.emplace_back(pair[0], pair[1]);
  }
  return list;
}

ComplexList any_list(const json& value, const std::string& field) {
  if (value.is_array()) return list_of_numbers(value, field);
  if (!value.is_object()) refuse_type(field, "a list of numbers or {\"re\", \"im\"}", value);
  return read_complex_list(value, field);
}

bool default_conjugate(const ComplexList& lambda) {
  if (std::ranges::all_of(lambda, [](Complex z) { return z.imag() == 0.0; })) return false;
  const auto [i, j] = conjugate_members(lambda);
  return i == j;
}

Scenario with_model(const Scenario& base, const GivenModel& given) {
  if (given.lambda.empty() || given.lambda.size() > kMostModes)
    throw InputError("lambda must have from 1 to " + std::to_string(kMostModes) + " poles, not " +
                     std::to_string(given.lambda.size()));
  Scenario scenario = base;
  Model& model = scenario.model;
  model.family = Family::S4d;
  model.init = Init::Explicit;
  model.seed = 1;
  model.lambda = given.lambda;
  model.pairs = static_cast<int>(given.lambda.size());
  model.conjugate = given.conjugate.value_or(default_conjugate(given.lambda));
  model.B = Ones{};
  if (given.B) model.B = *given.B;
  if (std::holds_alternative<ComplexList>(model.C)) model.C = FitToTarget{};
  if (given.C) model.C = *given.C;
  model.D = given.D.value_or(0.0);
  scenario.discretisation.delta = given.delta.value_or(base.discretisation.delta);
  scenario.discretisation.rule = given.rule.value_or(base.discretisation.rule);
  check(scenario);
  return scenario;
}

std::string imported_note(const std::filesystem::path& file, const GivenModel& given, int channel) {
  std::string note = "Own model from " + file.filename().string();
  if (given.channels > 1)
    note += ", channel " + std::to_string(channel) + " of " + std::to_string(given.channels);
  return note + ".";
}

}  // namespace

GivenModel given_by_json(std::string_view text) {
  constexpr std::string_view kKeys[] = {"lambda", "B", "C", "D", "delta", "rule", "conjugate"};
  const json value = parse_json(text);
  const ObjectReader reader(value, "");
  reader.allow_only(kKeys);
  GivenModel given;
  given.lambda = any_list(reader.require("lambda"), "lambda");
  if (const json* b = reader.find("B")) given.B = any_list(*b, "B");
  if (const json* c = reader.find("C")) given.C = any_list(*c, "C");
  if (const json* d = reader.find("D")) given.D = read_number(*d, "D");
  if (const json* delta = reader.find("delta")) given.delta = read_number(*delta, "delta");
  if (const json* rule = reader.find("rule"))
    given.rule = static_cast<Rule>(read_name(*rule, "rule", kRuleNames));
  if (const json* conjugate = reader.find("conjugate")) {
    if (!conjugate->is_boolean()) refuse_type("conjugate", "true or false", *conjugate);
    given.conjugate = conjugate->get<bool>();
  }
  return given;
}

Scenario import_model(const Scenario& base, const std::filesystem::path& file, int channel) {
  const std::string bytes = read_whole_file(file, kLargestDataBytes);
  try {
    if (bytes.size() > kLargestScenarioBytes && !bytes.starts_with("PK"))
      throw InputError("is larger than the " + std::to_string(kLargestScenarioBytes) +
                       " bytes of JSON that are read");
    const GivenModel given = bytes.starts_with("PK")
                                 ? given_by_arrays(parse_npz(bytes, "the archive"), channel)
                                 : given_by_json(bytes);
    Scenario scenario = with_model(base, given);
    scenario.title = file.stem().string();
    scenario.note = imported_note(file, given, channel);
    check(scenario);  // a file's name need not be UTF-8
    return scenario;
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

Scenario import_model_json(const Scenario& base, std::string_view text) {
  return with_model(base, given_by_json(text));
}

}  // namespace ssmscope::data
