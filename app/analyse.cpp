#include "app/analyse.hpp"

#include <chrono>
#include <cstdio>
#include <map>

#include "app/analyses.hpp"
#include "app/backends.hpp"
#include "app/standard_output.hpp"
#include "core/compute/cpu_backend.hpp"
#include "core/compute/operation_log.hpp"
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

struct Run {
  Answer answer;
  std::string computed_on;
  std::string remark;  ///< why something else than the chosen backend computed; else empty
};

/// On the CPU where the backend is lost on the way.
Run run_analysis(const AnalysisEntry& analysis, const Scenario& scenario, compute::Backend& backend,
                 compute::Pool& pool) {
  const auto cpu = compute::make_cpu_backend(pool);
  compute::Progress progress;
  compute::OperationLog log(progress);
  try {
    Answer answer = analysis.run(scenario, backend, log);
    return {std::move(answer), log.computed_on(cpu->name()), log.reasons()};
  } catch (const compute::BackendLost& error) {
    return {analysis.run(scenario, *cpu, progress), cpu->name(),
            backend.name() + " was lost (" + error.what() + "); computed on the CPU"};
  }
}

}  // namespace

void run_analyse(const Analyse& command) {
  const Scenario scenario = load_session(command.scenario).scenario;
  compute::Pool pool;
  const auto backend = make_backend(command.backend, pool);
  const auto start = std::chrono::steady_clock::now();
  const Run run = run_analysis(*find_analysis(command.view), scenario, *backend, pool);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  const std::filesystem::path base =
      std::filesystem::absolute(command.output.value_or("x")).parent_path();
  Json document;
  document["scenario"] = scenario_to_json(data::stamp_files(scenario), base);
  document["backend"] = run.computed_on;
  document["seconds"] = elapsed.count();
  document.update(run.answer.fields);
  std::vector<std::string> remarks = data::file_changes(scenario);
  if (!run.remark.empty()) remarks.push_back(run.remark);
  for (const std::string& remark : remarks) {
    document["notes"].push_back(remark);
    std::fprintf(stderr, "ssmscope: %s\n", remark.c_str());
  }
  if (command.output) {
    write_result(document, run.answer.table, *command.output);
  } else {
    print(document.dump(1) + "\n");
  }
}

}  // namespace ssmscope::app
