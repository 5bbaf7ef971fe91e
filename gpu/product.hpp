// The matrix product of shaders/product.comp.
#pragma once

#include "gpu/operation.hpp"

namespace ssmscope::gpu {

/// The push constants; see the shader.
struct ProductPush {
  std::uint32_t rows;
  std::uint32_t columns;
  std::uint32_t depth;
  std::uint32_t left_row;
  std::uint32_t left_model;
  std::int32_t right_first;
  std::int32_t right_column;
  std::int32_t right_depth;
  std::uint32_t right_model;
  std::uint32_t result_row;
  std::uint32_t result_model;
  std::uint32_t add;
};

/// result (+)= left right for `models` models.
template <class Real>
void dispatch_product(Job& job, Range left, Range right, Range result, const ProductPush& push,
                      std::size_t models) {
  constexpr std::uint32_t kTile = 32;
  const Groups groups{word(pieces_of(push.columns, kTile)), word(pieces_of(push.rows, kTile)),
                      word(models)};
  job.dispatch({Shader::Product, Limits<Real>::kWide, {}}, {left, right, result}, push, groups);
}

}  // namespace ssmscope::gpu
