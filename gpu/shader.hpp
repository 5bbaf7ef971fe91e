// The shaders by name, and what a pipeline is made of.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace ssmscope::gpu {

enum class Shader { Expand, Product, Carry, States, Ring, Frequency };

/// One pipeline: a shader, its number type and its constants (constant_id 0, 1, ..).
struct Program {
  Shader shader;
  bool wide = false;  ///< float64
  std::vector<std::uint32_t> constants;

  friend bool operator<(const Program& a, const Program& b) {
    return std::tie(a.shader, a.wide, a.constants) < std::tie(b.shader, b.wide, b.constants);
  }
};

/// All shaders see up to this many buffers (bindings 0, 1, ..) and bytes of push constants.
inline constexpr std::uint32_t kMostBindings = 5;
inline constexpr std::uint32_t kPushBytes = 64;

/// Threads of a work group of every shader but the ring's (local_size_x in shaders/*.comp).
inline constexpr std::uint32_t kGroupThreads = 64;

/// Most threads of a work group of any shader; a device that has fewer is not used.
inline constexpr std::uint32_t kMostGroupThreads = 256;

/// The SPIR-V that was compiled in.
std::span<const unsigned char> spirv(Shader shader, bool wide);

}  // namespace ssmscope::gpu
