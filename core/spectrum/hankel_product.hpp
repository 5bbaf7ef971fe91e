// Products with T J of a kernel by FFT, T its lower-triangular Toeplitz matrix, J the exchange
// matrix: a real symmetric Hankel matrix (MATHS section 4).
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace ssmscope::spectrum {

class HankelProduct {
 public:
  explicit HankelProduct(std::span<const double> kernel);

  std::size_t size() const { return size_; }
  /// out = T J in, both `size` long; they may be the same.
  void operator()(std::span<const double> in, std::span<double> out);
  /// |H| of the kernel's `size` steps at equal distances on [0, pi], descending.
  std::vector<double> sorted_response() const;

 private:
  std::size_t size_;
  std::size_t padded_;
  std::vector<std::complex<double>> response_, work_;
  std::vector<double> series_;
};

}  // namespace ssmscope::spectrum
