// JSON from outside: bounded, and refused with its place.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ssmscope {

inline constexpr std::size_t kDeepestJson = 64;           ///< nested arrays and objects
inline constexpr std::size_t kMostJsonValues = 1u << 23;  ///< values in one text

/// Parses a whole text. Throws InputError with line, column and, where known, the field:
/// malformed, truncated, trailing or non-UTF-8 text, duplicate keys, numbers beyond a double,
/// nesting deeper than kDeepestJson, more than kMostJsonValues values.
nlohmann::json parse_json(std::string_view text);

}  // namespace ssmscope
