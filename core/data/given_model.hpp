// What a model file may give, before it is put into a scenario. Shared by its two readers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/data/npy.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::data {

struct GivenModel {
  ComplexList lambda;
  std::optional<ComplexList> B, C;
  std::optional<double> D, delta;
  std::optional<Rule> rule;
  std::optional<bool> conjugate;
  std::size_t channels = 1;  ///< that the file holds
};

/// Throw InputError naming the field.
GivenModel given_by_json(std::string_view text);
GivenModel given_by_arrays(const std::map<std::string, Array>& arrays, int channel);

}  // namespace ssmscope::data
