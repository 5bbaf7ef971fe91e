// The file of a pipeline cache: written whole or not at all, read only if whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ssmscope::gpu {

/// Of which device and driver a cache is.
struct CacheKey {
  std::uint32_t vendor = 0;
  std::uint32_t device = 0;
  std::uint32_t driver = 0;        ///< the driver's version
  std::vector<std::uint8_t> uuid;  ///< pipelineCacheUUID
};

/// One file for each device and version of its driver.
std::filesystem::path cache_file(const std::filesystem::path& folder, const CacheKey& key);

/// What was written with the same key; empty where there is no such file or it is damaged.
std::vector<std::uint8_t> read_cache(const std::filesystem::path& folder, const CacheKey& key);

/// By a temporary file and a rename. False where that failed.
bool write_cache(const std::filesystem::path& folder, const CacheKey& key,
                 std::span<const std::uint8_t> data);

}  // namespace ssmscope::gpu
