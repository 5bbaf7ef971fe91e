#include "gpu/pipelines.hpp"

#include <array>
#include <cstring>

namespace ssmscope::gpu {
namespace {

CacheKey key_of(const LogicalDevice& device) {
  const auto properties = device.properties();
  const auto& uuid = properties.pipelineCacheUUID;
  return {properties.vendorID,
          properties.deviceID,
          properties.driverVersion,
          {uuid.begin(), uuid.end()}};
}

vk::raii::PipelineCache open_cache(const LogicalDevice& device, const std::filesystem::path& folder,
                                   const CacheKey& key) {
  const auto data = read_cache(folder, key);
  try {
    return {device.handle(), vk::PipelineCacheCreateInfo({}, data.size(), data.data())};
  } catch (const vk::Error&) {
    return {device.handle(), vk::PipelineCacheCreateInfo()};
  }
}

vk::raii::DescriptorSetLayout make_bindings(const vk::raii::Device& device) {
  std::array<vk::DescriptorSetLayoutBinding, kMostBindings> bindings;
  for (std::uint32_t i = 0; i < kMostBindings; ++i) {
    bindings.at(i) = vk::DescriptorSetLayoutBinding(i, vk::DescriptorType::eStorageBuffer, 1,
                                                    vk::ShaderStageFlagBits::eCompute);
  }
  return {device, vk::DescriptorSetLayoutCreateInfo({}, bindings)};
}

vk::raii::PipelineLayout make_layout(const vk::raii::Device& device,
                                     vk::DescriptorSetLayout bindings) {
  const vk::PushConstantRange push(vk::ShaderStageFlagBits::eCompute, 0, kPushBytes);
  return {device, vk::PipelineLayoutCreateInfo({}, bindings, push)};
}

}  // namespace

Pipelines::Pipelines(const LogicalDevice& device, std::filesystem::path cache_folder)
    : device_(device),
      folder_(std::move(cache_folder)),
      key_(key_of(device)),
      cache_(open_cache(device, folder_, key_)),
      bindings_(make_bindings(device.handle())),
      layout_(make_layout(device.handle(), *bindings_)) {}

Pipelines::~Pipelines() {
  if (made_.empty() || folder_.empty()) return;
  try {
    write_cache(folder_, key_, cache_.getData());
  } catch (const std::exception&) {  // the next start compiles again
  }
}

vk::Pipeline Pipelines::get(const Program& program) {
  const std::lock_guard lock(mutex_);
  auto found = made_.find(program);
  if (found == made_.end()) found = made_.emplace(program, make(program)).first;
  return *found->second;
}

vk::raii::Pipeline Pipelines::make(const Program& program) const {
  const auto bytes = spirv(program.shader, program.wide);
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const vk::raii::ShaderModule module(device_.handle(), vk::ShaderModuleCreateInfo({}, words));
  std::vector<vk::SpecializationMapEntry> entries;
  for (std::uint32_t i = 0; i < program.constants.size(); ++i) {
    entries.emplace_back(i, i * static_cast<std::uint32_t>(sizeof(std::uint32_t)),
                         sizeof(std::uint32_t));
  }
  vk::SpecializationInfo constants;
  constants.setMapEntries(entries).setData<std::uint32_t>(program.constants);
  vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *module, "main");
  if (!entries.empty()) stage.pSpecializationInfo = &constants;
  return {device_.handle(), cache_, vk::ComputePipelineCreateInfo({}, stage, *layout_)};
}

}  // namespace ssmscope::gpu
