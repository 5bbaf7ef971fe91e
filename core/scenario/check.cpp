#include "core/scenario/check.hpp"

#include <algorithm>
#include <cmath>

#include "core/scenario/error.hpp"
#include "core/scenario/limits.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/parameters.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw InputError(sentence); }

std::string times(long a, long b) { return std::to_string(a) + " x " + std::to_string(b); }

std::string entry(const std::string& field, std::size_t index) {
  return field + "[" + std::to_string(index) + "]";
}

void check_rows(const Scenario& scenario) {
  for (const Parameter& row : parameters()) {
    if (!row.applies(scenario)) continue;
    const auto complaint = range_complaint(row, row.get(scenario), &scenario);
    if (!complaint.empty()) refuse(complaint);
  }
}

void check_text(const std::string& text, const std::string& field, std::size_t longest) {
  if (text.size() > longest)
    refuse(field + " must be at most " + std::to_string(longest) + " bytes long, not " +
           std::to_string(text.size()));
  if (!is_utf8(text)) refuse(field + " must be text in UTF-8");
}

void check_number(double value, const std::string& field) {
  if (std::abs(value) <= kLargestListValue) return;  // false for NaN
  refuse(field + " must be from " + short_number(-kLargestListValue) + " to " +
         short_number(kLargestListValue) + ", not " + exact_number(value));
}

void check_list(const ComplexList& list, const std::string& field, int pairs) {
  if (list.size() != static_cast<std::size_t>(pairs))
    refuse(field + " must have one entry for each of the " + std::to_string(pairs) +
           " modes, not " + std::to_string(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    check_number(list[i].real(), entry(field + ".re", i));
    check_number(list[i].imag(), entry(field + ".im", i));
  }
}

void check_poles(const Model& model) {
  if (model.init != Init::Explicit) {
    if (!model.lambda.empty()) refuse("model.lambda belongs to init \"explicit\" only");
    return;
  }
  if (model.lambda.empty()) refuse("model.lambda must have at least one pole");
  if (model.lambda.size() != static_cast<std::size_t>(model.pairs))
    refuse("model.pairs must be " + std::to_string(model.lambda.size()) +
           ", the number of poles in model.lambda, not " + std::to_string(model.pairs));
  check_list(model.lambda, "model.lambda", model.pairs);
  if (!model.conjugate) return;
  const auto [i, j] = conjugate_members(model.lambda);
  if (i != j)
    refuse(entry("model.lambda", j) + " is the conjugate of " + entry("model.lambda", i) +
           ": give one of each pair, or set model.conjugate to false");
}

void check_model(const Model& model) {
  if (model.family != Family::S4d)
    refuse("model.family \"" + name_of(model.family, kFamilyNames) +
           "\" is not built yet; this version has s4d");
  check_poles(model);
  if (model.init != Init::Random && model.seed != 1)
    refuse("model.seed belongs to init \"random\" only");
  if (model.init == Init::Legs && model.pairs > kMostLegsPairs)
    refuse("model.pairs must be a whole number from 1 to " + std::to_string(kMostLegsPairs) +
           " with init legs, not " + std::to_string(model.pairs));
  if (const auto* list = std::get_if<ComplexList>(&model.B))
    check_list(*list, "model.B", model.pairs);
  if (const auto* list = std::get_if<ComplexList>(&model.C))
    check_list(*list, "model.C", model.pairs);
}

void check_parts(const Target& target) {
  constexpr std::size_t kMostParts = 100;
  if (target.parts.empty() || target.parts.size() > kMostParts)
    refuse("target.parts must have from 1 to " + std::to_string(kMostParts) + " parts, not " +
           std::to_string(target.parts.size()));
  for (std::size_t i = 0; i < target.parts.size(); ++i) {
    const MixturePart& part = target.parts[i];
    const std::string field = entry("target.parts", i);
    check_number(part.weight, field + ".weight");
    if (part.kind > MemoryKind::Airy)
      refuse(field + ".kind must be one of exponential, polynomial, impulse, airy");
    if (!(part.alpha >= 0.0 && part.alpha <= 1.0))
      refuse(field + ".alpha must be from 0 to 1, not " + exact_number(part.alpha));
    if (part.follows_alpha && part.alpha != target.alpha)
      refuse(field + ".alpha must equal target.alpha, which it follows");
  }
}

void check_samples(const Target& target) {
  if (target.values.size() < 2 || target.values.size() > kLongestTarget)
    refuse("target.values must have from 2 to " + std::to_string(kLongestTarget) + " values, not " +
           std::to_string(target.values.size()));
  if (target.values.size() != static_cast<std::size_t>(target.length))
    refuse("target.length must be " + std::to_string(target.values.size()) +
           ", the number of target.values, not " + std::to_string(target.length));
  for (std::size_t i = 0; i < target.values.size(); ++i)
    check_number(target.values[i], entry("target.values", i));
}

void check_file(const FileReference& file, const std::string& field) {
  constexpr std::size_t kLongestPath = 4096;
  if (file.path.empty()) refuse(field + ".path must name a file");
  check_text(file.path, field + ".path", kLongestPath);
  if (file.path.find('\0') != std::string::npos) refuse(field + ".path must not hold a zero byte");
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (!file.hash.empty() && (file.hash.size() != 16 || !std::ranges::all_of(file.hash, is_hex)))
    refuse(field + ".hash must be 16 hexadecimal digits (0-9, a-f)");
  if (file.length > (std::uint64_t{1} << 53))
    refuse(field + ".bytes must be a whole number from 0 to 9007199254740992, not " +
           std::to_string(file.length));
}

void check_input_text(const std::string& text) {
  check_text(text, "input.text", kLongestText);
  if (text.empty()) refuse("input.text must have a character at least");
}

bool has_airy(const Target& target) {
  if (target.kind == MemoryKind::Airy) return true;
  return std::ranges::any_of(target.parts,
                             [](const auto& part) { return part.kind == MemoryKind::Airy; });
}

void check_target(const Target& target) {
  if (!(target.alpha >= 0.0 && target.alpha <= 1.0))
    refuse("target.alpha must be from 0 to 1, not " + exact_number(target.alpha));
  if (target.kind != MemoryKind::Mixture && !target.parts.empty())
    refuse("target.parts belongs to kind \"mixture\" only");
  if (target.kind != MemoryKind::Samples && !target.values.empty())
    refuse("target.values belongs to kind \"samples\" only");
  if (target.kind != MemoryKind::File && target.file != FileReference{})
    refuse("target.path belongs to kind \"file\" only");
  if (target.kind == MemoryKind::Mixture) check_parts(target);
  if (target.kind == MemoryKind::Samples) check_samples(target);
  if (target.kind == MemoryKind::File) check_file(target.file, "target");
  if (has_airy(target) && target.length < kShortestAiry)
    refuse("target.length must be a whole number from " + std::to_string(kShortestAiry) + " to " +
           std::to_string(kLongestTarget) + " (steps) with kind airy, not " +
           std::to_string(target.length));
}

void check_decoder(const Scenario& s) {
  const auto* weights = std::get_if<std::vector<double>>(&s.decoder.weights);
  if (weights != nullptr) {
    if (weights->empty() || weights->size() > kMostChannels)
      refuse("decoder.weights must have from 1 to " + std::to_string(kMostChannels) +
             " numbers, not " + std::to_string(weights->size()));
    if (weights->size() != static_cast<std::size_t>(s.decoder.channels))
      refuse("decoder.weights must have one entry for each of the " +
             std::to_string(s.decoder.channels) + " channels, not " +
             std::to_string(weights->size()));
    for (std::size_t i = 0; i < weights->size(); ++i)
      check_number((*weights)[i], entry("decoder.weights", i));
  }
  const long outputs = static_cast<long>(s.decoder.channels) * s.model.pairs;
  if (outputs > kLargestOutputTable)
    refuse("decoder.channels times model.pairs must be at most " +
           std::to_string(kLargestOutputTable) + " (memory), not " +
           times(s.decoder.channels, s.model.pairs));
}

void check_sizes(const Scenario& s) {
  const long states = static_cast<long>(s.resolution.steps) * s.model.pairs;
  if (states > kLargestStateTable)
    refuse("resolution.steps times model.pairs must be at most " +
           std::to_string(kLargestStateTable) + " (memory), not " +
           times(s.resolution.steps, s.model.pairs));
  const long fit = static_cast<long>(s.target.length) * s.model.pairs;
  if (std::holds_alternative<FitToTarget>(s.model.C) && fit > kLargestTargetFit)
    refuse("target.length times model.pairs must be at most " + std::to_string(kLargestTargetFit) +
           " where model.C is fitted to the target, not " + times(s.target.length, s.model.pairs));
}

}  // namespace

