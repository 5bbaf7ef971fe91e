#version 450
#extension GL_GOOGLE_include_directive : require
// The states of each step from those before each chunk: x = abar x + bbar u. One thread a mode and
// chunk. abar is high + low: rounded once, its error would grow with every step of the chunk.
#include "real.glsl"

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Begins { complex begins[]; };  // models x chunks x modes
layout(set = 0, binding = 1) readonly buffer Inputs { real inputs[]; };
layout(set = 0, binding = 2) readonly buffer Steps { real4 abar[]; };  // re, im high; re, im low
layout(set = 0, binding = 3) readonly buffer Weights { complex bbar[]; };
layout(set = 0, binding = 4) writeonly buffer States { complex states[]; };  // models x steps x modes

layout(push_constant) uniform Push {
  uint modes;
  uint chunks;
  uint chunk_steps;
  uint steps;
  uint input_model;  // numbers between the inputs of models
};

void main() {
  const uint index = group_index() * 64 + gl_LocalInvocationID.x;
  if (index >= modes * chunks) return;
  const uint model = gl_WorkGroupID.z;
  const uint m = index % modes;
  const uint first = index / modes * chunk_steps;
  const uint last = min(first + chunk_steps, steps);
  const real4 a = abar[model * modes + m];
  const complex b = bbar[model * modes + m];
  complex x = begins[model * chunks * modes + index];
  uint from = model * input_model + first;
  uint to = (model * steps + first) * modes + m;
  for (uint t = first; t < last; ++t, ++from, to += modes) {
    x = times(a.xy, x) + (times(a.zw, x) + b * inputs[from]);
    states[to] = x;
  }
}
