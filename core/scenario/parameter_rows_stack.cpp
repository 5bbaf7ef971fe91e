// Rows of the group stack.
#include "core/scenario/limits.hpp"
#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

std::vector<Parameter> stack_rows() {
  using rows::Words;
  const Words family{"/stack/family", "Layers of", "",
                     "What each layer's states are: the model's own poles, a dense LegS, or one "
                     "state that all channels share."};
  const Words layers{"/stack/layers", "Layers", "layers",
                     "How many layers stand one behind the other."};
  const Words steps{"/stack/steps", "Long run", "steps",
                    "Steps of the run that the operator view starts by hand."};
  return {
      rows::bind<&Scenario::stack, &Stack::family>(
          rows::choice(family, kStackFamilyNames, kStackFamilyLabels)),
      rows::bind<&Scenario::stack, &Stack::layers>(rows::integer(layers, 1, kMostLayers)),
      rows::bind<&Scenario::stack, &Stack::steps>(rows::integer(steps, 1, kLongestRun, Scale::Log)),
  };
}

}  // namespace ssmscope
