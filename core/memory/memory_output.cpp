// The memory analysis as JSON and as a table.
#include <cmath>
#include <limits>

#include "core/data/json_numbers.hpp"
#include "core/memory/memory_analysis.hpp"

namespace ssmscope::memory {
namespace {

using Json = nlohmann::ordered_json;

std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] - b[i];
  return out;
}

}  // namespace

Json to_json(const MemoryResult& result) {
  constexpr std::string_view kUnstable =
      "own_fit and own_relative_mse are null where the scenario's kernel has no finite value.";
  constexpr std::string_view kSingular =
      "A condition number is null where the matrix is singular to working precision.";
  data::JsonNumbers numbers(result.notes);
  Json json;
  json["rho"] = numbers.list(result.rho, data::kOutside);
  json["own_fit"] = numbers.list(result.own_fit, kUnstable);
  json["own_relative_mse"] = numbers.number(result.own_relative_mse, kUnstable);
  json["fit"] = numbers.list(result.fit.values, data::kOutside);
  json["relative_mse"] = numbers.number(result.fit.relative_mse, data::kOutside);
  json["modes"] = Json::array();
  for (const FittedMode& mode : result.fit.modes) {
    Json entry;
    entry["rate"] = numbers.number(mode.rate, data::kOutside);
    entry["amplitude"] = numbers.number(mode.amplitude, data::kOutside);
    json["modes"].push_back(std::move(entry));
  }
  json["condition"]["vandermonde"] = numbers.number(result.fit.vandermonde_condition, kSingular);
  json["condition"]["gauss_newton"] = numbers.number(result.fit.gauss_newton_condition, kSingular);
  json["tail_energy"] = numbers.list(result.tail_energy, data::kOutside);
  json["hankel_singular_values"] = numbers.list(result.hankel_singular_values, data::kOutside);
  json["effective_rank"] =
      numbers.number(result.effective_rank, "effective_rank is null where it was left out.");
  json["floor"] = numbers.list(result.floor, data::kOutside);
  json["remembered_steps"] = numbers.number(
      result.remembered_steps, "remembered_steps is null for a target without one alpha.");
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const MemoryResult& result) {
  std::vector<double> lags(result.rho.size());
  for (std::size_t s = 0; s < lags.size(); ++s) lags[s] = static_cast<double>(s);
  data::Table table;
  table.add("s", std::move(lags));
  table.add("rho", result.rho);
  table.add("own_fit", result.own_fit);
  table.add("fit", result.fit.values);
  table.add("own_residual", difference(result.own_fit, result.rho));
  table.add("fit_residual", difference(result.fit.values, result.rho));
  return table;
}

}  // namespace ssmscope::memory
