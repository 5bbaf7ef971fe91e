#include "app/analyse.hpp"

#include <chrono>
#include <map>

#include "app/analyses.hpp"
#include "app/backends.hpp"
#include "app/standard_output.hpp"
#include "core/compute/cpu_backend.hpp"
#include "core/compute/recovery.hpp"
#include "core/data/csv.hpp"
#include "core/data/npy.hpp"
#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/session_json.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::app {

namespace {

using Json = nlohmann::ordered_json;

/// Appends the numbers of a (nested) JSON array; null is NaN. False if it holds anything else.
bool append_numbers(const Json& value, std::size_t depth, data::Array& array) {
  if (value.is_number() || value.is_null()) {
    if (depth != array.shape.size()) return false;
    array.re.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : value.get<double>());
    return true;
  }
  if (!value.is_array()) return false;
  if (depth == array.shape.size()) {
    if (!array.re.empty()) return false;
    array.shape.push_back(value.size());
  }
  if (value.size() != array.shape[depth]) return false;
  for (const Json& item : value) {
    if (!append_numbers(item, depth + 1, array)) return false;
  }
  return true;
}

/// Every numeric array and number below `value`, named by its path ("response.re"). The items
/// of an array of objects are numbered ("modes.3.lambda.re").
void collect_arrays(const Json& value, const std::string& path,
                    std::map<std::string, data::Array>& arrays) {
  data::Array array;
  if (!value.is_null() && append_numbers(value, 0, array)) {
    arrays[path] = std::move(array);
    return;
  }
  if (!value.is_object() && !value.is_array()) return;
  for (const auto& [key, item] : value.items()) {
    collect_arrays(item, path.empty() ? key : path + "." + key, arrays);
  }
}

void write_result(const Json& document, const data::Table& table,
                  const std::filesystem::path& file) {
  if (file.extension() == ".csv") {
    write_whole_file(file, data::csv_text(table));
  } else if (file.extension() == ".npz") {
    std::map<std::string, data::Array> arrays;
    collect_arrays(document, "", arrays);
    data::write_npz(file, arrays);
  } else {
    write_whole_file(file, document.dump(1) + "\n");
  }
}

/// What else is to be said of a run; empty: nothing.
std::string remark_on(const compute::RunReport& report, const compute::Backend& backend) {
  if (!report.lost) return report.reasons;
  return backend.name() + " was lost (" + report.lost->what() + "); computed on the CPU";
}

}  // namespace

void run_analyse(const Analyse& command) {
  const Scenario scenario = load_session(command.scenario).scenario;
  compute::Pool pool;
  const auto backend = make_backend(command.backend, pool);
  const auto cpu = compute::make_cpu_backend(pool);
  compute::Progress progress;
  compute::RunReport report;
  const auto start = std::chrono::steady_clock::now();
  Answer answer = compute::run_or_recover(
      *backend, *cpu, progress, report, [&](compute::Backend& chosen, compute::Progress& told) {
        return find_analysis(command.view)->run(scenario, chosen, told);
      });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  const std::filesystem::path base =
      std::filesystem::absolute(command.output.value_or("x")).parent_path();
  Json document;
  document["scenario"] = scenario_to_json(data::stamp_files(scenario), base);
  document["backend"] = report.computed_on;
  document["seconds"] = elapsed.count();
  if (report.device_seconds > 0.0) document["device_seconds"] = report.device_seconds;
  for (auto& [key, value] : answer.fields.items()) document[key] = std::move(value);
  std::vector<std::string> remarks = data::file_changes(scenario);
  if (std::string remark = remark_on(report, *backend); !remark.empty())
    remarks.push_back(std::move(remark));
  for (const std::string& remark : remarks) {
    document["notes"].push_back(remark);
    complain(remark);
  }
  if (command.output) {
    write_result(document, answer.table, *command.output);
  } else {
    print(document.dump(1) + "\n");
  }
}

}  // namespace ssmscope::app
