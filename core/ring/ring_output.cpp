// The ring as JSON and as a table.
#include <numeric>

#include "core/data/json_numbers.hpp"
#include "core/ring/agreement_json.hpp"
#include "core/ring/ring_analysis.hpp"

namespace ssmscope::ring {
namespace {

using Json = nlohmann::ordered_json;

Json field_json(const RingResult& result, data::JsonNumbers& numbers) {
  Json json;
  json["re"] = Json::array();
  json["im"] = Json::array();
  const auto nodes = static_cast<std::size_t>(result.nodes);
  for (std::size_t t = 0; t < static_cast<std::size_t>(result.steps); ++t) {
    Json row = numbers.list(std::span(result.field).subspan(t * nodes, nodes), data::kOutside);
    json["re"].push_back(std::move(row["re"]));
    json["im"].push_back(std::move(row["im"]));
  }
  return json;
}

Json dispersion_json(const Dispersion& dispersion, data::JsonNumbers& numbers) {
  Json json;
  json["wavenumber"] = dispersion.wavenumber;
  json["frequency"] = numbers.list(dispersion.frequency, data::kOutside);
  json["damping"] = numbers.list(dispersion.damping, data::kOutside);
  json["phase_velocity"] =
      numbers.list(dispersion.phase_velocity, "phase_velocity is null at wavenumber 0.");
  json["group_velocity"] = numbers.list(
      dispersion.group_velocity,
      "group_velocity lies between a wavenumber and the next: it is null at the last one.");
  return json;
}

}  // namespace

Json to_json(const RingResult& result) {
  data::JsonNumbers numbers(result.notes);
  Json json;
  json["nodes"] = result.nodes;
  json["steps"] = result.steps;
  json["first_step"] = result.first_step;
  json["field"] = field_json(result, numbers);
  json["input"] = numbers.list(result.input, data::kOutside);
  json["output"] = numbers.list(result.output, data::kOutside);
  json["target_output"] = numbers.list(result.target_output, data::kOutside);
  if (result.agreement) json["operator"] = agreement_json(*result.agreement, numbers);
  json["coupling"] = numbers.list(result.coupling, data::kOutside);
  json["dispersion"] = dispersion_json(result.dispersion, numbers);
  json["mode_of_wavenumber"] = result.mode_of_wavenumber;
  json["lap_steps"] = numbers.number(
      result.lap_steps, "lap_steps is null: the mean group velocity is zero or undefined.");
  json["largest_displacement"] = numbers.number(result.largest_displacement, data::kOutside);
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const RingResult& result) {
  const auto nodes = static_cast<std::size_t>(result.nodes);
  const auto steps = static_cast<std::size_t>(result.steps);
  data::Table table;
  std::vector<double> time(steps);
  std::iota(time.begin(), time.end(), static_cast<double>(result.first_step));
  table.add("step", std::move(time));
  table.add("input", result.input);
  table.add("output", result.output);
  table.add("target_output", result.target_output);
  for (std::size_t j = 0; j < nodes; ++j) {
    std::vector<double> re(steps), im(steps);
    for (std::size_t t = 0; t < steps; ++t) {
      re[t] = result.field[t * nodes + j].real();
      im[t] = result.field[t * nodes + j].imag();
    }
    table.add("node" + std::to_string(j) + "_re", std::move(re));
    table.add("node" + std::to_string(j) + "_im", std::move(im));
  }
  return table;
}

}  // namespace ssmscope::ring
