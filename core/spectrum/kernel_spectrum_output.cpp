// The eigen-spectrum as JSON and as a table.
#include <numeric>

#include "core/data/json_numbers.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::spectrum {

nlohmann::ordered_json to_json(const SpectrumResult& result) {
  data::JsonNumbers numbers(result.notes);
  constexpr std::string_view kPole =
      "response_squared_sorted is null where a pole lies on the unit circle.";
  nlohmann::ordered_json json;
  json["length"] = result.length;
  json["singular_values"] = numbers.list(result.singular_values, data::kOutside);
  json["eigenvalues"] = numbers.list(result.eigenvalues, data::kOutside);
  json["response_squared_sorted"] = numbers.list(result.response_squared_sorted, kPole);
  json["target_singular_values"] = numbers.list(result.target_singular_values, data::kOutside);
  json["peak_omega"] = numbers.list(result.peak_omega, data::kOutside);
  json["eigenvectors"] = nlohmann::ordered_json::array();
  for (const std::vector<double>& vector : result.eigenvectors)
    json["eigenvectors"].push_back(numbers.list(vector, data::kOutside));
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const SpectrumResult& result) {
  data::Table table;
  std::vector<double> rank(result.singular_values.size());
  std::iota(rank.begin(), rank.end(), 1.0);
  table.add("rank", std::move(rank));
  table.add("singular_value", result.singular_values);
  table.add("eigenvalue", result.eigenvalues);
  table.add("response_squared_sorted", result.response_squared_sorted);
  table.add("target_singular_value", result.target_singular_values);
  table.add("peak_omega", result.peak_omega);
  return table;
}

}  // namespace ssmscope::spectrum
