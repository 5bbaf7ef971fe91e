// Is a text UTF-8? JSON can hold nothing else. And foreign text made fit for a sentence.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ssmscope {

/// No overlong forms, no surrogates, nothing beyond U+10FFFF (RFC 3629).
bool is_utf8(std::string_view text);

/// The text as one line of UTF-8: control characters (ends of lines, a terminal's escapes) become
/// spaces, bytes that are no UTF-8 question marks.
std::string one_line(std::string_view text);

/// One line of at most `longest` bytes of the text, in whole characters, and "..." where it goes
/// on.
std::string excerpt(std::string_view text, std::size_t longest);

}  // namespace ssmscope
