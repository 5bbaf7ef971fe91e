// Is a text UTF-8? JSON can hold nothing else.
#pragma once

#include <string_view>

namespace ssmscope {

/// No overlong forms, no surrogates, nothing beyond U+10FFFF (RFC 3629).
bool is_utf8(std::string_view text);

}  // namespace ssmscope
