#include "core/ring/pruning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/compute/norms.hpp"
#include "core/target/complexity.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStepsAPoll = 256;

/// Real states of a mode: one where it does not turn.
int real_states(const ssm::DiscreteModel& model, int mode) {
  return model.abar[static_cast<std::size_t>(mode)].imag() == 0.0 ? 1 : 2;
}

/// The floor of the first samples holds for the whole kernel too, in the share they have of it. D
/// is the copy's as well and leaves no error: the modes alone are approximated.
std::vector<double> floors(const ssm::DiscreteModel& model, const std::vector<int>& order,
                           double energy, compute::Backend& backend, compute::Progress& progress) {
  ssm::DiscreteModel modes = model;
  modes.d = 0.0;
  std::vector<double> kernel(kFloorSamples);
  backend.kernel(modes.batch(), kernel.size(), kernel, progress);
  int states = 0;
  for (const int mode : order) states += real_states(model, mode);
  const auto bound = target::error_floor(kernel, states, progress);
  const double share = compute::sum_of_squares(kernel) / energy;
  std::vector<double> floor(order.size() + 1);
  for (std::size_t gone = 0; gone <= order.size(); ++gone) {
    floor[order.size() - gone] = std::sqrt(share * bound[static_cast<std::size_t>(states)]);
    if (gone < order.size()) states -= real_states(model, order[gone]);
  }
  return floor;
}

std::vector<int> last_of(const std::vector<int>& order, std::size_t keep) {
  std::vector<int> kept(order.end() - static_cast<std::ptrdiff_t>(keep), order.end());
  std::ranges::sort(kept);
  return kept;
}

/// |h - h_copy|/|h| over all steps: the copy and the original as one model, the copy's sign turned.
double copy_error(const ssm::DiscreteModel& model, const ssm::DiscreteModel& copy, double energy,
                  const compute::Progress& progress) {
  ssm::DiscreteModel both = model;
  both.d = 0.0;
  for (std::size_t m = 0; m < copy.modes(); ++m) {
    both.abar.push_back(copy.abar[m]);
    both.bbar.push_back(copy.bbar[m]);
    both.c.push_back(-copy.c[m]);
  }
  return std::sqrt(std::max(0.0, ssm::kernel_energy(both, 0, progress)) / energy);
}

void refit_copy(Pruning& result, const ssm::DiscreteModel& model, std::size_t length, double energy,
                compute::Backend& backend, compute::Progress& progress) {
  std::vector<double> kernel(length);
  backend.kernel(model.batch(), length, kernel, progress);
  result.model.c = target::fitted_output(result.model, kernel, length, progress);
  result.refitted_error = copy_error(model, result.model, energy, progress);
}

std::string no_order(const ssm::DiscreteModel& model) {
  if (!ssm::is_stable(model)) return "An unstable kernel has no energy: no order of pruning.";
  if (model.modes() > kMostPruned)
    return "Pruning is computed up to " + std::to_string(kMostPruned) + " modes; this model has " +
           std::to_string(model.modes()) + ".";
  return "";
}

}  // namespace

Elimination eliminate(std::span<const double> gram, std::size_t modes,
                      const compute::Progress& progress) {
  Elimination result;
  std::vector<double> overlap(modes);  // with all that is gone already
  std::vector<std::size_t> left(modes);
  std::iota(left.begin(), left.end(), std::size_t{0});
  result.squared_error.assign(modes + 1, 0.0);
  double error = 0.0;
  while (!left.empty()) {
    if (left.size() % 16 == 0) progress.check();
    const auto cost = [&](std::size_t m) { return 2.0 * overlap[m] + gram[m * modes + m]; };
    const auto next = std::ranges::min_element(left, {}, cost);
    error += cost(*next);
    for (std::size_t m = 0; m < modes; ++m) overlap[m] += gram[*next * modes + m];
    result.order.push_back(static_cast<int>(*next));
    left.erase(next);
    result.squared_error[left.size()] = std::max(0.0, error);  // rounding of what cancels
  }
  return result;
}

std::vector<int> kept_modes(const ssm::DiscreteModel& model, std::size_t keep,
                            const compute::Progress& progress) {
  std::vector<int> all(model.modes());
  std::iota(all.begin(), all.end(), 0);
  if (keep >= all.size() || !no_order(model).empty()) return all;
  const auto gram = ssm::energy_gram(model, progress);
  return last_of(eliminate(gram, model.modes(), progress).order, keep);
}

ssm::DiscreteModel with_modes(const ssm::DiscreteModel& model, const std::vector<int>& kept) {
  ssm::DiscreteModel out;
  out.d = model.d;
  out.factor = model.factor;
  for (const int mode : kept) {
    const auto m = static_cast<std::size_t>(mode);
    out.abar.push_back(model.abar[m]);
    out.bbar.push_back(model.bbar[m]);
    out.c.push_back(model.c[m]);
  }
  return out;
}

Pruning prune(const ssm::DiscreteModel& model, std::size_t keep, bool refit, std::size_t length,
              compute::Backend& backend, compute::Progress& progress) {
  Pruning result;
  result.refitted_error = kUndefined;
  if (auto why = no_order(model); !why.empty()) {
    result.notes.push_back(std::move(why));
    return result;
  }
  const double energy = ssm::kernel_energy(model, 0, progress);
  if (!(energy > 0.0) || !std::isfinite(energy)) {
    result.notes.emplace_back("The kernel is zero: nothing to prune.");
    return result;
  }
  Elimination gone = eliminate(ssm::energy_gram(model, progress), model.modes(), progress);
  result.order = std::move(gone.order);
  for (const double squared : gone.squared_error)
    result.kernel_error.push_back(std::sqrt(squared / energy));
  result.floor = floors(model, result.order, energy, backend, progress);
  result.kept = last_of(result.order, std::min(keep, model.modes()));
  result.model = with_modes(model, result.kept);
  if (refit) refit_copy(result, model, length, energy, backend, progress);
  return result;
}

OutputErrors::OutputErrors(const ssm::DiscreteModel& model, std::vector<int> order)
    : order_(std::move(order)), squared_(order_.empty() ? 0 : order_.size() + 1) {
  for (const int mode : order_)
    c_.push_back(model.factor * model.c[static_cast<std::size_t>(mode)]);
}

void OutputErrors::add(std::span<const Complex> states, std::span<const double> y,
                       const compute::Progress& progress) {
  if (order_.empty()) return;
  const std::size_t modes = order_.size();
  for (std::size_t t = 0; t < y.size(); ++t) {
    if (t % kStepsAPoll == 0) progress.check();
    double gone = 0.0;
    for (std::size_t i = 0; i < modes; ++i) {
      const Complex x = states[t * modes + static_cast<std::size_t>(order_[i])];
      gone += c_[i].real() * x.real() - c_[i].imag() * x.imag();
      squared_[modes - 1 - i] += gone * gone;
    }
  }
  energy_ += compute::sum_of_squares(y);
}

std::vector<double> OutputErrors::relative() const {
  std::vector<double> errors;
  for (const double squared : squared_)
    errors.push_back(energy_ > 0.0 ? std::sqrt(squared / energy_) : kUndefined);
  return errors;
}

}  // namespace ssmscope::ring
