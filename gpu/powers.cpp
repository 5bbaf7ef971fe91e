#include "gpu/powers.hpp"

#include "core/compute/cpu_dispatch.hpp"
#include "core/compute/flush_denormals.hpp"

namespace ssmscope::gpu {
namespace {

using compute::detail::CpuKernels;
using compute::detail::PreciseArrays;

std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

/// Numbers by part, as the CPU's inner loops take them, filled up with zeros.
struct Parts {
  std::vector<double> re, im;

  Parts(std::span<const Complex> values, std::size_t padded) : re(padded), im(padded) {
    for (std::size_t m = 0; m < values.size(); ++m) {
      re[m] = values[m].real();
      im[m] = values[m].imag();
    }
  }
};

struct PreciseParts {
  explicit PreciseParts(std::size_t padded) : memory(4 * padded), size(padded) {}
  PreciseArrays arrays() {
    double* p = memory.data();
    return {p, p + size, p + 2 * size, p + 3 * size};
  }
  std::vector<double> memory;
  std::size_t size;
};

const CpuKernels& loops() { return *compute::detail::supported_kernels().back(); }

}  // namespace

std::vector<Complex> powers(std::span<const Complex> abar, std::span<const Complex> g,
                            std::size_t stride, std::size_t count, std::size_t first) {
  const compute::detail::FlushDenormals flush;
  const CpuKernels& cpu = loops();
  const std::size_t modes = abar.size();
  const std::size_t padded = round_up(modes, cpu.lanes);
  const Parts a(abar, padded);
  const Parts weights(g, padded);
  PreciseParts base(padded);
  PreciseParts start(padded);
  cpu.power(a.re.data(), a.im.data(), padded, stride, base.arrays());
  cpu.power(a.re.data(), a.im.data(), padded, first, start.arrays());
  const std::size_t width = cpu.lanes;
  const std::size_t rounded = round_up(count, width);
  std::vector<double> panels(2 * modes * rounded);
  cpu.power_panels(base.arrays(), start.arrays(), weights.re.data(), weights.im.data(), 1.0,
                   {modes, rounded, width}, panels.data());
  std::vector<Complex> table(count * modes);
  for (std::size_t e = 0; e < count; ++e) {
    const double* panel = panels.data() + e / width * 2 * modes * width + e % width;
    for (std::size_t m = 0; m < modes; ++m) {
      table[e * modes + m] = {panel[2 * m * width], panel[(2 * m + 1) * width]};
    }
  }
  return table;
}

std::vector<PrecisePower> precise_powers(std::span<const Complex> abar, std::size_t exponent) {
  const CpuKernels& cpu = loops();
  const std::size_t padded = round_up(abar.size(), cpu.lanes);
  const Parts a(abar, padded);
  PreciseParts power(padded);
  const PreciseArrays parts = power.arrays();
  cpu.power(a.re.data(), a.im.data(), padded, exponent, parts);
  std::vector<PrecisePower> all(abar.size());
  for (std::size_t m = 0; m < abar.size(); ++m) {
    all[m] = {{parts.re_high[m], parts.im_high[m]}, {parts.re_low[m], parts.im_low[m]}};
  }
  return all;
}

}  // namespace ssmscope::gpu
