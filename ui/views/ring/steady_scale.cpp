#include "ui/views/ring/steady_scale.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {
constexpr double kLeastFilled = 0.5;
constexpr double kLeastFilledMagnified = 0.4;  // below 1/2, or each octave would flicker
constexpr double kEaseSeconds = 0.08;
constexpr double kArrived = 1e-3;
constexpr double kMostOctaves = 60.0;
}  // namespace

void SteadyScale::aim(double goal) {
  goal_ = goal;
  if (!set_) shown_ = goal;
  set_ = true;
}

void SteadyScale::fit(double largest) {
  if (!std::isfinite(largest) || largest <= 0.0) return;
  if (set_ && largest <= goal_ && largest >= kLeastFilled * goal_) return;
  aim(largest);
}

void SteadyScale::magnify(double largest, double base) {
  if (!std::isfinite(largest) || !std::isfinite(base) || base <= 0.0) return;
  const double octaves =
      largest > 0.0 ? std::clamp(std::floor(std::log2(base / largest)), 0.0, kMostOctaves) : 0.0;
  const double wanted = std::ldexp(base, -static_cast<int>(octaves));
  const bool on_grid = std::abs(std::remainder(std::log2(base / goal_), 1.0)) < 1e-9;
  if (set_ && on_grid && goal_ <= base && largest <= goal_ &&
      (largest >= kLeastFilledMagnified * goal_ || wanted >= goal_))
    return;
  aim(wanted);
}

bool SteadyScale::ease(double seconds) {
  const double way = std::log(goal_ / shown_);
  if (std::abs(way) < kArrived) {
    settle();
    return false;
  }
  shown_ *= std::exp(way * (1.0 - std::exp(-seconds / kEaseSeconds)));
  return true;
}

}  // namespace ssmscope::ui
