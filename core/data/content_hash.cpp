#include "core/data/content_hash.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace ssmscope::data {

std::string content_hash(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a's offset basis and prime
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

}  // namespace ssmscope::data
