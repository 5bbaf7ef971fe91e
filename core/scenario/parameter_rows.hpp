// The rows of the parameter table, a function a group, and the small tools that make them. Only
// parameters.cpp and the files that define the groups include this.
#pragma once

#include <type_traits>

#include "core/scenario/names.hpp"
#include "core/scenario/parameters.hpp"

namespace ssmscope {

std::vector<Parameter> model_rows();
std::vector<Parameter> discretisation_rows();
std::vector<Parameter> target_rows();
std::vector<Parameter> input_rows();
std::vector<Parameter> resolution_rows();
std::vector<Parameter> decoder_rows();
std::vector<Parameter> stack_rows();
std::vector<Parameter> refinement_rows();

namespace rows {

/// Seeds are whole numbers that a double holds exactly.
inline constexpr double kLargestSeed = 9007199254740992.0;  // 2^53

/// What a person reads of a row.
struct Words {
  std::string_view pointer, label, unit, help;
};

inline bool always(const Scenario&) { return true; }
inline bool offer_all(const Scenario&, std::size_t) { return true; }

/// The group is the first part of the pointer.
inline Parameter begin(const Words& words) {
  Parameter row;
  row.pointer = words.pointer;
  row.label = words.label;
  row.group = words.pointer.substr(1, words.pointer.find('/', 1) - 1);
  row.unit = words.unit;
  row.help = words.help;
  row.applies = always;
  return row;
}

inline Parameter real(const Words& words, double least, double greatest,
                      Scale scale = Scale::Linear) {
  Parameter row = begin(words);
  row.kind = ParameterKind::Real;
  row.least = least;
  row.greatest = greatest;
  row.scale = scale;
  return row;
}

inline Parameter integer(const Words& words, double least, double greatest,
                         Scale scale = Scale::Linear) {
  Parameter row = real(words, least, greatest, scale);
  row.kind = ParameterKind::Integer;
  return row;
}

template <std::size_t N>
Parameter choice(const Words& words, const Names<N>& names, const Names<N>& labels) {
  Parameter row = real(words, 0.0, static_cast<double>(N - 1));
  row.kind = ParameterKind::Choice;
  row.choices.assign(names.begin(), names.end());
  row.choice_labels.assign(labels.begin(), labels.end());
  row.offers = offer_all;
  return row;
}

inline Parameter flag(const Words& words) {
  Parameter row = real(words, 0.0, 1.0);
  row.kind = ParameterKind::Flag;
  return row;
}

/// Getter and setter of a plain member, by the two pointers to members that lead to it.
template <auto Part, auto Field>
Parameter bind(Parameter row) {
  row.get = [](const Scenario& s) { return static_cast<double>((s.*Part).*Field); };
  row.set = [](Scenario& s, double value) {
    auto& field = (s.*Part).*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value);
  };
  return row;
}

/// Getter, setter and offers of a variant {a default, Seeded, a list}, by the two pointers to
/// members that lead to it. Entry 2 is the list, which set() keeps but cannot make.
template <auto Part, auto Field>
Parameter bind_list(Parameter row) {
  row.get = [](const Scenario& s) { return static_cast<double>(((s.*Part).*Field).index()); };
  row.set = [](Scenario& s, double value) {
    auto& choice = (s.*Part).*Field;
    const auto index = static_cast<std::size_t>(value);
    if (index == choice.index()) return;
    if (index == 0) choice.template emplace<0>();
    if (index == 1) choice.template emplace<1>();
    if (index == 2) choice.template emplace<2>();
  };
  row.offers = [](const Scenario& s, std::size_t index) {
    return index < 2 || ((s.*Part).*Field).index() == 2;
  };
  return row;
}

/// Getter, setter and applicability of the seed of such a variant.
template <auto Part, auto Field>
Parameter bind_list_seed(Parameter row) {
  row.applies = [](const Scenario& s) { return std::holds_alternative<Seeded>((s.*Part).*Field); };
  row.get = [](const Scenario& s) {
    const auto* seeded = std::get_if<Seeded>(&((s.*Part).*Field));
    return seeded == nullptr ? 0.0 : static_cast<double>(seeded->seed);
  };
  row.set = [](Scenario& s, double value) {
    if (auto* seeded = std::get_if<Seeded>(&((s.*Part).*Field)))
      seeded->seed = static_cast<std::uint64_t>(value);
  };
  return row;
}

/// Getter, setter and applicability of a member of one kind of input.
template <class Kind, auto Field>
Parameter bind_input(Parameter row) {
  row.applies = [](const Scenario& s) { return std::holds_alternative<Kind>(s.input); };
  row.get = [](const Scenario& s) {
    const auto* kind = std::get_if<Kind>(&s.input);
    return kind == nullptr ? 0.0 : static_cast<double>(kind->*Field);
  };
  row.set = [](Scenario& s, double value) {
    if (auto* kind = std::get_if<Kind>(&s.input)) {
      auto& field = kind->*Field;
      field = static_cast<std::remove_reference_t<decltype(field)>>(value);
    }
  };
  return row;
}

}  // namespace rows
}  // namespace ssmscope
