#include "core/spectrum/hankel_product.hpp"

#include <algorithm>
#include <bit>

#include "core/compute/fft_plans.hpp"

namespace ssmscope::spectrum {
namespace {

/// The least 2^a, 3 2^a or 5 2^a that is not below `least`.
std::size_t transform_size(std::size_t least) {
  std::size_t best = std::bit_ceil(std::max<std::size_t>(least, 16));
  for (const std::size_t odd : {3u, 5u})
    best = std::min(best, odd * std::bit_ceil((std::max<std::size_t>(least, 16) + odd - 1) / odd));
  return best;
}

}  // namespace

HankelProduct::HankelProduct(std::span<const double> kernel)
    : size_(kernel.size()),
      padded_(transform_size(2 * kernel.size())),  // linear, never circular
      response_(padded_ / 2 + 1),
      work_(padded_ / 2 + 1),
      series_(padded_, 0.0) {
  std::copy(kernel.begin(), kernel.end(), series_.begin());
  compute::fft_real(series_.data(), response_.data(), padded_);
}

void HankelProduct::operator()(std::span<const double> in, std::span<double> out) {
  std::reverse_copy(in.begin(), in.end(), series_.begin());
  std::fill(series_.begin() + static_cast<std::ptrdiff_t>(size_), series_.end(), 0.0);
  compute::fft_real(series_.data(), work_.data(), padded_);
  const double scale = 1.0 / static_cast<double>(padded_);
  for (std::size_t k = 0; k < work_.size(); ++k) {
    const std::complex<double> a = work_[k], b = response_[k];
    work_[k] = {scale * (a.real() * b.real() - a.imag() * b.imag()),
                scale * (a.real() * b.imag() + a.imag() * b.real())};
  }
  compute::fft_to_real(work_.data(), series_.data(), padded_);
  std::copy_n(series_.begin(), size_, out.begin());
}

std::vector<double> HankelProduct::sorted_response() const {
  std::vector<double> sorted(response_.size());
  std::transform(response_.begin(), response_.end(), sorted.begin(),
                 [](const std::complex<double>& h) { return std::abs(h); });
  std::sort(sorted.rbegin(), sorted.rend());
  return sorted;
}

}  // namespace ssmscope::spectrum
