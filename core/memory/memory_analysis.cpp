#include "core/memory/memory_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/norms.hpp"
#include "core/memory/fitted_modes.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/complexity.hpp"
#include "core/target/memory_function.hpp"

namespace ssmscope::memory {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Dense singular values cost O(T^3): seconds beyond this length, and a preview has milliseconds.
constexpr std::size_t kLongestDense = 2048;
constexpr std::size_t kLongestPreviewed = 256;

double relative_mse(std::span<const double> rho, std::span<const double> fit) {
  const double size = compute::largest_magnitude(rho);
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
int drawn_states(const Scenario& scenario, std::size_t length) {
  const int most = std::max(2 * scenario.fit.pairs, real_states(scenario.model)) + 1;
  return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(most), length));
}

void add_complexity(TargetPart& part, const TargetKey& key, const compute::Progress& progress) {
  part.tail_energy = target::tail_energy(key.rho);
  const std::size_t longest = key.fit.quick ? kLongestPreviewed : kLongestDense;
  if (key.rho.size() > longest) {
    part.effective_rank = kNaN;
    part.notes.emplace_back(key.fit.quick
                                ? "effective rank and floor follow with the full answer"
                                : "hankel_singular_values, effective_rank and floor are left out "
                                  "for a target longer than " +
                                      std::to_string(kLongestDense) + " steps");
    return;
  }
  part.hankel_singular_values = target::hankel_singular_values(key.rho, progress);
  part.effective_rank = target::effective_rank(part.hankel_singular_values);
  part.floor = target::error_floor(key.rho, key.floor_states, progress);
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

TargetPart target_part(const TargetKey& key, std::span<const FittedMode> warm,
                       compute::Progress& progress) {
  constexpr double kComplexityShare = 0.2;
  TargetPart part;
  add_complexity(part, key, progress);
  progress.report(kComplexityShare);
  Share share(progress, kComplexityShare, 1.0);
  part.fit = key.fit.quick ? quick_fit(key.rho, key.fit.pairs, warm, share)
                           : free_fit(key.rho, key.fit.pairs, warm, share);
  return part;
}

TargetKey target_key(const Scenario& scenario, const std::vector<double>& rho) {
  return {rho, scenario.fit, drawn_states(scenario, rho.size())};
}

std::shared_ptr<const TargetPart> full_part(const TargetKey& key, const KnownTargets& known) {
  TargetKey full = key;
  full.fit.quick = false;
  return known.parts.known(full);
}

// Of the full answer where that is known, else made.
std::shared_ptr<const TargetPart> known_part(const TargetKey& key, std::span<const FittedMode> warm,
                                             compute::Progress& progress,
                                             const KnownTargets& known) {
  if (key.fit.quick) {
    if (auto full = full_part(key, known)) return full;
  }
  return known.parts.get(key, progress, [&] { return target_part(key, warm, progress); });
}

}  // namespace

MemoryResult analyse_memory(const Scenario& scenario, compute::Backend& backend,
                            compute::Progress& progress, std::span<const FittedMode> warm,
                            const KnownTargets& known) {
  MemoryResult result;
  result.rho = *known.solutions.memory(scenario, progress);
  const auto& target = scenario.target;
  result.remembered_steps =
      target::remembered_steps(target.kind, target.alpha, static_cast<int>(result.rho.size()));
  const auto model = known.solutions.model(scenario, progress);
  result.notes = model->notes;
  result.stable = ssm::is_stable(model->discrete);
  result.mode_omega = ssm::mode_frequencies(model->discrete);
  progress.check();
  add_own_fit(result, *model, backend, progress);
  const auto part = known_part(target_key(scenario, result.rho), warm, progress, known);
  result.fit = part->fit;
  result.tail_energy = part->tail_energy;
  result.hankel_singular_values = part->hankel_singular_values;
  result.effective_rank = part->effective_rank;
  result.floor = part->floor;
  result.notes.insert(result.notes.end(), part->notes.begin(), part->notes.end());
  if (scenario.model.D != 0.0 && !result.floor.empty()) {
    result.notes.emplace_back(
        "the own kernel has a direct term D: its floor is that of one state more (N + 1)");
  }
  progress.report(1.0);
  return result;
}

Scenario coarse_memory(const Scenario& scenario) {
  Scenario coarse = scenario;
  coarse.fit.quick = true;
  return coarse;
}

Scenario coarse_memory(const Scenario& scenario, const KnownTargets& known) {
  const auto rho = known.solutions.known_memory(scenario);
  const bool is_known = rho && full_part(target_key(scenario, *rho), known);
  return is_known ? scenario : coarse_memory(scenario);
}

bool same_memory(const Scenario& a, const Scenario& b) {
  return target::same_model(a, b) && a.target == b.target && a.fit == b.fit;
}

}  // namespace ssmscope::memory
