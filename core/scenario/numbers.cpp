#include "core/scenario/numbers.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace ssmscope {

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

std::string exact_number(double value) {
  std::array<char, 64> text{};
  constexpr double kLargestWhole = 9007199254740992.0;  // 2^53
  const bool whole = std::abs(value) <= kLargestWhole && value == std::floor(value);
  const auto end =
      whole ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed)
            : std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

}  // namespace ssmscope
