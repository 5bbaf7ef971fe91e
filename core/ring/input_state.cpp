#include "core/ring/input_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/data/signals.hpp"
#include "core/ring/blocked_system.hpp"

namespace ssmscope::ring {
namespace {

// Steps of the input read at a time.
constexpr std::size_t kInputAPiece = std::size_t{1} << 16;
// e^-745 is the least double; e^60 is more than any input and bbar make of 1.
constexpr double kVanished = 805.0;

/// Steps after which nothing is left of an input; `most` where a mode does not decay.
std::size_t reach(const ssm::DiscreteModel& model, std::size_t most) {
  double longest = 0.0;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const double size = std::abs(model.abar[m]);
    if (model.bbar[m] == 0.0 || size == 0.0) continue;
    if (!(size < 1.0)) return most;
    longest = std::max(longest, -kVanished / std::log(size));
  }
  return longest < static_cast<double>(most) ? static_cast<std::size_t>(longest) + 1 : most;
}

}  // namespace

ComplexList state_before(const ssm::DiscreteModel& model, const Input& input, std::size_t first,
                         compute::Backend& backend, compute::Progress& progress) {
  if (first == 0) return ComplexList(model.modes());
  BlockedSystem system(model, backend, progress);
  const std::size_t start = first - std::min(first, reach(model, first));
  for (std::size_t at = start; at < first; at += kInputAPiece) {
    const auto u = data::input_signal(input, at, std::min(kInputAPiece, first - at));
    system.advance(u, {}, progress);
    progress.report(0.5 * static_cast<double>(at - start) / static_cast<double>(first - start));
  }
  return system.state();
}

}  // namespace ssmscope::ring
