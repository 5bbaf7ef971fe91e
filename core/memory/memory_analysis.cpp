#include "core/memory/memory_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ssm/diagonal.hpp"
#include "core/target/complexity.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::memory {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Dense singular values cost O(T^3): seconds beyond this length, and a preview has milliseconds.
constexpr std::size_t kLongestDense = 2048;
constexpr std::size_t kLongestPreviewed = 256;

double relative_mse(std::span<const double> rho, std::span<const double> fit) {
  double size = 0.0;
  for (const double v : rho) size = std::max(size, std::abs(v));
  const double unit = size > 0.0 ? size : 1.0;
  double off = 0.0, total = 0.0;
  for (std::size_t s = 0; s < rho.size(); ++s) {
    const double difference = (rho[s] - fit[s]) / unit;
    off += difference * difference;
    total += (rho[s] / unit) * (rho[s] / unit);
  }
  if (total > 0.0) return std::isfinite(off) ? off / total : kNaN;
  return off == 0.0 ? 0.0 : kNaN;
}

// The scenario's kernel over rho's length; NaN where an unstable mode outgrows double.
void add_own_fit(MemoryResult& result, const target::ScenarioModel& model,
                 compute::Backend& backend, compute::Progress& progress) {
  const std::size_t length = result.rho.size();
  const std::size_t finite = ssm::finite_steps(model.discrete, length);
  result.own_fit.assign(finite, 0.0);
  if (finite > 0) backend.kernel(model.discrete.batch(), finite, result.own_fit, progress);
  result.own_fit.resize(length, kNaN);
  result.own_relative_mse = relative_mse(result.rho, result.own_fit);
  if (std::isfinite(result.own_relative_mse)) return;
  const bool no_target =
      std::all_of(result.rho.begin(), result.rho.end(), [](double v) { return v == 0.0; });
  result.notes.emplace_back(no_target
                                ? "own_relative_mse is undefined: the target is zero throughout"
                                : "own_relative_mse is undefined: the scenario's kernel "
                                  "outgrows double precision within the target's length");
}

// States of the larger of the two models that the floor is drawn under, and one for a free D.
int floor_states(const Scenario& scenario, std::size_t length) {
  const int own = (scenario.model.conjugate ? 2 : 1) * scenario.model.pairs;
  const int most = std::max(2 * scenario.fit.pairs, own) + 1;
  return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(most), length));
}

void add_complexity(MemoryResult& result, const Scenario& scenario, compute::Progress& progress) {
  result.tail_energy = target::tail_energy(result.rho);
  const std::size_t length = result.rho.size();
  const std::size_t longest = scenario.fit.quick ? kLongestPreviewed : kLongestDense;
  if (length > longest) {
    result.effective_rank = kNaN;
    result.notes.emplace_back(scenario.fit.quick
                                  ? "effective rank and floor follow with the full answer"
                                  : "hankel_singular_values, effective_rank and floor are left out "
                                    "for a target longer than " +
                                        std::to_string(kLongestDense) + " steps");
    return;
  }
  progress.check();
  result.hankel_singular_values = target::hankel_singular_values(result.rho);
  result.effective_rank = target::effective_rank(result.hankel_singular_values);
  progress.check();
  result.floor = target::error_floor(result.rho, floor_states(scenario, length));
  if (scenario.model.D != 0.0) {
    result.notes.emplace_back(
        "the own kernel has a direct term D: read its floor at one state more (N + 1)");
  }
}

// Its own share of the whole answer in the progress that is shown.
class Share : public compute::Progress {
 public:
  Share(compute::Progress& whole, double from, double to) : whole_(whole), from_(from), to_(to) {}
  bool cancelled() const override { return whole_.cancelled(); }
  void report(double fraction) override { whole_.report(from_ + fraction * (to_ - from_)); }
  void ran(const compute::OperationReport& report) override { whole_.ran(report); }

 private:
  compute::Progress& whole_;
  double from_, to_;
};

}  // namespace

MemoryResult analyse_memory(const Scenario& scenario, compute::Backend& backend,
                            compute::Progress& progress, std::span<const FittedMode> warm) {
  constexpr double kComplexityShare = 0.2;
  MemoryResult result;
  const auto& target = scenario.target;
  result.rho = target::memory_function(target);
  result.remembered_steps =
      target::remembered_steps(target.kind, target.alpha, static_cast<int>(result.rho.size()));
  const auto model = target::scenario_model(scenario);
  result.notes = model.notes;
  result.mode_omega = ssm::mode_frequencies(model.discrete);
  progress.check();
  add_own_fit(result, model, backend, progress);
  add_complexity(result, scenario, progress);
  progress.report(kComplexityShare);
  Share share(progress, kComplexityShare, 1.0);
  result.fit = scenario.fit.quick ? quick_fit(result.rho, scenario.fit.pairs, warm, share)
                                  : free_fit(result.rho, scenario.fit.pairs, warm, share);
  progress.report(1.0);
  return result;
}

Scenario coarse_memory(const Scenario& scenario) {
  Scenario coarse = scenario;
  coarse.fit.quick = true;
  return coarse;
}

bool same_memory(const Scenario& a, const Scenario& b) {
  return a.model == b.model && a.discretisation.rule == b.discretisation.rule &&
         a.discretisation.delta == b.discretisation.delta && a.target == b.target && a.fit == b.fit;
}

}  // namespace ssmscope::memory
