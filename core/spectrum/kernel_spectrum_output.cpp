// The eigen-spectrum as JSON and as a table.
#include <numeric>

#include "core/data/json_numbers.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::spectrum {

namespace {

bool vectors_written(const SpectrumResult& result) {
  return result.length <= kLongestWrittenVector;
}

nlohmann::ordered_json json_of(const MatrixPicture& picture, data::JsonNumbers& numbers) {
  nlohmann::ordered_json json;
  json["cells"] = picture.cells;
  json["steps"] = picture.steps;
  json["values"] = numbers.list(picture.values, data::kOutside);
  return json;
}

nlohmann::ordered_json json_of(const std::optional<SpectrumGap>& gap) {
  if (!gap) return nullptr;
  nlohmann::ordered_json json;
  json["relative"] = gap->relative;
  json["largest"] = gap->largest;
  json["rank"] = gap->rank;
  json["without_partner"] = nullptr;
  if (gap->without_partner) json["without_partner"] = *gap->without_partner;
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const SpectrumResult& result) {
  std::vector<std::string> notes = result.notes;
  if (!vectors_written(result))
    notes.push_back("Eigenvectors of a window beyond " + std::to_string(kLongestWrittenVector) +
                    " steps are not written.");
  data::JsonNumbers numbers(std::move(notes));
  constexpr std::string_view kPole =
      "response_squared_sorted is null where a pole lies on the unit circle.";
  nlohmann::ordered_json json;
  json["length"] = result.length;
  json["largest_only"] = result.largest_only;
  json["trace"] = numbers.number(result.trace, data::kOutside);
  json["singular_values"] = numbers.list(result.singular_values, data::kOutside);
  json["eigenvalues"] = numbers.list(result.eigenvalues, data::kOutside);
  json["response_squared_sorted"] = numbers.list(result.response_squared_sorted, kPole);
  json["target_singular_values"] = numbers.list(result.target_singular_values, data::kOutside);
  json["peak_omega"] = numbers.list(result.peak_omega, data::kOutside);
  std::vector<double> time_spread, frequency_spread;
  json["nearest_mode"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < result.facts.size(); ++i) {
    time_spread.push_back(result.facts[i].time_spread);
    frequency_spread.push_back(result.facts[i].frequency_spread);
    json["nearest_mode"].push_back(nullptr);
    if (result.nearest_mode[i]) json["nearest_mode"].back() = *result.nearest_mode[i];
  }
  json["time_spread"] = numbers.list(time_spread, data::kOutside);
  json["frequency_spread"] = numbers.list(frequency_spread, data::kOutside);
  json["gap"] = json_of(result.gap);
  json["toeplitz"] = json_of(result.toeplitz, numbers);
  json["kernel"] = json_of(result.kernel, numbers);
  json["eigenvectors"] = nlohmann::ordered_json::array();
  for (const std::vector<double>& vector : result.eigenvectors)
    if (vectors_written(result))
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
