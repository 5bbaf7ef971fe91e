#include "gpu/shader.hpp"

#include <array>
#include <cstddef>

// Made from shaders/*.comp by the build (CMakeLists.txt).
extern "C" {
extern const unsigned char ssmscope_expand_f32[], ssmscope_expand_f64[];
extern const std::size_t ssmscope_expand_f32_size, ssmscope_expand_f64_size;
extern const unsigned char ssmscope_product_f32[], ssmscope_product_f64[];
extern const std::size_t ssmscope_product_f32_size, ssmscope_product_f64_size;
extern const unsigned char ssmscope_carry_f32[], ssmscope_carry_f64[];
extern const std::size_t ssmscope_carry_f32_size, ssmscope_carry_f64_size;
extern const unsigned char ssmscope_states_f32[], ssmscope_states_f64[];
extern const std::size_t ssmscope_states_f32_size, ssmscope_states_f64_size;
extern const unsigned char ssmscope_ring_f32[], ssmscope_ring_f64[];
extern const std::size_t ssmscope_ring_f32_size, ssmscope_ring_f64_size;
extern const unsigned char ssmscope_frequency_f32[], ssmscope_frequency_f64[];
extern const std::size_t ssmscope_frequency_f32_size, ssmscope_frequency_f64_size;
}

namespace ssmscope::gpu {

std::span<const unsigned char> spirv(Shader shader, bool wide) {
  using Bytes = std::span<const unsigned char>;
  // In the order of the enumeration; float32, float64.
  const std::array<std::array<Bytes, 2>, 6> all{{
      {Bytes(ssmscope_expand_f32, ssmscope_expand_f32_size),
       Bytes(ssmscope_expand_f64, ssmscope_expand_f64_size)},
      {Bytes(ssmscope_product_f32, ssmscope_product_f32_size),
       Bytes(ssmscope_product_f64, ssmscope_product_f64_size)},
      {Bytes(ssmscope_carry_f32, ssmscope_carry_f32_size),
       Bytes(ssmscope_carry_f64, ssmscope_carry_f64_size)},
      {Bytes(ssmscope_states_f32, ssmscope_states_f32_size),
       Bytes(ssmscope_states_f64, ssmscope_states_f64_size)},
      {Bytes(ssmscope_ring_f32, ssmscope_ring_f32_size),
       Bytes(ssmscope_ring_f64, ssmscope_ring_f64_size)},
      {Bytes(ssmscope_frequency_f32, ssmscope_frequency_f32_size),
       Bytes(ssmscope_frequency_f64, ssmscope_frequency_f64_size)},
  }};
  return all.at(static_cast<std::size_t>(shader)).at(wide ? 1 : 0);
}

}  // namespace ssmscope::gpu
