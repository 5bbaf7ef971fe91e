#include "core/scenario/utf8.hpp"

#include <cstdint>

namespace ssmscope {

namespace {

/// Bytes that follow a leading byte; -1 where it cannot lead.
int followers(unsigned char lead) {
  if (lead < 0x80) return 0;
  if (lead >= 0xC2 && lead <= 0xDF) return 1;
  if (lead >= 0xE0 && lead <= 0xEF) return 2;
  if (lead >= 0xF0 && lead <= 0xF4) return 3;
  return -1;
}

bool is_scalar_value(std::uint32_t code, int follow) {
  if (follow == 2) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
  if (follow == 3) return code >= 0x10000 && code <= 0x10FFFF;
  return true;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const int follow = followers(lead);
    if (follow < 0 || i + static_cast<std::size_t>(follow) >= text.size()) return false;
    auto code = static_cast<std::uint32_t>(follow == 0 ? lead : lead & (0x3F >> follow));
    for (int k = 0; k < follow; ++k) {
      const auto next = static_cast<unsigned char>(text[++i]);
      if ((next & 0xC0) != 0x80) return false;
      code = (code << 6) | (next & 0x3Fu);
    }
    if (!is_scalar_value(code, follow)) return false;
  }
  return true;
}

}  // namespace ssmscope
