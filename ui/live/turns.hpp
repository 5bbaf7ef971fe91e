// The UI thread, handed out one turn at a time.
#pragma once

#include <QTimer>
#include <deque>
#include <functional>

namespace ssmscope::ui {

/// Answers of several views that come together are shown one a round of the event loop, each with
/// the painting that it asks for, so that no round is longer than one view: the hand on the
/// slider, the animation and the pointer come in between.
class Turns {
 public:
  Turns();
  /// Runs `work` now when nobody has had this turn, else in a later one, in the order asked for.
  void take(std::function<void()> work);

 private:
  void next();

  QTimer round_;
  std::deque<std::function<void()>> waiting_;
};

}  // namespace ssmscope::ui
