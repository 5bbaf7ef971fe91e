// How well a memory function is fitted by linear models (MATHS section 6, arXiv 2506.05678).
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::memory {

/// rho_hat(s) = 2 Re(amplitude e^{rate s}), s in steps.
struct FittedMode {
  Complex rate, amplitude;
};

struct FreeFit {
  std::vector<FittedMode> modes;
  std::vector<double> values;  ///< over rho's length
  double relative_mse = 1.0;
  double vandermonde_condition = 1.0;   ///< columns scaled
  double gauss_newton_condition = 1.0;  ///< columns scaled
};

/// Best found least-squares fit with `pairs` >= 0 conjugate pairs: variable projection from the
/// starts of MATHS section 6 (i) to (iii), and from `warm` where given (iv).
FreeFit free_fit(std::span<const double> rho, int pairs, std::span<const FittedMode> warm,
                 compute::Progress& progress);

struct MemoryResult {
  std::vector<double> rho;
  std::vector<double> own_fit;  ///< the scenario's kernel over rho's length
  double own_relative_mse = 1.0;
  FreeFit fit;
  std::vector<double> tail_energy;
  std::vector<double> hankel_singular_values;
  double effective_rank = 0.0;
  std::vector<double> floor;      ///< least relative MSE for N = 0, 1, .. states
  double remembered_steps = 0.0;  ///< mu(alpha)(T - 1); NaN for samples and files
  std::vector<std::string> notes;
};

/// `warm`: the modes of the previous answer, or empty.
MemoryResult analyse_memory(const Scenario& scenario, compute::Backend& backend,
                            compute::Progress& progress, std::span<const FittedMode> warm = {});
/// Fewer starts and pairs: quick enough for every frame of a drag.
Scenario coarse_memory(const Scenario& scenario);
bool same_memory(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const MemoryResult& result);
data::Table main_table(const MemoryResult& result);

}  // namespace ssmscope::memory
