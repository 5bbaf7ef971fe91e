#version 450
#extension GL_GOOGLE_include_directive : require
// From what each chunk of steps leaves when it begins at zero to the state before each chunk:
// x[k + 1] = abar^chunk x[k] + ends[k], in place. One thread a mode. The state is a sum high + low
// of two numbers and so is the power, so that nothing is lost over however many chunks.
#include "real.glsl"

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Ends { complex ends[]; };           // models x chunks x modes
layout(set = 0, binding = 1) readonly buffer Powers { real4 powers[]; };  // re, im high; re, im low
layout(set = 0, binding = 2) buffer States { real4 states[]; };           // the same
layout(set = 0, binding = 3) buffer Peaks { real peaks[]; };  // largest |Re x| + |Im x| so far

layout(push_constant) uniform Push {
  uint modes;
  uint models;
  uint chunks;
};

// a + b = sum + rest exactly.
void two_sum(real a, real b, out real sum, out real rest) {
  precise real s = a + b;
  precise real t = s - a;
  precise real r = (a - (s - t)) + (b - t);
  sum = s;
  rest = r;
}

// a b = product + rest exactly (Dekker).
void two_product(real a, real b, out real product, out real rest) {
  precise real p = a * b;
  precise real ta = SPLITTER * a;
  precise real ah = ta - (ta - a);
  precise real al = a - ah;
  precise real tb = SPLITTER * b;
  precise real bh = tb - (tb - b);
  precise real bl = b - bh;
  precise real r = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
  product = p;
  rest = r;
}

// a b + c d + e to twice the precision; `small` is what is small already.
void dot_plus(real a, real b, real c, real d, real e, real small, out real high, out real low) {
  real p, pr, q, qr, s, sr, t, tr;
  two_product(a, b, p, pr);
  two_product(c, d, q, qr);
  two_sum(p, q, s, sr);
  two_sum(s, e, t, tr);
  precise real rest = ((pr + qr) + (sr + tr)) + small;
  two_sum(t, rest, high, low);
}

void main() {
  const uint index = group_index() * 64 + gl_LocalInvocationID.x;
  if (index >= modes * models) return;
  const uint model = index / modes;
  const real4 w = powers[index];
  real4 x = states[index];
  real peak = peaks[index];
  uint at = model * chunks * modes + index % modes;
  for (uint k = 0; k < chunks; ++k, at += modes) {
    const complex end = ends[at];
    ends[at] = x.xy;
    real4 next;
    dot_plus(w.x, x.x, -w.y, x.y, end.x,
             (w.x * x.z + w.z * x.x) - (w.y * x.w + w.w * x.y), next.x, next.z);
    dot_plus(w.x, x.y, w.y, x.x, end.y,
             (w.x * x.w + w.z * x.y) + (w.y * x.z + w.w * x.x), next.y, next.w);
    x = next;
    peak = max(peak, abs(x.x) + abs(x.y));
  }
  states[index] = x;
  peaks[index] = peak;
}
