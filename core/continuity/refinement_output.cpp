// The refinement as JSON and as a table.
#include "core/continuity/refinement_analysis.hpp"
#include "core/data/json_numbers.hpp"
#include "core/scenario/names.hpp"

namespace ssmscope::continuity {
namespace {

using Json = nlohmann::ordered_json;

Json curve_json(const RefinementCurve& curve, data::JsonNumbers& numbers) {
  constexpr std::string_view kNoError =
      "relative_linf is null where the step is unstable or the answer is zero or out of range.";
  Json json;
  json["model"] = curve.model;
  json["rule"] = name_of(curve.rule, kRuleNames);
  json["hold"] = name_of(curve.hold, kHoldNames);
  json["scale"] = curve.scale;
  json["tau"] = curve.tau;
  json["relative_linf"]["median"] = numbers.list(curve.median, kNoError);
  json["relative_linf"]["lower"] = numbers.list(curve.lower, kNoError);
  json["relative_linf"]["upper"] = numbers.list(curve.upper, kNoError);
  json["slope"] = numbers.number(
      curve.slope, "slope is null where fewer than two of the finest errors are above rounding.");
  return json;
}

}  // namespace

Json to_json(const RefinementResult& result) {
  data::JsonNumbers numbers(result.notes);
  Json json;
  json["curves"] = Json::array();
  for (const RefinementCurve& curve : result.curves)
    json["curves"].push_back(curve_json(curve, numbers));
  json["bound_slope"] = numbers.number(result.bound_slope,
                                       "bound_slope is null: the bound holds for the left and "
                                       "right hold and an input without jumps.");
  json["time"] = numbers.list(result.time, data::kOutside);
  json["reference"] = numbers.list(result.reference, data::kOutside);
  json["own_output"] = numbers.list(result.own_output, data::kOutside);
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const RefinementResult& result) {
  data::Table table;
  if (!result.curves.empty()) table.add("tau", result.curves.front().tau);
  for (const RefinementCurve& curve : result.curves) {
    const std::string prefix =
        curve.model + "_" + name_of(curve.rule, kRuleNames) + "_" + name_of(curve.hold, kHoldNames);
    table.add(prefix + "_median", curve.median);
    table.add(prefix + "_lower", curve.lower);
    table.add(prefix + "_upper", curve.upper);
  }
  table.add("time", result.time);
  table.add("reference", result.reference);
  table.add("own_output", result.own_output);
  return table;
}

}  // namespace ssmscope::continuity
