#include "ui/live/clock.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {
constexpr int kTickMilliseconds = 16;
}

Clock::Clock(QObject* parent) : QObject(parent) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kTickMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &Clock::tick);
}

void Clock::setRange(int first, int steps) {
  steps = std::max(steps, 1);
  if (first == first_ && steps == steps_) return;
  first_ = first;
  steps_ = steps;
  Q_EMIT rangeChanged();
  setTime(time_);
}

void Clock::setTime(double time) {
  if (!std::isfinite(time)) return;
  time = std::clamp(time, static_cast<double>(first_), static_cast<double>(first_ + steps_ - 1));
  if (time == time_) return;
  time_ = time;
  Q_EMIT timeChanged(time_);
}

void Clock::setLoops(bool loops) {
  if (loops == loops_) return;
  loops_ = loops;
  Q_EMIT stateChanged();
}

void Clock::setStepsPerSecond(double rate) {
  if (!(rate > 0.0) || rate == steps_per_second_) return;
  steps_per_second_ = rate;
  Q_EMIT stateChanged();
}

void Clock::play() {
  if (timer_.isActive()) return;
  if (time_ >= first_ + steps_ - 1) setTime(first_);
  since_tick_.start();
  timer_.start();
  Q_EMIT stateChanged();
}

void Clock::pause() {
  if (!timer_.isActive()) return;
  timer_.stop();
  Q_EMIT stateChanged();
}

void Clock::tick() {
  const double seconds = static_cast<double>(since_tick_.nsecsElapsed()) * 1e-9;
  since_tick_.start();
  const double end = first_ + steps_ - 1;
  double next = time_ + seconds * steps_per_second_;
  if (next > end) {
    if (!loops_) {
      setTime(end);
      pause();
      return;
    }
    // A long stall never jumps over several loops: the picture starts again.
    next = first_ + std::min(next - end, 1.0);
  }
  setTime(next);
}

}  // namespace ssmscope::ui
