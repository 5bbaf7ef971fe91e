// Seeded damage to bytes, for tests that hostile files never crash a reader.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace ssmscope::test {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : engine_(seed) {}

  /// One to four damages: a byte changed, a piece cut out, doubled or overwritten, the end lost.
  std::string damaged(std::string bytes) {
    for (std::size_t k = below(4) + 1; k > 0 && !bytes.empty(); --k) damage(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine_);
  }

  void damage(std::string& bytes) {
    constexpr std::size_t kLongestPiece = 64;
    const std::size_t at = below(bytes.size());
    const std::size_t length = below(kLongestPiece) + 1;
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size()), length));
        break;
      case 4:
        bytes.replace(at, length, std::string(length, static_cast<char>(below(256))));
        break;
      default:
        bytes.resize(at);
    }
  }

  std::mt19937_64 engine_;
};

}  // namespace ssmscope::test
