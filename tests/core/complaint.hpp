// What a refusal says.
#pragma once

#include <string>

#include "core/scenario/error.hpp"

namespace ssmscope::test {

/// The sentence of the InputError that `action` throws; empty when it throws none.
template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace ssmscope::test
