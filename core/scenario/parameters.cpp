#include "core/scenario/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

namespace {

std::vector<Parameter> all_rows() {
  std::vector<Parameter> rows;
  for (const auto& part : {model_rows(), discretisation_rows(), target_rows(), input_rows(),
                           resolution_rows(), decoder_rows(), stack_rows(), refinement_rows()})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

std::string choices_complaint(const Parameter& parameter) {
  std::string text = field_name(parameter.pointer) + " must be one of ";
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (i > 0) text += ", ";
    text += parameter.choices[i];
  }
  return text;
}

std::string unit_suffix(const Parameter& parameter, const Scenario* scenario) {
  if (parameter.unit.empty()) return "";
  if (parameter.unit != "delta") return " (" + std::string(parameter.unit) + ")";
  if (scenario == nullptr || scenario->discretisation.delta_unit.empty()) return "";
  return " (" + scenario->discretisation.delta_unit + ")";
}

std::string not_offered(const Parameter& parameter, std::size_t index) {
  return field_name(parameter.pointer) + " cannot become \"" +
         std::string(parameter.choices[index]) +
         "\" here: it is not built yet or needs a list or a file that this scenario lacks";
}

}  // namespace

std::span<const Parameter> parameters() {
  static const std::vector<Parameter> rows = all_rows();
  return rows;
}

const Parameter* find_parameter(std::string_view pointer) {
  const auto rows = parameters();
  const auto found = std::ranges::find(rows, pointer, &Parameter::pointer);
  return found == rows.end() ? nullptr : &*found;
}

std::string field_name(std::string_view pointer) {
  std::string name(pointer.substr(pointer.starts_with('/') ? 1 : 0));
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string range_complaint(const Parameter& parameter, double value, const Scenario* scenario) {
  const bool in_range = value >= parameter.least && value <= parameter.greatest;  // false for NaN
  const bool whole = parameter.kind == ParameterKind::Real || value == std::floor(value);
  if (in_range && whole) return "";
  if (parameter.kind == ParameterKind::Choice) return choices_complaint(parameter);
  if (parameter.kind == ParameterKind::Flag)
    return field_name(parameter.pointer) + " must be true or false";
  const bool real = parameter.kind == ParameterKind::Real;
  const auto bound = [real](double x) { return real ? short_number(x) : exact_number(x); };
  return field_name(parameter.pointer) + " must be " + (real ? "" : "a whole number ") + "from " +
         bound(parameter.least) + " to " + bound(parameter.greatest) +
         unit_suffix(parameter, scenario) + ", not " + exact_number(value);
}

Scenario with(const Scenario& scenario, const Parameter& parameter, double value) {
  if (const auto complaint = range_complaint(parameter, value, &scenario); !complaint.empty())
    throw InputError(complaint);
  if (!parameter.applies(scenario))
    throw InputError(field_name(parameter.pointer) + " does not apply to this scenario");
  const auto index = static_cast<std::size_t>(value);
  if (parameter.kind == ParameterKind::Choice && !parameter.offers(scenario, index))
    throw InputError(not_offered(parameter, index));
  Scenario changed = scenario;
  parameter.set(changed, value);
  check(changed);
  return changed;
}

}  // namespace ssmscope
