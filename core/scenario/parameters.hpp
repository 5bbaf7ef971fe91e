// The parameter table: one row for each scalar of a scenario. From it come the panel's widgets,
// the JSON reader's checks and messages, and the texts of undo.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

enum class ParameterKind { Real, Integer, Choice, Flag };
enum class Scale { Linear, Log };

/// One scalar of a scenario. All values travel as double: an integer or a choice's index is
/// exact, a flag is 0 or 1.
struct Parameter {
  std::string_view pointer;  ///< JSON pointer, "/discretisation/delta"
  std::string_view label;    ///< the field's standard name, "Step Δ"
  std::string_view group;    ///< "model", "discretisation", "target", "input", "resolution", ...
  std::string_view unit;     ///< "", "steps", "rad/step"; "delta" means the scenario's unit
  std::string_view help;     ///< one sentence
  ParameterKind kind = ParameterKind::Real;
  double least = 0.0;  ///< of Real and Integer, both ends allowed
  double greatest = 0.0;
  Scale scale = Scale::Linear;
  std::vector<std::string_view> choices;        ///< JSON names of a Choice, by index
  std::vector<std::string_view> choice_labels;  ///< what a person reads, by index
  double (*get)(const Scenario&) = nullptr;
  void (*set)(Scenario&, double) = nullptr;  ///< keeps the scenario canonical; no range check
  bool (*applies)(const Scenario&) = nullptr;
  /// Of a Choice: whether this scenario can take entry `index` through set() alone. Not so for
  /// what is not built yet and for what needs a list or a file (explicit poles, samples), unless
  /// the scenario already holds it. Never null for a Choice; null otherwise.
  bool (*offers)(const Scenario&, std::size_t index) = nullptr;
};

/// All rows, in the order of the panel. The table lives as long as the program.
std::span<const Parameter> parameters();

/// The row of a pointer, or nullptr.
const Parameter* find_parameter(std::string_view pointer);

/// "model.pairs" of "/model/pairs".
std::string field_name(std::string_view pointer);

/// "discretisation.delta must be from 1e-09 to 1000, not -1": empty if `value` is allowed. With
/// `scenario`, a unit that the scenario names is added to the range: "1000 (s)".
std::string range_complaint(const Parameter& parameter, double value,
                            const Scenario* scenario = nullptr);

/// `scenario` with one parameter changed. Throws InputError when the value is out of range, the
/// parameter does not apply, the choice is not offered, or check() refuses the whole.
Scenario with(const Scenario& scenario, const Parameter& parameter, double value);

}  // namespace ssmscope
