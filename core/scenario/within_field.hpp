// The field or file put before what was refused in it.
#pragma once

#include <string>

#include "core/scenario/error.hpp"

namespace ssmscope {

/// What `read` gives; an InputError of it gets "place: " before its sentence.
template <class Read>
auto within_field(const std::string& place, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(place + ": " + error.what());
  }
}

}  // namespace ssmscope
