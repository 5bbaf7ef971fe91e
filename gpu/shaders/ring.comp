#version 450
#extension GL_GOOGLE_include_directive : require
// The transform of states across the modes (MATHS section 2), r_j = sum_m e^{-2 pi i jm/M} x_m (its
// M^-1/2 is in the states already), as Stockham's FFT in shared memory. Where M is no power of two, Bluestein's way: with
// c_m = e^{-i pi m^2/M}, r_j = c_j sum_m (c_m x_m) conj(c_{j-m}), a circular convolution whose
// second part comes transformed from the host. A group does kRows rows.
#include "real.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kLog = 1;  // the transform's length is 2^kLog
layout(constant_id = 2) const uint kRows = 1;
layout(constant_id = 3) const uint kBluestein = 0;

const uint kLength = 1u << kLog;
const uint kHalf = kLength / 2;
const uint kQuarter = kLength / 4;

layout(set = 0, binding = 0) readonly buffer States { complex states[]; };   // rows x modes
layout(set = 0, binding = 1) writeonly buffer Field { complex field[]; };    // rows x modes
layout(set = 0, binding = 2) readonly buffer Twiddles { complex twiddles[]; };  // e^{-2 pi i k/length}
layout(set = 0, binding = 3) readonly buffer Chirp { complex chirp[]; };         // c_m
layout(set = 0, binding = 4) readonly buffer Filter { complex filtered[]; };   // length, with 1/length

layout(push_constant) uniform Push {
  uint modes;
  uint rows;
};

shared complex work[2 * kRows * kLength];

// The first step of a transform whose length is an odd power of two: pairs, without twiddles.
void pairs(uint from, uint to) {
  for (uint i = gl_LocalInvocationID.x; i < kRows * kHalf; i += gl_WorkGroupSize.x) {
    const uint row = (i >> (kLog - 1)) << kLog;
    const uint j = i & (kHalf - 1);
    const complex a = work[from + row + j];
    const complex b = work[from + row + j + kHalf];
    work[to + row + 2 * j] = a + b;
    work[to + row + 2 * j + 1] = a - b;
  }
  barrier();
}

// Four transforms of length `span` = 2^log_span into one of four times the length.
void fours(uint from, uint to, uint log_span) {
  const uint span = 1u << log_span;
  for (uint i = gl_LocalInvocationID.x; i < kRows * kQuarter; i += gl_WorkGroupSize.x) {
    const uint row = (i >> (kLog - 2)) << kLog;
    const uint j = i & (kQuarter - 1);
    const uint k = j & (span - 1);
    const uint turn = k << (kLog - 2 - log_span);
    const uint at = from + row + j;
    const complex a = work[at];
    const complex b = times(twiddles[turn], work[at + kQuarter]);
    const complex c = times(twiddles[2 * turn], work[at + 2 * kQuarter]);
    const complex d = times(twiddles[3 * turn], work[at + 3 * kQuarter]);
    const complex even = a + c;
    const complex odd = b + d;
    const complex even_less = a - c;
    const complex odd_less = complex(b.y - d.y, d.x - b.x);  // -i (b - d)
    const uint out_at = to + row + (j - k) * 4 + k;
    work[out_at] = even + odd;
    work[out_at + span] = even_less + odd_less;
    work[out_at + 2 * span] = even - odd;
    work[out_at + 3 * span] = even_less - odd_less;
  }
  barrier();
}

// Transforms all rows from the half of `work` that begins at `from`; returns where the result is.
uint transform(uint from) {
  uint log_span = 0;
  if ((kLog & 1) == 1) {
    pairs(from, kRows * kLength - from);
    from = kRows * kLength - from;
    log_span = 1;
  }
  for (; log_span < kLog; log_span += 2) {
    fours(from, kRows * kLength - from, log_span);
    from = kRows * kLength - from;
  }
  return from;
}

void main() {
  const uint first = group_index() * kRows;
  for (uint i = gl_LocalInvocationID.x; i < kRows * kLength; i += gl_WorkGroupSize.x) {
    const uint row = first + i / kLength;
    const uint m = i % kLength;
    complex x = complex(0);
    if (row < rows && m < modes) {
      x = states[row * modes + m];
      if (kBluestein == 1) x = times(chirp[m], x);
    }
    work[i] = x;
  }
  barrier();
  uint at = transform(0);
  if (kBluestein == 1) {
    // The inverse transform is the conjugate of the transform of the conjugate.
    for (uint i = gl_LocalInvocationID.x; i < kRows * kLength; i += gl_WorkGroupSize.x) {
      const complex x = times(filtered[i % kLength], work[at + i]);
      work[at + i] = complex(x.x, -x.y);
    }
    barrier();
    at = transform(at);
  }
  for (uint i = gl_LocalInvocationID.x; i < kRows * kLength; i += gl_WorkGroupSize.x) {
    const uint row = first + i / kLength;
    const uint j = i % kLength;
    if (row >= rows || j >= modes) continue;
    complex r = work[at + i];
    if (kBluestein == 1) r = times(chirp[j], complex(r.x, -r.y));
    field[row * modes + j] = r;
  }
}
