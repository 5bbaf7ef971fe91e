// The numbers that a person reads off a response: DC gain, peak, bandwidth, settling (MATHS
// section 3; the definitions of the last three are ours).
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/spectrum/convention.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::spectrum {

inline constexpr double kSettledBand = 0.02;  ///< of the DC gain

/// NaN: has no value; a note says why.
struct ResponseMarkers {
  double dc_gain = std::numeric_limits<double>::quiet_NaN();     ///< H(1)
  double peak_omega = std::numeric_limits<double>::quiet_NaN();  ///< of the largest |H| on [0, pi]
  double peak_gain = std::numeric_limits<double>::quiet_NaN();
  /// Where |H| first falls to peak/sqrt(2) on either side of the peak; `lower` 0 and `upper` NaN
  /// where it does not down to omega = 0, up to pi.
  double lower_omega = std::numeric_limits<double>::quiet_NaN();
  double upper_omega = std::numeric_limits<double>::quiet_NaN();
  double bandwidth = std::numeric_limits<double>::quiet_NaN();  ///< upper - lower
  /// Least l from which on the step response stays within kSettledBand of the DC gain.
  double settling_steps = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> notes;
};

/// What is already known of the model, in the convention asked for.
struct DrawnResponse {
  double dc_gain;
  std::span<const double> omega;  ///< ascending in (0, pi]
  std::span<const Complex> response;
  std::span<const double> step;  ///< the step response, as long as it was computed
};

/// The peak and the half-power points are refined between the frequencies given, narrow resonances
/// between two of them included; settling goes on beyond the steps given in closed form.
ResponseMarkers response_markers(const target::ScenarioModel& model,
                                 const Discretisation& discretisation, const DrawnResponse& drawn,
                                 const compute::Progress& progress,
                                 Convention convention = Convention::Present);

}  // namespace ssmscope::spectrum
