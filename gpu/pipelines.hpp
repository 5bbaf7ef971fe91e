// Compute pipelines, made when they are first needed, and their cache on disk.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>

#include "gpu/logical_device.hpp"
#include "gpu/pipeline_cache.hpp"
#include "gpu/shader.hpp"

namespace ssmscope::gpu {

class Pipelines {
 public:
  Pipelines(const LogicalDevice& device, std::filesystem::path cache_folder);
  ~Pipelines();  ///< writes the cache if a pipeline was made
  Pipelines(const Pipelines&) = delete;
  Pipelines& operator=(const Pipelines&) = delete;

  /// From any thread; lives as long as this.
  vk::Pipeline get(const Program& program);
  vk::PipelineLayout layout() const { return *layout_; }
  vk::DescriptorSetLayout bindings() const { return *bindings_; }

 private:
  vk::raii::Pipeline make(const Program& program) const;

  const LogicalDevice& device_;
  std::filesystem::path folder_;
  CacheKey key_;
  vk::raii::PipelineCache cache_;
  vk::raii::DescriptorSetLayout bindings_;
  vk::raii::PipelineLayout layout_;
  std::map<Program, vk::raii::Pipeline> made_;
  std::mutex mutex_;
};

}  // namespace ssmscope::gpu
