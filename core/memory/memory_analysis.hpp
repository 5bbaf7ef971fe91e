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
#include "core/target/solutions.hpp"

namespace ssmscope::memory {

/// rho_hat(s) = 2 Re(amplitude e^{rate s}), s in steps.
struct FittedMode {
  Complex rate, amplitude;
};

struct FreeFit {
  /// By growing frequency, Im rate from 0 to pi; at most as many as asked for, fewer where fewer
  /// already leave nothing but rounding. A real mode has Im rate exactly 0 (or kNyquist, where it
  /// changes sign every step: exponentials.hpp) and one real state.
  std::vector<FittedMode> modes;
  std::vector<double> values;           ///< over rho's length
  double relative_mse = 1.0;            ///< of `values`; 0 for rho = 0, which no mode fits exactly
  double vandermonde_condition = 1.0;   ///< of e^{rate s} and conjugates, columns scaled
  double gauss_newton_condition = 1.0;  ///< of all amplitudes and rates, columns scaled
};

/// Best found least-squares fit with `pairs` >= 0 conjugate pairs: variable projection from the
/// starts of MATHS section 6 (i) to (iii), and from `warm` where given (iv).
/// Without `warm` the error never grows with `pairs`. T = 256, 8 pairs: 5 to 125 ms.
FreeFit free_fit(std::span<const double> rho, int pairs, std::span<const FittedMode> warm,
                 compute::Progress& progress);

/// A preview of it: a few steps from `warm` alone, or from the matrix pencil where there is none.
/// T = 256, 8 pairs: 0.4 to 4 ms.
FreeFit quick_fit(std::span<const double> rho, int pairs, std::span<const FittedMode> warm,
                  compute::Progress& progress);

struct MemoryResult {
  std::vector<double> rho;
  std::vector<double> own_fit;    ///< the scenario's kernel over rho's length
  double own_relative_mse = 1.0;  ///< NaN where the kernel outgrows double
  bool stable = true;             ///< the scenario's model
  FreeFit fit;
  std::vector<double> tail_energy;
  std::vector<double> hankel_singular_values;
  double effective_rank = 0.0;
  std::vector<double> floor;       ///< least relative MSE for N = 0, 1, .. states
  std::vector<double> mode_omega;  ///< where each of the scenario's modes appears, radians a step
  double remembered_steps = 0.0;   ///< mu(alpha)(T - 1); NaN for mixtures, samples and files
  std::vector<std::string> notes;
};

/// What of an answer is the target's alone: a move of the step leaves it.
struct TargetPart {
  FreeFit fit;
  std::vector<double> tail_energy, hankel_singular_values, floor;
  double effective_rank = 0.0;
  std::vector<std::string> notes;
};

struct TargetKey {
  std::vector<double> rho;
  Fit fit;
  int floor_states = 0;
  bool operator==(const TargetKey&) const = default;
};

/// What a next answer may need again. A handle: copies share what is known.
struct KnownTargets {
  target::Solutions solutions;
  compute::Memo<TargetKey, TargetPart> parts;
};

/// `warm`: the modes of the previous answer, or empty. A quick fit (a preview) gives way to the
/// full one where that is known.
MemoryResult analyse_memory(const Scenario& scenario, compute::Backend& backend,
                            compute::Progress& progress, std::span<const FittedMode> warm = {},
                            const KnownTargets& known = {});
/// The same fit from the answer before (fit.quick): the curves of a drag flow into each other and
/// into the full answer, which fewer pairs or a shorter target would not. Long targets leave out
/// the singular values and the floor.
Scenario coarse_memory(const Scenario& scenario);
/// The scenario itself where its full answer needs nothing but the model: no preview is worth it.
Scenario coarse_memory(const Scenario& scenario, const KnownTargets& known);
bool same_memory(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const MemoryResult& result);
data::Table main_table(const MemoryResult& result);

}  // namespace ssmscope::memory
