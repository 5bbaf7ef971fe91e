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
  // Plain doubles: of complex numbers GCC makes pairs through memory, three times as slow.
  auto* const w = reinterpret_cast<double*>(work_.data());
  const auto* const h = reinterpret_cast<const double*>(response_.data());
  for (std::size_t k = 0; k < 2 * work_.size(); k += 2) {
    const double re = w[k] * h[k] - w[k + 1] * h[k + 1];
    w[k + 1] = w[k] * h[k + 1] + w[k + 1] * h[k];
    w[k] = re;
  }
  compute::fft_to_real(work_.data(), series_.data(), padded_);
  const double scale = 1.0 / static_cast<double>(padded_);
  for (std::size_t i = 0; i < size_; ++i) out[i] = scale * series_[i];
}

std::vector<double> HankelProduct::sorted_response() const {
  std::vector<double> sorted(response_.size());
  std::transform(response_.begin(), response_.end(), sorted.begin(),
                 [](const std::complex<double>& h) { return std::abs(h); });
  std::sort(sorted.rbegin(), sorted.rend());
  return sorted;
}

}  // namespace ssmscope::spectrum
