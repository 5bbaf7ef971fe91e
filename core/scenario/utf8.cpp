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

/// Bytes of the character at the text's beginning; 0 where it is none.
std::size_t character_size(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const int follow = followers(lead);
  if (follow < 0 || static_cast<std::size_t>(follow) >= text.size()) return 0;
  auto code = static_cast<std::uint32_t>(follow == 0 ? lead : lead & (0x3F >> follow));
  for (std::size_t k = 1; k <= static_cast<std::size_t>(follow); ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xC0) != 0x80) return 0;
    code = (code << 6) | (next & 0x3Fu);
  }
  return is_scalar_value(code, follow) ? static_cast<std::size_t>(follow) + 1 : 0;
}

/// C0, DEL and C1 (U+0080 to U+009F).
bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  return lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) {
      line += '?';
    } else if (is_control(text.substr(0, size))) {
      line += ' ';
    } else {
      line += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return line;
}

std::string excerpt(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return one_line(text);
  const auto within_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t end = longest;
  while (end > 0 && within_character(end)) --end;
  return one_line(text.substr(0, end)) + "...";
}

}  // namespace ssmscope
