// What the program prints.
#pragma once

#include <string_view>

namespace ssmscope::app {

/// Writes all of `text` at once. Throws InputError where it does not arrive (a full disk).
void print(std::string_view text);

}  // namespace ssmscope::app
