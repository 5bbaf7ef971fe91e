// The model of a scenario, complete: poles, B, C (fitted to the target where the scenario says
// so) and its discretisation. Every analysis starts here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::target {

struct ScenarioModel {
  ssm::ContinuousModel continuous;
  ssm::DiscreteModel discrete;
  std::vector<std::string> notes;  ///< "unstable: ...", "C fitted over 120 of 256 steps ..."
};

/// Throws InputError for what check() could not see (a target file that cannot be read).
/// C by truncated least squares: real columns 2 Re(bbar abar^l), -2 Im(bbar abar^l), scaled to
/// unit norm, singular values below kFitTruncation of the largest dropped. D is the scenario's.
ScenarioModel scenario_model(const Scenario& scenario);

/// The same with rho = memory_function(scenario.target), of which only a fitted C is made.
ScenarioModel scenario_model(const Scenario& scenario, std::span<const double> rho,
                             const compute::Progress& progress);

/// C such that the model's kernel follows rho over its leading `rows` steps, by truncated least
/// squares as above; zeros for a rho of zeros.
ComplexList fitted_output(const ssm::DiscreteModel& model, std::span<const double> rho,
                          std::size_t rows, const compute::Progress& progress);

inline constexpr double kFitTruncation = 1e-12;

/// The same model, rule and step, and so the same scenario_model() where the targets are equal
/// too. The name of the step's unit changes no number.
bool same_model(const Scenario& a, const Scenario& b);
/// The same scenario_model(): the target counts where C is fitted to it.
bool same_solution(const Scenario& a, const Scenario& b);

}  // namespace ssmscope::target
