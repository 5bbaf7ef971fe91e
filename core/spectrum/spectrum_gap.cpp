#include "core/spectrum/spectrum_gap.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::spectrum {

std::optional<SpectrumGap> spectrum_gap(std::span<const double> eigenvalues,
                                        std::span<const double> response_squared) {
  SpectrumGap gap;
  double apart = 0.0, whole = 0.0, top = 0.0, widest = -1.0;
  const std::size_t count = std::min(eigenvalues.size(), response_squared.size());
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::abs(eigenvalues[i] - response_squared[i]);
    if (!std::isfinite(difference)) continue;
    top = std::max(top, response_squared[i]);
    apart += difference;
    whole += response_squared[i];
    if (difference <= widest) continue;
    widest = difference;
    gap.rank = static_cast<int>(i) + 1;
  }
  if (!(whole > 0.0) || !std::isfinite(apart / whole)) return std::nullopt;
  gap.relative = apart / whole;
  gap.largest = widest / top;
  if (eigenvalues.size() >= response_squared.size()) {
    const double least = kPartner * response_squared.back();
    gap.without_partner = static_cast<int>(std::count_if(eigenvalues.begin(), eigenvalues.end(),
                                                         [&](double eta) { return eta < least; }));
  }
  return gap;
}

}  // namespace ssmscope::spectrum
