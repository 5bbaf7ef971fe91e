#include "gpu/pipeline_cache.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/scenario/whole_file.hpp"

namespace ssmscope::gpu {
namespace {

namespace fs = std::filesystem;

// Drivers check little of what they are given, so the file has a head of its own before the
// driver's bytes: a mark, their number and their checksum, and the key once more.
constexpr std::array<std::uint8_t, 8> kMark{'S', 'S', 'M', 's', 'p', 'v', '0', '1'};

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {  // FNV-1a
  std::uint64_t hash = 14695981039346656037ULL;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211ULL;
  return hash;
}

void append(std::vector<std::uint8_t>& to, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8)
    to.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::vector<std::uint8_t> head_of(const CacheKey& key, std::span<const std::uint8_t> data) {
  std::vector<std::uint8_t> head(kMark.begin(), kMark.end());
  append(head, data.size());
  append(head, checksum(data));
  append(head, key.vendor);
  append(head, key.device);
  append(head, key.driver);
  head.insert(head.end(), key.uuid.begin(), key.uuid.end());
  return head;
}

std::string hex(std::uint64_t value, int digits) {
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "%0*llx", digits, static_cast<unsigned long long>(value));
  return text.data();
}

}  // namespace

fs::path cache_file(const fs::path& folder, const CacheKey& key) {
  std::string name;
  for (const std::uint8_t byte : key.uuid) name += hex(byte, 2);
  return folder / (name + "-" + hex(key.vendor, 4) + "-" + hex(key.device, 4) + "-" +
                   hex(key.driver, 8) + ".pipelines");
}

std::vector<std::uint8_t> read_cache(const fs::path& folder, const CacheKey& key) {
  if (folder.empty()) return {};
  std::ifstream file(cache_file(folder, key), std::ios::binary);
  if (!file) return {};
  const std::vector<std::uint8_t> all{std::istreambuf_iterator<char>(file), {}};
  const std::size_t head_size = head_of(key, {}).size();
  if (all.size() < head_size) return {};
  const std::span<const std::uint8_t> data = std::span(all).subspan(head_size);
  const auto head = head_of(key, data);
  if (!std::equal(head.begin(), head.end(), all.begin())) return {};
  return {data.begin(), data.end()};
}

bool write_cache(const fs::path& folder, const CacheKey& key, std::span<const std::uint8_t> data) {
  if (folder.empty()) return false;
  const auto head = head_of(key, data);
  std::string bytes(head.begin(), head.end());
  bytes.append(data.begin(), data.end());
  try {
    fs::create_directories(folder);
    write_whole_file(cache_file(folder, key), bytes);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace ssmscope::gpu
