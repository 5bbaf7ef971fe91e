// Scenarios in words: names for captions, and what changed between two of them for undo.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

std::string_view label(Family family);
std::string_view label(Init init);
std::string_view label(Rule rule);
std::string_view label(MemoryKind kind);
std::string_view label(Hold hold);
std::string_view label(RefinementPreset preset);
std::string_view label(RefinementInput input);
/// The kind of input: "ECG".
std::string_view label(const Input& input);

/// What changed between two scenarios, in parts, so that each can be translated.
struct Difference {
  std::string_view what;      ///< a row's label or a part's name; empty: nothing changed
  std::string before, after;  ///< values; empty: a part that is no scalar
  bool words = false;         ///< the values are words (the labels of a choice, "on"), not numbers
  std::string unit;
};
Difference difference(const Scenario& before, const Scenario& after);

/// "Step Δ 0.01 → 0.02 s", "Initialiser Lin → Inv", "Poles λ", "several changes"; empty when the
/// two are equal. What a choice brings with it (Real switches conjugates off) is not told apart.
std::string difference_text(const Scenario& before, const Scenario& after);

}  // namespace ssmscope
