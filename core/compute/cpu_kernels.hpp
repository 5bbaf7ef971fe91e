// The inner loops of the CPU backend, one set for each instruction set. The files that implement
// them are compiled with wider instructions than the rest, so this header holds neither templates
// nor inline functions (the linker might keep a copy that an older processor cannot run).
#pragma once

#include <cstddef>

namespace ssmscope::compute::detail {

/// Complex numbers as unevaluated sums high + low (about 106 bits), one entry a mode.
struct PreciseArrays {
  double* re_high;
  double* im_high;
  double* re_low;
  double* im_low;
};

/// Coefficients of diagonal modes, two doubles a mode, ready for interleaved complex states.
struct ScanModes {
  const double* a_re;   ///< Re a, Re a
  const double* a_im;   ///< -Im a, Im a
  const double* b;      ///< Re b, Im b
  const double* c;      ///< factor Re c, -factor Im c
  std::size_t vectors;  ///< vectors of `lanes` doubles in each; the last is filled with zeros
};

/// A block of the matrix product P Q of two-level powers (cpu_kernel_op.hpp).
struct PanelRange {
  std::size_t modes;  ///< of this block; depth = 2 modes
  std::size_t count;  ///< consecutive powers, a multiple of `width`
  std::size_t width;  ///< entries a panel, a multiple of `lanes`
};

struct CpuKernels {
  const char* name;
  std::size_t lanes;  ///< doubles a vector
  std::size_t tile_rows;
  std::size_t tile_columns;

  /// out = (re + i im)^exponent to about 106 bits. All arrays hold `padded` entries, a multiple
  /// of `lanes`.
  void (*power)(const double* re, const double* im, std::size_t padded, std::size_t exponent,
                const PreciseArrays& out);

  /// Rounded g z base^i, i = 0, 1, .., with z the start values, as panels: entry i of row k goes
  /// to panels[(i / width) 2 modes width + k width + i % width]; row 2m is the real part, row
  /// 2m + 1 is im_sign times the imaginary part. `start` is overwritten.
  void (*power_panels)(const PreciseArrays& base, const PreciseArrays& start, const double* g_re,
                       const double* g_im, double im_sign, const PanelRange& range, double* panels);

  /// out = P Q (or += when `add`) for one panel of each: tile_rows x tile_columns numbers, rows
  /// `stride` apart.
  void (*tile)(const double* p, const double* q, std::size_t depth, bool add, double* out,
               std::size_t stride);

  /// x = a x + b u[t] over the steps; x interleaved.
  void (*scan_end)(const ScanModes& modes, const double* u, std::size_t steps, double* x);

  /// The same, writing the first `doubles` numbers of x after each step to out + t stride.
  void (*scan_states)(const ScanModes& modes, std::size_t doubles, const double* u,
                      std::size_t steps, double* x, double* out, std::size_t stride);

  /// The same, y[t] += the sum of c x over all lanes. scratch: steps x lanes.
  void (*scan_response)(const ScanModes& modes, const double* u, std::size_t steps, double* x,
                        double* scratch, double* y);

  /// Adds sum (p + q z)/((1 - a z)(1 - conj(a) z)), z = cosine - i sine, over pairs of modes.
  /// terms: p, q, Re a, Im a of each of the 2 pairs modes. points: a multiple of `lanes`.
  void (*frequency)(const double* terms, std::size_t pairs, const double* cosine,
                    const double* sine, std::size_t points, double* re, double* im);
};

extern const CpuKernels kBaselineKernels;
extern const CpuKernels kAvx2Kernels;
extern const CpuKernels kAvx512Kernels;

}  // namespace ssmscope::compute::detail
