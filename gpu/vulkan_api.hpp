// The one way in which this folder includes Vulkan: every function is loaded at run time, so that
// the program starts where there is no loader.
#pragma once

#define VK_NO_PROTOTYPES 1
#define VULKAN_HPP_ENABLE_DYNAMIC_LOADER_TOOL 1
#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#include <vulkan/vulkan_raii.hpp>
