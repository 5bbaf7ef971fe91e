#include "core/target/solutions.hpp"

#include <variant>

#include "core/target/memory_function.hpp"

namespace ssmscope::target {

Solutions::Memory Solutions::memory(const Scenario& scenario,
                                    const compute::Progress& progress) const {
  // Reading keeps files by itself and sees when they change.
  if (scenario.target.kind == MemoryKind::File)
    return std::make_shared<const std::vector<double>>(memory_function(scenario.target));
  return memories_.get(scenario.target, progress, [&] { return memory_function(scenario.target); });
}

Solutions::Memory Solutions::known_memory(const Scenario& scenario) const {
  return memories_.known(scenario.target);
}

Solutions::Model Solutions::model(const Scenario& scenario,
                                  const compute::Progress& progress) const {
  ModelKey key{scenario.model, scenario.discretisation.rule, scenario.discretisation.delta, {}};
  if (std::holds_alternative<FitToTarget>(scenario.model.C))
    key.fitted = *memory(scenario, progress);
  return models_.get(key, progress, [&] { return scenario_model(scenario, key.fitted, progress); });
}

}  // namespace ssmscope::target
