#include "core/spectrum/frequency_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssmscope::spectrum {

FrequencySummary summarise(const FrequencyResult& result) {
  FrequencySummary summary;
  if (std::isfinite(result.dc_gain)) summary.peak_gain = std::abs(result.dc_gain);
  const std::size_t count = std::min(result.omega.size(), result.response.size());
  for (std::size_t k = 0; k < count; ++k) {
    const double gain = std::abs(result.response[k]);
    if (!(gain > summary.peak_gain)) continue;
    summary.peak_omega = result.omega[k];
    summary.peak_gain = gain;
  }
  constexpr double kFlat = 0.999;
  summary.flat = summary.peak_gain > 0.0 && std::abs(result.dc_gain) >= kFlat * summary.peak_gain &&
                 std::ranges::all_of(result.response, [&](const Complex& value) {
                   return std::abs(value) >= kFlat * summary.peak_gain;
                 });
  summary.half_power_omega = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < count; ++k) {
    if (result.omega[k] <= summary.peak_omega) continue;
    if (std::norm(result.response[k]) > 0.5 * summary.peak_gain * summary.peak_gain) continue;
    if (std::isnan(std::norm(result.response[k]))) continue;
    summary.half_power_omega = result.omega[k];
    break;
  }
  summary.aliased = static_cast<int>(
      std::count_if(result.modes.begin(), result.modes.end(),
                    [](const FrequencyMode& mode) { return mode.readout.aliased; }));
  return summary;
}

}  // namespace ssmscope::spectrum
