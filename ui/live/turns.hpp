// The UI thread, handed out in rounds.
#pragma once

#include <QTimer>
#include <chrono>
#include <deque>
#include <functional>

namespace ssmscope::ui {

/// Answers of several views that come together are spread over rounds of the event loop, each with
/// the painting that its answers ask for, so that no round takes much longer than kRound: the hand
/// on the slider, the animation and the pointer come in between. How many fit into a round is
/// learnt from the rounds before.
class Turns {
 public:
  Turns();
  /// Runs `work` now when nobody has had this turn, else in a later one, in the order asked for.
  void take(std::function<void()> work);

 private:
  using Clock = std::chrono::steady_clock;
  void learn(std::chrono::duration<double> round);
  void next();

  QTimer rounds_;
  std::deque<std::function<void()>> waiting_;
  Clock::time_point began_;
  std::size_t shown_ = 0;
  /// An answer takes so long with its painting; a guess until the first was shown.
  std::chrono::duration<double> expected_{0.008};
};

}  // namespace ssmscope::ui
