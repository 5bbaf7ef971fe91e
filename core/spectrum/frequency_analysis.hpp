// Frequency response, kernel, step response and poles of a scenario's model (MATHS section 3).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"
#include "core/spectrum/health.hpp"
#include "core/spectrum/mode_contribution.hpp"
#include "core/spectrum/response_markers.hpp"
#include "core/spectrum/response_surface.hpp"
#include "core/spectrum/single_precision.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::spectrum {

/// What depends on the convention.
struct ResponseCurves {
  std::vector<Complex> response;
  std::vector<double> magnitude_db, phase_deg, group_delay, kernel, step;
  ResponseMarkers markers;
  double total_memory = std::numeric_limits<double>::quiet_NaN();
};

struct FrequencyResult {
  std::vector<double> omega;         ///< pi k/n, k = 1..n
  std::vector<Complex> response;     ///< H(e^{i omega})
  std::vector<double> magnitude_db;  ///< NaN where |H| = 0
  std::vector<double> phase_deg;     ///< followed from omega = 0; NaN where undefined
  std::vector<double> group_delay;   ///< steps
  std::vector<double> kernel;        ///< cut where it overflows
  std::vector<double> step;          ///< cumulative sum of the kernel; NaN where it overflows
  std::vector<double> target;        ///< rho, for comparison with the kernel
  std::vector<Complex> target_response;
  std::vector<Complex> continuous_response;  ///< H(i omega/delta) before it was discretised
  double dc_gain = 0.0;
  double continuous_dc_gain = 0.0;  ///< H(0) of the model before it was discretised
  bool stable = true;
  double total_memory = 0.0;         ///< least l with 99 % of the energy; NaN when unstable
  std::vector<FrequencyMode> modes;  ///< in the scenario's order
  double d = 0.0, factor = 2.0;      ///< of the discrete model, beside its modes
  ssm::ContinuousModel continuous;   ///< before it was discretised
  ResponseMarkers markers;
  Health health;
  Convention convention = Convention::Present;  ///< of all of the above
  // Only where they were asked for (FrequencyExtras).
  std::optional<ResponseCurves> delayed;
  std::optional<SinglePrecision> single;
  std::optional<ResponseSurface> surface;
  std::vector<std::string> notes;
};

/// What costs more than a move of the step should when nobody looks at it.
struct FrequencyExtras {
  bool delayed = false;  ///< the other convention beside the present one
  bool single = false;   ///< float32
  bool surface = false;  ///< |H(z)|, of `surface_convention`
  Convention surface_convention = Convention::Present;
};

FrequencyResult analyse_frequency(const Scenario& scenario, compute::Backend& backend,
                                  compute::Progress& progress,
                                  const target::Solutions& solutions = {},
                                  const FrequencyExtras& extras = {});
Scenario coarse_frequency(const Scenario& scenario);
bool same_frequency(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const FrequencyResult& result);
data::Table main_table(const FrequencyResult& result);

/// The model that a result is about.
ssm::DiscreteModel discrete_model(const FrequencyResult& result);

/// 20 log10 |value|; NaN where it is zero or not finite.
double decibels(Complex value);

}  // namespace ssmscope::spectrum
