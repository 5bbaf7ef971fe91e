// What changed between two scenarios, for undo.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

/// In parts, so that each can be translated. What a choice brings with it (Real switches conjugates
/// off) is not told apart.
struct Difference {
  std::string_view what;      ///< a row's label, a part's name, "several changes"; empty: none
  std::string before, after;  ///< values; empty: a part that is no scalar
  bool words = false;         ///< the values are words (the labels of a choice, "on"), not numbers
  std::string unit;
};
Difference difference(const Scenario& before, const Scenario& after);

}  // namespace ssmscope
