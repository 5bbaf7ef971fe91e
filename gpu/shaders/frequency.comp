#version 450
#extension GL_GOOGLE_include_directive : require
// H(e^{i omega}) of all modes, one thread a frequency (MATHS section 3). With z = e^{-i omega} the
// pair's sum (factor/2)(g/(1 - a z) + conj(g)/(1 - conj(a) z)) is
//   factor (Re g (1 - Re(a) z) - Im g Im(a) z) / ((1 - a z)(1 - conj(a) z)).
// Near a pole 1 - a z is a small difference. a and z come as coarse + rest, the coarse parts on a
// grid on which their products and the sums of these are exact, so that the difference keeps its
// digits; the rests are small, and so are their roundings.
#include "real.glsl"

layout(local_size_x = 64) in;

struct Mode {
  complex coarse;   // of a
  complex rest;
  complex weights;  // factor Re g, factor Im g Im a
};

layout(set = 0, binding = 0) readonly buffer Modes { Mode modes[]; };      // models x modes
layout(set = 0, binding = 1) readonly buffer Points { real4 points[]; };   // coarse, rest of z
layout(set = 0, binding = 2) writeonly buffer Response { complex response[]; };  // models x points
layout(set = 0, binding = 3) writeonly buffer Sizes { real sizes[]; };     // sum of the |terms|

layout(push_constant) uniform Push {
  uint mode_count;
  uint point_count;
};

shared Mode tile[64];

complex over(complex a, complex b) {
  return complex(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) / (b.x * b.x + b.y * b.y);
}

complex term(Mode mode, complex coarse, complex rest, complex z) {
  precise real one_rr = real(1) - mode.coarse.x * coarse.x;
  precise real ri = mode.coarse.x * coarse.y;
  precise real ii = mode.coarse.y * coarse.y;
  precise real ir = mode.coarse.y * coarse.x;
  const real rest_rr = -(mode.coarse.x * rest.x + mode.rest.x * z.x);
  const real rest_ri = mode.coarse.x * rest.y + mode.rest.x * z.y;
  const real rest_ii = mode.coarse.y * rest.y + mode.rest.y * z.y;
  const real rest_ir = mode.coarse.y * rest.x + mode.rest.y * z.x;
  precise real exact_re = one_rr + ii;       // 1 - a z
  precise real exact_im = -ri - ir;
  precise real exact_re_conj = one_rr - ii;  // 1 - conj(a) z
  precise real exact_im_conj = ir - ri;
  precise complex own = complex(exact_re + (rest_rr + rest_ii), exact_im - (rest_ri + rest_ir));
  precise complex conj =
      complex(exact_re_conj + (rest_rr - rest_ii), exact_im_conj + (rest_ir - rest_ri));
  precise complex middle = complex(one_rr + rest_rr, -(ri + rest_ri));
  const complex numerator = mode.weights.x * middle - mode.weights.y * z;
  return over(over(numerator, own), conj);
}

void main() {
  const uint k = group_index() * 64 + gl_LocalInvocationID.x;
  const uint model = gl_WorkGroupID.z;
  const bool inside = k < point_count;
  const real4 point = inside ? points[k] : real4(1, 0, 0, 0);
  const complex z = point.xy + point.zw;
  complex sum = complex(0);
  real size = real(0);
  for (uint first = 0; first < mode_count; first += 64) {
    const uint count = min(64u, mode_count - first);
    if (gl_LocalInvocationID.x < count) {
      tile[gl_LocalInvocationID.x] = modes[model * mode_count + first + gl_LocalInvocationID.x];
    }
    barrier();
    complex part = complex(0);  // a long sum in one go would lose more digits
    real part_size = real(0);
    for (uint i = 0; i < count; ++i) {
      const complex value = term(tile[i], point.xy, point.zw, z);
      part += value;
      part_size += abs(value.x) + abs(value.y);
    }
    sum += part;
    size += part_size;
    barrier();
  }
  if (!inside) return;
  response[model * point_count + k] = sum;
  sizes[model * point_count + k] = size;
}
