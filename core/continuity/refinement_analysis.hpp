// Does the model converge when time is refined? (MATHS section 7, arXiv 2605.08539)
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::continuity {

/// Relative L-infinity error against the step, with the slope of the finest steps.
struct RefinementCurve {
  std::string model = "s4d";
  Rule rule = Rule::Zoh;
  Hold hold = Hold::Left;
  double scale = 1.0;
  std::vector<double> tau;                   ///< delta 2^k, descending k
  std::vector<double> median, lower, upper;  ///< NaN where the step is unstable
  double slope = 0.0;                        ///< least squares on logs; NaN when undefined
};

struct RefinementResult {
  std::vector<RefinementCurve> curves;
  double bound_slope = 0.0;       ///< c of e <= c tau (LTI, ZOH, left or right); NaN when undefined
  std::vector<double> time;       ///< of the reference shown, in the unit of delta
  std::vector<double> reference;  ///< y*(t)
  std::vector<double> own_output;  ///< y at the scenario's own delta on the same times
  bool stable = true;              ///< the scenario's model at its own delta
  std::vector<std::string> notes;
};

RefinementResult analyse_refinement(const Scenario& scenario, compute::Backend& backend,
                                    compute::Progress& progress,
                                    const target::Solutions& solutions = {});
Scenario coarse_refinement(const Scenario& scenario);
bool same_refinement(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const RefinementResult& result);
data::Table main_table(const RefinementResult& result);

}  // namespace ssmscope::continuity
