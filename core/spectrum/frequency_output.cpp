// The frequency analysis as JSON and as a table.
#include <numeric>

#include "core/data/json_numbers.hpp"
#include "core/spectrum/frequency_analysis.hpp"
#include "core/spectrum/frequency_readings_output.hpp"

namespace ssmscope::spectrum {
namespace {

using Json = nlohmann::ordered_json;

Json mode_json(const FrequencyMode& mode, data::JsonNumbers& numbers) {
  Json json;
  json["lambda"] = numbers.number(mode.lambda, data::kOutside);
  json["abar"] = numbers.number(mode.abar, data::kOutside);
  json["bbar"] = numbers.number(mode.bbar, data::kOutside);
  json["c"] = numbers.number(mode.c, data::kOutside);
  json["memory_steps"] = numbers.number(mode.readout.memory_steps,
                                        "memory_steps is null for a mode that does not decay.");
  json["radians_per_step"] = numbers.number(mode.readout.radians_per_step, data::kOutside);
  json["appears_at"] =
      numbers.number(mode.readout.appears_at, "appears_at is null for a mode whose abar is 0.");
  json["aliased"] = mode.readout.aliased;
  return json;
}

std::pair<std::vector<double>, std::vector<double>> parts(const std::vector<Complex>& values) {
  std::vector<double> re, im;
  for (const Complex& value : values) {
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  return {std::move(re), std::move(im)};
}

std::vector<double> lags(std::size_t count) {
  std::vector<double> out(count);
  std::iota(out.begin(), out.end(), 0.0);
  return out;
}

}  // namespace

Json to_json(const FrequencyResult& result) {
  constexpr std::string_view kPole = "The response is null where a pole lies on the unit circle.";
  constexpr std::string_view kLost =
      "phase_deg and group_delay are null where H is zero, infinite or lost in rounding.";
  constexpr std::string_view kZero = "magnitude_db is null where H is zero or infinite.";
  data::JsonNumbers numbers(result.notes);
  Json json;
  json["omega"] = numbers.list(result.omega, data::kOutside);
  json["response"] = numbers.list(result.response, kPole);
  json["magnitude_db"] = numbers.list(result.magnitude_db, kZero);
  json["phase_deg"] = numbers.list(result.phase_deg, kLost);
  json["group_delay"] = numbers.list(result.group_delay, kLost);
  json["kernel"] = numbers.list(result.kernel, data::kOutside);
  json["step"] = numbers.list(
      result.step, "step is null where the running sum leaves the range of double precision.");
  json["target"] = numbers.list(result.target, data::kOutside);
  json["target_response"] = numbers.list(result.target_response, data::kOutside);
  json["dc_gain"] = numbers.number(result.dc_gain, "dc_gain is null: a pole lies at z = 1.");
  json["continuous_dc_gain"] = numbers.number(
      result.continuous_dc_gain, "continuous_dc_gain is null: a pole lies at lambda = 0.");
  json["stable"] = result.stable;
  json["total_memory"] = numbers.number(
      result.total_memory, "total_memory is null: the kernel's energy is zero or has no bound.");
  json["modes"] = Json::array();
  for (const FrequencyMode& mode : result.modes) json["modes"].push_back(mode_json(mode, numbers));
  add_readings_json(json, result, numbers);
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const FrequencyResult& result) {
  data::Table table;
  const auto [re, im] = parts(result.response);
  const auto [target_re, target_im] = parts(result.target_response);
  table.add("omega", result.omega);
  table.add("response_re", re);
  table.add("response_im", im);
  table.add("magnitude_db", result.magnitude_db);
  table.add("phase_deg", result.phase_deg);
  table.add("group_delay", result.group_delay);
  table.add("target_response_re", target_re);
  table.add("target_response_im", target_im);
  const auto [continuous_re, continuous_im] = parts(result.continuous_response);
  table.add("continuous_response_re", continuous_re);
  table.add("continuous_response_im", continuous_im);
  table.add("lag", lags(std::max(result.kernel.size(), result.target.size())));
  table.add("kernel", result.kernel);
  table.add("step", result.step);
  table.add("target", result.target);
  return table;
}

}  // namespace ssmscope::spectrum
