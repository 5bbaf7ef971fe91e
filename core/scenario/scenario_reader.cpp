// Reading a scenario from JSON. Scalars go through the parameter table; lists are read here.
#include <algorithm>
#include <cmath>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/limits.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/object_reader.hpp"
#include "core/scenario/parameters.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/session_json.hpp"
#include "core/scenario/strict_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/scenario/within_field.hpp"

namespace ssmscope {

namespace {

using nlohmann::json;
using Keys = std::vector<std::string_view>;

double scalar_value(const json& value, const Parameter& row, const std::string& field) {
  if (row.kind == ParameterKind::Choice)
    return static_cast<double>(read_name(value, field, row.choices));
  if (row.kind == ParameterKind::Flag) {
    if (!value.is_boolean()) refuse_type(field, "true or false", value);
    return value.get<bool>() ? 1.0 : 0.0;
  }
  return read_number(value, field);
}

/// Sets the row at path/key where the key is present. The range is checked before the value is
/// narrowed. Rows that do not apply are refused: `owner` says where they do.
void read_scalar(const ObjectReader& reader, std::string_view key, const std::string& pointer,
                 Scenario& scenario, const std::string& owner = "") {
  const json* value = reader.find(key);
  if (value == nullptr) return;
  const Parameter& row = *find_parameter(pointer);
  const std::string field = reader.field(key);
  const double number = scalar_value(*value, row, field);
  if (!row.applies(scenario) && !owner.empty()) throw InputError(field + " belongs to " + owner);
  if (const auto complaint = range_complaint(row, number, &scenario); !complaint.empty())
    throw InputError(complaint);
  row.set(scenario, number);
}

void read_text(const ObjectReader& reader, std::string_view key, std::string& text) {
  if (const json* value = reader.find(key)) text = read_string(*value, reader.field(key));
}

/// {"seed": n} or {"re", "im"}: what B and C have in common.
template <class Matrix>
void read_seed_or_list(const json& value, const std::string& field, const std::string& pointer,
                       Matrix& matrix, Scenario& scenario) {
  const ObjectReader reader(value, field);
  if (reader.find("re") != nullptr || reader.find("im") != nullptr) {
    matrix = read_complex_list(value, field);
    return;
  }
  constexpr std::string_view kSeed[] = {"seed"};
  reader.allow_only(kSeed);
  reader.require("seed", " (or give re and im)");
  matrix = Seeded{};
  read_scalar(reader, "seed", pointer, scenario);
}

void read_output_matrix(const json& value, Scenario& scenario) {
  const ObjectReader reader(value, "model.C");
  if (reader.find("fit") == nullptr) {
    constexpr std::string_view kAny[] = {"fit", "seed", "re", "im"};
    reader.allow_only(kAny);
    read_seed_or_list(value, "model.C", "/model/C/seed", scenario.model.C, scenario);
    return;
  }
  constexpr std::string_view kFit[] = {"fit"};
  constexpr std::string_view kTarget[] = {"target"};
  reader.allow_only(kFit, " beside fit");
  read_name(reader.require("fit"), "model.C.fit", kTarget);
  scenario.model.C = FitToTarget{};
}

/// The pairs of explicit poles are their number; a "pairs" beside them must agree (check()).
void read_poles(const ObjectReader& reader, Scenario& scenario) {
  Model& model = scenario.model;
  if (model.init != Init::Explicit) {
    if (reader.find("lambda") != nullptr)
      throw InputError("model.lambda belongs to init \"explicit\"");
    return;
  }
  model.lambda = read_complex_list(reader.require("lambda", " with init explicit"), "model.lambda");
  if (model.lambda.empty() || model.lambda.size() > kMostModes)
    throw InputError("model.lambda must have from 1 to " + std::to_string(kMostModes) +
                     " poles, not " + std::to_string(model.lambda.size()));
  if (reader.find("pairs") == nullptr) model.pairs = static_cast<int>(model.lambda.size());
}

void read_model(const json& value, Scenario& scenario) {
  const Keys known{"family", "init", "pairs", "conjugate", "seed", "lambda", "B", "C", "D"};
  const ObjectReader reader(value, "model");
  read_scalar(reader, "family", "/model/family", scenario);
  if (scenario.model.family != Family::S4d) check(scenario);  // "not built yet" comes first
  reader.allow_only(known);
  read_scalar(reader, "init", "/model/init", scenario);
  read_scalar(reader, "pairs", "/model/pairs", scenario);
  read_scalar(reader, "conjugate", "/model/conjugate", scenario);
  read_scalar(reader, "seed", "/model/seed", scenario, "init \"random\"");
  read_scalar(reader, "D", "/model/D", scenario);
  read_poles(reader, scenario);
  if (const json* b = reader.find("B"))
    read_seed_or_list(*b, "model.B", "/model/B/seed", scenario.model.B, scenario);
  if (const json* c = reader.find("C")) read_output_matrix(*c, scenario);
}

void read_discretisation(const json& value, Scenario& scenario) {
  const ObjectReader reader(value, "discretisation");
  reader.allow_only(Keys{"rule", "delta", "delta_unit"});
  read_text(reader, "delta_unit", scenario.discretisation.delta_unit);
  read_scalar(reader, "rule", "/discretisation/rule", scenario);
  read_scalar(reader, "delta", "/discretisation/delta", scenario);
}

FileReference read_file_reference(const ObjectReader& reader, const std::filesystem::path& base,
                                  const std::string& context) {
  FileReference file;
  file.path = read_string(reader.require("path", context), reader.field("path"));
  if (file.path.empty()) throw InputError(reader.field("path") + " must name a file");
  file.path = std::filesystem::absolute(base / file.path).lexically_normal().string();
  if (const json* bytes = reader.find("bytes"))
    file.length = read_count(*bytes, reader.field("bytes"));
  read_text(reader, "hash", file.hash);
  return file;
}

MixturePart read_part(const json& value, std::size_t index, double alpha) {
  constexpr std::string_view kAnalytic[] = {"exponential", "polynomial", "impulse", "airy"};
  const ObjectReader reader(value, "target.parts[" + std::to_string(index) + "]");
  reader.allow_only(Keys{"weight", "kind", "alpha"});
  MixturePart part;
  part.alpha = alpha;
  part.follows_alpha = reader.find("alpha") == nullptr;
  if (const json* weight = reader.find("weight"))
    part.weight = read_number(*weight, reader.field("weight"));
  if (const json* kind = reader.find("kind"))
    part.kind = static_cast<MemoryKind>(read_name(*kind, reader.field("kind"), kAnalytic));
  if (const json* own = reader.find("alpha")) part.alpha = read_number(*own, reader.field("alpha"));
  return part;
}

void read_parts(const json& value, Target& target) {
  if (!value.is_array()) refuse_type("target.parts", "an array of parts", value);
  target.parts.clear();
  for (const json& part : value)
    target.parts.push_back(read_part(part, target.parts.size(), target.alpha));
}

void read_samples(const ObjectReader& reader, Target& target) {
  target.values = read_numbers(reader.require("values", " with kind samples"), "target.values");
  if (target.values.size() > kLongestTarget)
    throw InputError("target.values must have from 2 to " + std::to_string(kLongestTarget) +
                     " values, not " + std::to_string(target.values.size()));
  if (reader.find("length") == nullptr) target.length = static_cast<int>(target.values.size());
}

void read_target(const json& value, Scenario& scenario, const std::filesystem::path& base) {
  const ObjectReader reader(value, "target");
  reader.allow_only(Keys{"kind", "alpha", "length", "parts", "values", "path", "bytes", "hash"});
  Target& target = scenario.target;
  read_scalar(reader, "kind", "/target/kind", scenario);
  Keys known{"kind", "alpha", "length"};
  if (target.kind == MemoryKind::Mixture) known.push_back("parts");
  if (target.kind == MemoryKind::Samples) known.push_back("values");
  if (target.kind == MemoryKind::File) known.insert(known.end(), {"path", "bytes", "hash"});
  const std::string kind = " with kind " + name_of(target.kind, kMemoryNames);
  reader.allow_only(known, kind);
  read_scalar(reader, "alpha", "/target/alpha", scenario);
  read_scalar(reader, "length", "/target/length", scenario);
  if (const json* parts = reader.find("parts")) read_parts(*parts, target);
  if (target.kind == MemoryKind::Samples) read_samples(reader, target);
  if (target.kind == MemoryKind::File) target.file = read_file_reference(reader, base, kind);
}

void read_fit(const json* value, Scenario& scenario) {
  constexpr int kDefaultPairs = 8;
  scenario.fit.pairs = std::min(scenario.model.pairs, kDefaultPairs);
  if (value == nullptr) return;
  const ObjectReader reader(*value, "fit");
  reader.allow_only(Keys{"pairs"});
  read_scalar(reader, "pairs", "/fit/pairs", scenario);
}

/// The keys of a kind of input: its rows of the parameter table, and a file's own.
Keys input_keys(const Scenario& scenario) {
  constexpr std::string_view kGroup = "/input/";
  Keys keys;
  for (const Parameter& row : parameters())
    if (row.pointer.starts_with(kGroup) && row.applies(scenario))
      keys.push_back(row.pointer.substr(kGroup.size()));
  if (std::holds_alternative<FileInput>(scenario.input))
    keys.insert(keys.end(), {"path", "bytes", "hash"});
  if (std::holds_alternative<TextInput>(scenario.input)) keys.emplace_back("text");
  return keys;
}

void read_input(const json& value, Scenario& scenario, const std::filesystem::path& base) {
  const ObjectReader reader(value, "input");
  read_scalar(reader, "kind", "/input/kind", scenario);
  const std::string kind = " with kind " + std::string(kInputNames[scenario.input.index()]);
  const Keys keys = input_keys(scenario);
  reader.allow_only(keys, kind);
  for (const auto key : keys)
    if (const auto pointer = "/input/" + std::string(key); find_parameter(pointer) != nullptr)
      read_scalar(reader, key, pointer, scenario);
  if (auto* input = std::get_if<FileInput>(&scenario.input))
    input->file = read_file_reference(reader, base, kind);
  if (auto* input = std::get_if<TextInput>(&scenario.input)) read_text(reader, "text", input->text);
}

/// A group that holds nothing but scalars.
void read_scalars(const json& value, const std::string& group, const Keys& keys,
                  Scenario& scenario) {
  const ObjectReader reader(value, group);
  reader.allow_only(keys);
  for (const auto key : keys)
    read_scalar(reader, key, "/" + group + "/" + std::string(key), scenario);
}

/// {"seed": n} or a list of numbers, one for each channel. Channels that are not given are as many
/// as the list has numbers.
void read_weights(const json& value, bool channels_given, Scenario& scenario) {
  auto& weights = scenario.decoder.weights;
  if (value.is_array()) {
    const auto list = read_numbers(value, "decoder.weights");
    if (!channels_given) scenario.decoder.channels = static_cast<int>(list.size());
    weights = list;
    return;
  }
  const ObjectReader reader(value, "decoder.weights");
  reader.allow_only(Keys{"seed"});
  reader.require("seed", " (or give a list of numbers)");
  weights = Seeded{};
  read_scalar(reader, "seed", "/decoder/weights/seed", scenario);
}

void read_decoder(const json& value, Scenario& scenario) {
  const Keys scalars{"activation", "pooling", "channels", "seed", "mixed", "lags", "keep", "refit"};
  const ObjectReader reader(value, "decoder");
  Keys known = scalars;
  known.emplace_back("weights");
  reader.allow_only(known);
  for (const auto key : scalars) read_scalar(reader, key, "/decoder/" + std::string(key), scenario);
  if (const json* weights = reader.find("weights"))
    read_weights(*weights, reader.find("channels") != nullptr, scenario);
}

void read_refinement(const json& value, Scenario& scenario) {
  const ObjectReader reader(value, "refinement");
  read_scalar(reader, "preset", "/refinement/preset", scenario);
  if (scenario.refinement.preset != RefinementPreset::Single) check(scenario);
  read_scalars(value, "refinement", {"preset", "input", "tones", "hold", "seed"}, scenario);
}

}  // namespace

Scenario scenario_from_json(const json& value, const std::filesystem::path& base) {
  const ObjectReader reader(value, "");
  check_version(reader);
  if (is_session(value))
    throw InputError("this is a session, not a scenario: take what its \"scenario\" holds");
  reader.allow_only(Keys{"version", "title", "note", "model", "discretisation", "target", "fit",
                         "input", "resolution", "decoder", "stack", "refinement"});
  Scenario scenario;
  read_text(reader, "title", scenario.title);
  read_text(reader, "note", scenario.note);
  if (const json* part = reader.find("model")) read_model(*part, scenario);
  if (const json* part = reader.find("discretisation")) read_discretisation(*part, scenario);
  if (const json* part = reader.find("target")) read_target(*part, scenario, base);
  read_fit(reader.find("fit"), scenario);
  if (const json* part = reader.find("input")) read_input(*part, scenario, base);
  if (const json* part = reader.find("resolution"))
    read_scalars(*part, "resolution",
                 {"kernel_length", "steps", "first_step", "frequencies", "spectrum_length"},
                 scenario);
  if (const json* part = reader.find("decoder")) read_decoder(*part, scenario);
  if (const json* part = reader.find("stack"))
    read_scalars(*part, "stack", {"family", "layers", "steps"}, scenario);
  if (const json* part = reader.find("refinement")) read_refinement(*part, scenario);
  check(scenario);
  return scenario;
}

Scenario scenario_from_json(std::string_view text, const std::filesystem::path& base) {
  return scenario_from_json(parse_json(text), base);
}

Scenario load_scenario(const std::filesystem::path& file) {
  const std::string text = read_whole_file(file, kLargestScenarioBytes);
  return within_field(file.string(), [&] {
    return scenario_from_json(std::string_view(text), file.parent_path());
  });
}

}  // namespace ssmscope
