// The decoder analysis as JSON and as a table.
#include <numeric>

#include "core/data/json_numbers.hpp"
#include "core/ring/agreement_json.hpp"
#include "core/ring/decoder_analysis.hpp"
#include "core/scenario/names.hpp"

namespace ssmscope::ring {
namespace {

using Json = nlohmann::ordered_json;

/// Row after row.
Json matrix_json(std::span<const double> values, std::size_t columns, data::JsonNumbers& numbers) {
  Json json = Json::array();
  for (std::size_t at = 0; at < values.size(); at += columns)
    json.push_back(numbers.list(values.subspan(at, columns), data::kOutside));
  return json;
}

Json pruning_json(const DecoderResult& result, data::JsonNumbers& numbers) {
  const Pruning& pruning = result.pruning;
  Json json;
  json["order"] = pruning.order;
  json["kept"] = pruning.kept;
  json["kernel_error"] = numbers.list(pruning.kernel_error, data::kOutside);
  json["output_error"] =
      numbers.list(result.output_error, "output_error is null: the output is zero.");
  json["floor"] = numbers.list(pruning.floor, data::kOutside);
  json["kept_kernel"] = numbers.list(result.kept_kernel, data::kOutside);
  json["refitted_kernel_error"] = numbers.number(
      pruning.refitted_error, "refitted_kernel_error is null where C is not solved again.");
  return json;
}

std::vector<double> counted(std::size_t count, double first) {
  std::vector<double> out(count);
  std::iota(out.begin(), out.end(), first);
  return out;
}

}  // namespace

Json to_json(const DecoderResult& result) {
  data::JsonNumbers numbers(result.notes);
  Json json;
  json["activation"] = name_of(result.layer().activation, kActivationNames);
  json["pooling"] = name_of(result.network.pooling, kPoolingNames);
  json["channels"] = result.layer().channels;
  json["steps"] = result.steps;
  json["weights"] = numbers.list(result.network.weights, data::kOutside);
  json["y"] = matrix_json(result.y, std::max<std::size_t>(result.steps, 1), numbers);
  json["read_out"] = numbers.list(result.read_out, data::kOutside);
  json["interaction"] = {{"lags", result.lags},
                         {"map", matrix_json(result.maps.lag_map, result.lags, numbers)}};
  json["strength"] = matrix_json(result.maps.strength, result.mapped, numbers);
  json["energy"] = matrix_json(result.maps.energy, result.mapped, numbers);
  json["volterra"] = {{"point", numbers.list(result.volterra.point, data::kOutside)},
                      {"share", numbers.list(result.volterra.share, data::kOutside)},
                      {"remainder", numbers.list(result.volterra.remainder, data::kOutside)},
                      {"outside", result.volterra.outside}};
  json["pruning"] = pruning_json(result, numbers);
  json["operator"] = agreement_json(result.agreement, numbers);
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const DecoderResult& result) {
  data::Table table;
  table.add("step", counted(result.steps, result.first_step));
  table.add("input", result.input);
  for (std::size_t h = 0; h < result.layer().channels; ++h) {
    const auto row = std::span(result.y).subspan(h * result.steps, result.steps);
    table.add("y_" + std::to_string(h), {row.begin(), row.end()});
  }
  table.add("read_out", result.read_out);
  table.add("modes_kept", counted(result.pruning.kernel_error.size(), 0.0));
  table.add("kernel_error", result.pruning.kernel_error);
  table.add("output_error", result.output_error);
  table.add("floor", result.pruning.floor);
  return table;
}

}  // namespace ssmscope::ring
