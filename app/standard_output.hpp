// What the program prints.
#pragma once

#include <string_view>

namespace ssmscope::app {

/// Writes all of `text` at once. Throws InputError where it does not arrive (a full disk).
void print(std::string_view text);

/// One line on the standard error, whatever the names and texts of files in the sentence hold.
void complain(std::string_view sentence);

}  // namespace ssmscope::app
