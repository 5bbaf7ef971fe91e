#include "ui/live/turns.hpp"

#include <QObject>
#include <utility>

namespace ssmscope::ui {

namespace {

/// Longer than nothing: a timer without an interval waits while anything else is ready, and an
/// animation is always ready.
constexpr int kRoundMs = 1;

}  // namespace

Turns::Turns() {
  round_.setTimerType(Qt::PreciseTimer);
  round_.setInterval(kRoundMs);
  QObject::connect(&round_, &QTimer::timeout, &round_, [this] { next(); });
}

void Turns::take(std::function<void()> work) {
  waiting_.push_back(std::move(work));
  if (!round_.isActive()) next();
}

void Turns::next() {
  if (waiting_.empty()) return round_.stop();
  const auto work = std::move(waiting_.front());
  waiting_.pop_front();
  round_.start();
  work();
}

}  // namespace ssmscope::ui