void check(const Scenario& scenario) {
  constexpr std::size_t kLongestTitle = 1000;
  constexpr std::size_t kLongestNote = 100'000;
  constexpr std::size_t kLongestUnit = 32;
  check_text(scenario.title, "title", kLongestTitle);
  check_text(scenario.note, "note", kLongestNote);
  check_text(scenario.discretisation.delta_unit, "discretisation.delta_unit", kLongestUnit);
  check_rows(scenario);
  check_model(scenario.model);
  check_target(scenario.target);
  check_decoder(scenario);
  if (const auto* input = std::get_if<FileInput>(&scenario.input)) check_file(input->file, "input");
  if (const auto* input = std::get_if<TextInput>(&scenario.input)) check_input_text(input->text);
  if (scenario.refinement.preset != RefinementPreset::Single)
    refuse("refinement.preset \"continuity-laws\" is not built yet; this version has single");
  check_sizes(scenario);
}

std::pair<std::size_t, std::size_t> conjugate_members(const ComplexList& lambda) {
  constexpr double kSame = 1e-12;  // relative: an eigenvalue solver's last digits
  std::vector<std::size_t> order(lambda.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::abs(lambda[a].imag()) < std::abs(lambda[b].imag());
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Complex z = lambda[order[i]];
    if (z.imag() == 0.0) continue;
    const double limit = std::abs(z.imag()) + kSame * std::abs(z);
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Complex w = lambda[order[j]];
      if (std::abs(w.imag()) > limit) break;
      if (std::abs(w - std::conj(z)) <= kSame * std::abs(z)) return std::minmax(order[i], order[j]);
    }
  }
  return {0, 0};
}

}  // namespace ssmscope
