// The field of the scenario put before what was refused in it.
#pragma once

#include <string>

#include "core/scenario/error.hpp"

namespace ssmscope {

/// What `read` gives; an InputError of it gets "field: " before its sentence.
template <class Read>
auto within_field(const std::string& field, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(field + ": " + error.what());
  }
}

}  // namespace ssmscope
