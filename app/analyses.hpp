// The analyses that the command line offers, by the name of their view.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::app {

/// The fields of a result and its main table.
struct Answer {
  nlohmann::ordered_json fields;
  data::Table table;
};

struct AnalysisEntry {
  std::string_view view;
  Answer (*run)(const Scenario&, compute::Backend&, compute::Progress&);
};

std::span<const AnalysisEntry> analyses();
/// nullptr when there is none of that name.
const AnalysisEntry* find_analysis(std::string_view view);

}  // namespace ssmscope::app
