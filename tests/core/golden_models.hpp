// The models that golden cases describe.
#pragma once

#include <stdexcept>
#include <string>

#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"
#include "tests/core/golden.hpp"

namespace ssmscope::test {

/// A case's diagonal A, B, C, its D (default 0) and its factor (default 2).
inline ssm::ContinuousModel golden_model(const Json& golden_case) {
  ssm::ContinuousModel model;
  model.lambda = golden_complexes(golden_case.at("A"));
  model.B = golden_complexes(golden_case.at("B"));
  model.C = golden_complexes(golden_case.at("C"));
  model.D = golden_case.value("D", 0.0);
  model.factor = golden_case.value("factor", 2.0);
  return model;
}

/// By the names that the golden files use.
inline Rule golden_rule(const std::string& name) {
  if (name == "zoh") return Rule::Zoh;
  if (name == "bilinear") return Rule::Bilinear;
  if (name == "euler") return Rule::Euler;
  if (name == "backward_diff") return Rule::BackwardEuler;
  throw std::runtime_error("golden rule " + name + " is not known");
}

}  // namespace ssmscope::test
