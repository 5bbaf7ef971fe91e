#include "core/ring/comparison.hpp"

#include <algorithm>

#include "core/scenario/parameters.hpp"

namespace ssmscope::ring {

Scenario compared(const Scenario& scenario, Comparison how) {
  Scenario other = scenario;
  if (how == Comparison::OtherPoles) {
    other.model.init = scenario.model.init == Init::Lin ? Init::Inv : Init::Lin;
    other.model.lambda.clear();
    other.model.seed = 1;
  }
  if (how == Comparison::DoubleStep) {
    const Parameter& delta = *find_parameter("/discretisation/delta");
    delta.set(other, std::min(2.0 * delta.get(scenario), delta.greatest));
  }
  return other;
}

}  // namespace ssmscope::ring
