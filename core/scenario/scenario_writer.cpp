// Writing a scenario as complete JSON.
#include "core/scenario/check.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope {

namespace {

using Json = nlohmann::ordered_json;

Json list_json(const ComplexList& list) {
  Json re = Json::array();
  Json im = Json::array();
  for (const Complex z : list) {
    re.push_back(z.real());
    im.push_back(z.imag());
  }
  return {{"re", re}, {"im", im}};
}

template <class Matrix>
Json matrix_json(const Matrix& matrix) {
  if (const auto* seeded = std::get_if<Seeded>(&matrix)) return {{"seed", seeded->seed}};
  if (const auto* list = std::get_if<ComplexList>(&matrix)) return list_json(*list);
  return {{"fit", "target"}};
}

/// A B of ones is the default and has no form in JSON: it is left out.
Json model_json(const Model& model) {
  Json json = {{"family", name_of(model.family, kFamilyNames)},
               {"init", name_of(model.init, kInitNames)},
               {"pairs", model.pairs},
               {"conjugate", model.conjugate}};
  if (model.init == Init::Random) json["seed"] = model.seed;
  if (model.init == Init::Explicit) json["lambda"] = list_json(model.lambda);
  if (!std::holds_alternative<Ones>(model.B)) json["B"] = matrix_json(model.B);
  json["C"] = matrix_json(model.C);
  json["D"] = model.D;
  return json;
}

/// Relative to `base` when below it; an empty `base` (a clipboard) is no folder.
std::string written_path(const std::string& path, const std::filesystem::path& base) {
  const std::filesystem::path own(path);
  if (own.is_relative() || base.empty()) return path;
  std::error_code unknown;  // the present folder is gone: the path stays whole
  const auto folder = std::filesystem::absolute(base / "", unknown).lexically_normal();
  const auto relative = own.lexically_relative(folder);
  const bool below = !relative.empty() && *relative.begin() != ".." && relative != ".";
  return below ? relative.string() : path;
}

void add_file(Json& json, const FileReference& file, const std::filesystem::path& base) {
  json["path"] = written_path(file.path, base);
  if (file.length != 0) json["bytes"] = file.length;
  if (!file.hash.empty()) json["hash"] = file.hash;
}

Json target_json(const Target& target, const std::filesystem::path& base) {
  Json json = {{"kind", name_of(target.kind, kMemoryNames)},
               {"alpha", target.alpha},
               {"length", target.length}};
  if (target.kind == MemoryKind::Mixture) {
    Json parts = Json::array();
    for (const MixturePart& part : target.parts) {
      Json one = {{"weight", part.weight}, {"kind", name_of(part.kind, kMemoryNames)}};
      if (!part.follows_alpha) one["alpha"] = part.alpha;
      parts.push_back(one);
    }
    json["parts"] = parts;
  }
  if (target.kind == MemoryKind::Samples) json["values"] = target.values;
  if (target.kind == MemoryKind::File) add_file(json, target.file, base);
  return json;
}

struct InputWriter {
  Json& json;
  const std::filesystem::path& base;
  void operator()(const ImpulseInput& in) const { json["at"] = in.at; }
  void operator()(const StepInput& in) const { json["at"] = in.at; }
  void operator()(const SineInput& in) const {
    json["omega"] = in.omega;
    json["amplitude"] = in.amplitude;
  }
  void operator()(const ChirpInput& in) const {
    json["omega0"] = in.omega0;
    json["omega1"] = in.omega1;
  }
  void operator()(const NoiseInput& in) const {
    json["seed"] = in.seed;
    json["sigma"] = in.sigma;
  }
  void operator()(const EcgInput& in) const { json["offset"] = in.offset; }
  void operator()(const DigitInput& in) const { json["index"] = in.index; }
  void operator()(const FileInput& in) const {
    add_file(json, in.file, base);
    json["column"] = in.column;
  }
  void operator()(const TextInput& in) const { json["text"] = in.text; }
};

Json input_json(const Input& input, const std::filesystem::path& base) {
  Json json = {{"kind", std::string(kInputNames[input.index()])}};
  std::visit(InputWriter{json, base}, input);
  return json;
}

/// Weights of ones are the default and have no form in JSON: they are left out.
Json decoder_json(const Decoder& decoder) {
  Json json = {{"activation", name_of(decoder.activation, kActivationNames)},
               {"pooling", name_of(decoder.pooling, kPoolingNames)},
               {"channels", decoder.channels},
               {"seed", decoder.seed},
               {"mixed", decoder.mixed},
               {"lags", decoder.lags},
               {"keep", decoder.keep},
               {"refit", decoder.refit}};
  if (const auto* seeded = std::get_if<Seeded>(&decoder.weights))
    json["weights"] = {{"seed", seeded->seed}};
  if (const auto* list = std::get_if<std::vector<double>>(&decoder.weights))
    json["weights"] = *list;
  return json;
}

Json stack_json(const Stack& stack) {
  return {{"family", name_of(stack.family, kStackFamilyNames)},
          {"layers", stack.layers},
          {"steps", stack.steps}};
}

Json refinement_json(const Refinement& refinement) {
  return {{"preset", name_of(refinement.preset, kRefinementPresetNames)},
          {"input", name_of(refinement.input, kRefinementInputNames)},
          {"tones", refinement.tones},
          {"hold", name_of(refinement.hold, kHoldNames)},
          {"seed", refinement.seed}};
}

Json resolution_json(const Resolution& resolution) {
  return {{"kernel_length", resolution.kernel_length},
          {"steps", resolution.steps},
          {"first_step", resolution.first_step},
          {"frequencies", resolution.frequencies},
          {"spectrum_length", resolution.spectrum_length}};
}

}  // namespace

nlohmann::ordered_json scenario_to_json(const Scenario& scenario,
                                        const std::filesystem::path& base) {
  const Discretisation& steps = scenario.discretisation;
  return {{"version", 1},
          {"title", scenario.title},
          {"note", scenario.note},
          {"model", model_json(scenario.model)},
          {"discretisation",
           {{"rule", name_of(steps.rule, kRuleNames)},
            {"delta", steps.delta},
            {"delta_unit", steps.delta_unit}}},
          {"target", target_json(scenario.target, base)},
          {"fit", {{"pairs", scenario.fit.pairs}}},
          {"input", input_json(scenario.input, base)},
          {"resolution", resolution_json(scenario.resolution)},
          {"decoder", decoder_json(scenario.decoder)},
          {"stack", stack_json(scenario.stack)},
          {"refinement", refinement_json(scenario.refinement)}};
}

void save_scenario(const Scenario& scenario, const std::filesystem::path& file) {
  check(scenario);  // what would not be read is not written
  constexpr int kIndent = 2;
  write_whole_file(file, scenario_to_json(scenario, folder_of(file)).dump(kIndent) + "\n");
}

}  // namespace ssmscope
