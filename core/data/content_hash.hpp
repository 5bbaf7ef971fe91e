// Tells whether a file is still the one that was read.
#pragma once

#include <string>
#include <string_view>

namespace ssmscope::data {

/// 64-bit FNV-1a of the bytes, 16 hexadecimal digits.
std::string content_hash(std::string_view bytes);

}  // namespace ssmscope::data
