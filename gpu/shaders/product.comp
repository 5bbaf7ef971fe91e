#version 450
#extension GL_GOOGLE_include_directive : require
// A matrix product: result[r][c] (+)= sum_k left[r][k] right(c, k), for each model. `left` and
// `result` are stored row by row, `right` with any strides. A group makes 32 x 32 numbers, each of
// its threads 4 x 4 of them.
#include "real.glsl"

const uint kTile = 32;
const uint kSide = 8;  // threads a side
const uint kEach = 4;  // numbers a thread and side
const uint kDepth = 16;

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Left { real left[]; };
layout(set = 0, binding = 1) readonly buffer Right { real right[]; };
layout(set = 0, binding = 2) buffer Result { real result[]; };

layout(push_constant) uniform Push {
  uint rows;
  uint columns;
  uint depth;
  uint left_row;       // numbers between rows
  uint left_model;     // numbers between models
  int right_first;     // where right(0, 0) is
  int right_column;
  int right_depth;
  uint right_model;
  uint result_row;
  uint result_model;
  uint add;            // 1: result += ..
};

shared real left_tile[kDepth][kTile + 1];
shared real right_tile[kDepth][kTile + 1];

void load(uint row, uint column, uint k0) {
  const uint model = gl_WorkGroupID.z;
  const bool along_depth = abs(right_depth) == 1;
  for (uint i = gl_LocalInvocationID.x; i < kTile * kDepth; i += 64) {
    {
      const uint r = i / kDepth;
      const uint k = i % kDepth;
      const bool inside = row + r < rows && k0 + k < depth;
      left_tile[k][r] = inside ? left[model * left_model + (row + r) * left_row + k0 + k] : real(0);
    }
    const uint c = along_depth ? i / kDepth : i % kTile;
    const uint k = along_depth ? i % kDepth : i / kTile;
    real value = real(0);
    if (column + c < columns && k0 + k < depth) {
      value = right[int(model * right_model) + right_first + int(column + c) * right_column +
                    int(k0 + k) * right_depth];
    }
    right_tile[k][c] = value;
  }
}

void main() {
  const uint row = gl_WorkGroupID.y * kTile;
  const uint column = gl_WorkGroupID.x * kTile;
  const uint r = gl_LocalInvocationID.x / kSide;
  const uint c = gl_LocalInvocationID.x % kSide;
  real sum[kEach][kEach];
  for (uint i = 0; i < kEach; ++i) {
    for (uint j = 0; j < kEach; ++j) sum[i][j] = real(0);
  }
  for (uint k0 = 0; k0 < depth; k0 += kDepth) {
    load(row, column, k0);
    barrier();
    // Summed apart, as a long sum in one go loses more digits.
    real part[kEach][kEach];
    for (uint i = 0; i < kEach; ++i) {
      for (uint j = 0; j < kEach; ++j) part[i][j] = real(0);
    }
    for (uint k = 0; k < kDepth; ++k) {
      real a[kEach];
      real b[kEach];
      for (uint i = 0; i < kEach; ++i) a[i] = left_tile[k][r + i * kSide];
      for (uint j = 0; j < kEach; ++j) b[j] = right_tile[k][c + j * kSide];
      for (uint i = 0; i < kEach; ++i) {
        for (uint j = 0; j < kEach; ++j) part[i][j] += a[i] * b[j];
      }
    }
    for (uint i = 0; i < kEach; ++i) {
      for (uint j = 0; j < kEach; ++j) sum[i][j] += part[i][j];
    }
    barrier();
  }
  const uint model = gl_WorkGroupID.z;
  for (uint i = 0; i < kEach; ++i) {
    for (uint j = 0; j < kEach; ++j) {
      const uint at_row = row + r + i * kSide;
      const uint at_column = column + c + j * kSide;
      if (at_row >= rows || at_column >= columns) continue;
      const uint at = model * result_model + at_row * result_row + at_column;
      result[at] = add == 1 ? result[at] + sum[i][j] : sum[i][j];
    }
  }
}
