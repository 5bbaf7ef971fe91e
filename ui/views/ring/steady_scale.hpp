// A scale that stands still while it fits and eases to its new value when it does not, so that
// nothing jumps while a slider is dragged.
#pragma once

namespace ssmscope::ui {

class SteadyScale {
 public:
  double shown() const { return shown_; }
  double goal() const { return goal_; }

  /// Aims at `largest`, unless the present goal holds it and is at most twice as large.
  void fit(double largest);
  /// Aims at base / 2^k, the least that holds `largest`, with some slack against flicker.
  void magnify(double largest, double base);
  /// Moves on by `seconds`; true while not yet there.
  bool ease(double seconds);
  void settle() { shown_ = goal_; }

 private:
  void aim(double goal);

  double shown_ = 1.0, goal_ = 1.0;
  bool set_ = false;
};

}  // namespace ssmscope::ui
