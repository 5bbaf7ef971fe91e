// How far operator and recurrence are apart, as the results of several analyses say it.
#pragma once

#include "core/data/json_numbers.hpp"
#include "core/ring/exact_operator.hpp"

namespace ssmscope::ring {

inline nlohmann::ordered_json agreement_json(const OperatorAgreement& agreement,
                                             data::JsonNumbers& numbers) {
  return {{"steps", agreement.steps},
          {"difference", numbers.number(agreement.difference, data::kOutside)},
          {"bound", agreement.bound},
          {"cancellation", agreement.cancellation},
          {"longest_memory", agreement.longest_memory}};
}

}  // namespace ssmscope::ring
