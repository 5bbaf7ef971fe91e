#version 450
#extension GL_GOOGLE_include_directive : require
// A table of powers from two short ones: table[e][m] = coarse[e / fine][m] fine[e % fine][m].
// The short ones come from the host, exact to rounding, so that no entry is the end of a long
// product.
#include "real.glsl"

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Coarse { complex coarse[]; };
layout(set = 0, binding = 1) readonly buffer Fine { complex fine[]; };
layout(set = 0, binding = 2) writeonly buffer Table { complex table[]; };

layout(push_constant) uniform Push {
  uint modes;
  uint count;          // entries of the table
  uint fine_count;     // of `fine`
  uint coarse_model;   // numbers between models
  uint fine_model;
  uint table_model;
};

void main() {
  const uint index = group_index() * 64 + gl_LocalInvocationID.x;
  if (index >= modes * count) return;
  const uint model = gl_WorkGroupID.z;
  const uint e = index / modes;
  const uint m = index % modes;
  table[model * table_model + index] =
      times(coarse[model * coarse_model + (e / fine_count) * modes + m],
            fine[model * fine_model + (e % fine_count) * modes + m]);
}
