// What every analysis of a scenario begins with, solved once for all of them: a move of a slider
// starts several analyses of one scenario at the same time.
#pragma once

#include <memory>
#include <vector>

#include "core/compute/memo.hpp"
#include "core/compute/progress.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::target {

/// Remembers the latest few. A handle: copies share what is known. One that is made for a single
/// call remembers nothing and changes no number. Safe from any thread.
class Solutions {
 public:
  using Memory = std::shared_ptr<const std::vector<double>>;
  using Model = std::shared_ptr<const ScenarioModel>;

  /// memory_function(scenario.target).
  Memory memory(const Scenario& scenario, const compute::Progress& progress) const;
  /// The same where it is known without any work, else null.
  Memory known_memory(const Scenario& scenario) const;
  /// scenario_model(scenario).
  Model model(const Scenario& scenario, const compute::Progress& progress) const;

 private:
  /// All that scenario_model() reads. A file's numbers stand for themselves: it may change.
  struct ModelKey {
    ssmscope::Model model;
    Rule rule;
    double delta;
    std::vector<double> fitted;  ///< rho where C is fitted to it; else empty
    bool operator==(const ModelKey&) const = default;
  };

  compute::Memo<Target, std::vector<double>> memories_;
  compute::Memo<ModelKey, ScenarioModel> models_;
};

}  // namespace ssmscope::target
