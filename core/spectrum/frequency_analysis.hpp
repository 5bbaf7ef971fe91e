// Frequency response, kernel, step response and poles of a scenario's model (MATHS section 3).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::spectrum {

struct FrequencyMode {
  Complex lambda, abar, bbar, c;
  ssm::ModeReadout readout;
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
  double dc_gain = 0.0;
  double continuous_dc_gain = 0.0;  ///< H(0) of the model before it was discretised
  bool stable = true;
  double total_memory = 0.0;         ///< least l with 99 % of the energy; NaN when unstable
  std::vector<FrequencyMode> modes;  ///< in the scenario's order
  std::vector<std::string> notes;
};

FrequencyResult analyse_frequency(const Scenario& scenario, compute::Backend& backend,
                                  compute::Progress& progress,
                                  const target::Solutions& solutions = {});
Scenario coarse_frequency(const Scenario& scenario);
bool same_frequency(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const FrequencyResult& result);
data::Table main_table(const FrequencyResult& result);

}  // namespace ssmscope::spectrum
