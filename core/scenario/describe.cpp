#include "core/scenario/describe.hpp"

#include <vector>

#include "core/scenario/numbers.hpp"
#include "core/scenario/parameters.hpp"

namespace ssmscope {

namespace {

std::string value_text(const Parameter& row, double value) {
  switch (row.kind) {
    case ParameterKind::Choice:
      return std::string(row.choice_labels[static_cast<std::size_t>(value)]);
    case ParameterKind::Flag:
      return value != 0.0 ? "on" : "off";
    case ParameterKind::Integer:
      return exact_number(value);
    default:
      return short_number(value);
  }
}

Difference change(const Parameter& row, const Scenario& before, const Scenario& after) {
  Difference made;
  made.what = row.label;
  made.words = row.kind == ParameterKind::Choice || row.kind == ParameterKind::Flag;
  made.before = value_text(row, row.get(before));
  made.after = value_text(row, row.get(after));
  if (made.before == made.after) {  // too near each other for six digits
    made.before = exact_number(row.get(before));
    made.after = exact_number(row.get(after));
  }
  made.unit = row.unit == "delta" ? after.discretisation.delta_unit : std::string(row.unit);
  return made;
}

/// Does this row, set in `before` to its value in `after`, explain the whole difference? Rows of
/// different kinds of input share no members, so one that applies to neither changes nothing.
bool explains(const Parameter& row, const Scenario& before, const Scenario& after) {
  if (!row.applies(before) || row.get(before) == row.get(after)) return false;
  Scenario changed = before;
  row.set(changed, row.get(after));
  return changed == after;
}

/// A part that no row of the table holds.
struct Part {
  const char* name;
  void (*copy)(Scenario& to, const Scenario& from);
};

void copy_input_file(Scenario& to, const Scenario& from) {
  if (std::holds_alternative<FileInput>(from.input)) to.input = from.input;
}

void copy_input_text(Scenario& to, const Scenario& from) {
  if (std::holds_alternative<TextInput>(from.input)) to.input = from.input;
}

const std::vector<Part>& parts() {
  static const std::vector<Part> all = {
      {"Title", [](Scenario& to, const Scenario& from) { to.title = from.title; }},
      {"Note", [](Scenario& to, const Scenario& from) { to.note = from.note; }},
      {"Unit of Δ",
       [](Scenario& to, const Scenario& from) {
         to.discretisation.delta_unit = from.discretisation.delta_unit;
       }},
      {"Input matrix B", [](Scenario& to, const Scenario& from) { to.model.B = from.model.B; }},
      {"Output matrix C", [](Scenario& to, const Scenario& from) { to.model.C = from.model.C; }},
      {"Poles λ",
       [](Scenario& to, const Scenario& from) {
         to.model.init = from.model.init;
         to.model.lambda = from.model.lambda;
         to.model.pairs = from.model.pairs;
         to.model.seed = from.model.seed;
       }},
      {"Mixture", [](Scenario& to, const Scenario& from) { to.target.parts = from.target.parts; }},
      {"Target", [](Scenario& to, const Scenario& from) { to.target = from.target; }},
      {"Input file", copy_input_file},
      {"Text", copy_input_text},
      {"Input", [](Scenario& to, const Scenario& from) { to.input = from.input; }},
      {"Resolution", [](Scenario& to, const Scenario& from) { to.resolution = from.resolution; }},
      {"Read-out w",
       [](Scenario& to, const Scenario& from) {
         to.decoder.weights = from.decoder.weights;
         to.decoder.channels = from.decoder.channels;
       }},
      {"Decoder", [](Scenario& to, const Scenario& from) { to.decoder = from.decoder; }},
      {"Stack", [](Scenario& to, const Scenario& from) { to.stack = from.stack; }},
      {"Refinement", [](Scenario& to, const Scenario& from) { to.refinement = from.refinement; }},
      {"Model", [](Scenario& to, const Scenario& from) { to.model = from.model; }},
  };
  return all;
}

}  // namespace

Difference difference(const Scenario& before, const Scenario& after) {
  if (before == after) return {};
  for (const Parameter& row : parameters())
    if (explains(row, before, after)) return change(row, before, after);
  Difference made;
  for (const Part& part : parts()) {
    Scenario changed = before;
    part.copy(changed, after);
    if (changed != after) continue;
    made.what = part.name;
    return made;
  }
  made.what = "several changes";
  return made;
}

}  // namespace ssmscope
