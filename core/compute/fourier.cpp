#include "core/compute/fourier.hpp"

#include <cassert>
#include <vector>

#include "core/compute/fft_plans.hpp"

namespace ssmscope::compute {

void forward_dft(std::span<const Complex> in, std::span<Complex> out) {
  assert(!out.empty());
  std::vector<Complex> folded(out.size());
  std::size_t k = 0;
  for (const Complex& value : in) {
    folded[k] += value;
    if (++k == out.size()) k = 0;
  }
  fft_rows(folded.data(), out.data(), out.size(), 1);
}

void inverse_dft(std::span<const Complex> in, std::span<Complex> out) {
  assert(in.size() == out.size() && !out.empty());
  std::vector<Complex> conjugated(in.size());
  for (std::size_t k = 0; k < in.size(); ++k) conjugated[k] = std::conj(in[k]);
  fft_rows(conjugated.data(), out.data(), out.size(), 1);
  for (Complex& value : out) value = std::conj(value) / static_cast<double>(out.size());
}

}  // namespace ssmscope::compute
