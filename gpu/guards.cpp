#include "gpu/guards.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace ssmscope::gpu {
namespace {

/// Byte `at` of the memory: eight of them are a NaN as a double and two as floats, which bear
/// their place.
std::byte poison(std::size_t at) {
  constexpr std::uint64_t kQuiet = 0x7FF80000'7FC00000;
  constexpr std::uint64_t kPlace = 0x0003FFFF;
  const std::uint64_t place = at / sizeof(std::uint64_t) & kPlace;
  const auto bytes =
      std::bit_cast<std::array<std::byte, sizeof(std::uint64_t)>>(kQuiet | place << 32U | place);
  return bytes.at(at % sizeof(std::uint64_t));
}

}  // namespace

void Guards::add(Range range) {
  ranges_.push_back(range);
  const std::size_t end = range.offset + room(range.bytes);
  for (std::size_t at = range.offset; at < end; ++at) memory_[at] = poison(at);
}

std::string Guards::damage() const {
  for (const Range range : ranges_) {
    for (std::size_t i = range.bytes; i < room(range.bytes); ++i) {
      const std::size_t at = range.offset + i;
      if (memory_[at] == poison(at)) continue;
      return "The byte " + std::to_string(i - range.bytes) + " behind a range of " +
             std::to_string(range.bytes) + " bytes of a job was written.";
    }
  }
  return {};
}

}  // namespace ssmscope::gpu
