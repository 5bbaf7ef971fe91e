#include "ui/live/turns.hpp"

#include <QObject>
#include <algorithm>
#include <utility>

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;

/// Longer than nothing: a timer without an interval waits while anything else is ready, and an
/// animation is always ready.
constexpr auto kBetweenRounds = 1ms;
/// A round may take so long: shorter ones show the same in more paintings, and a hand waits longer.
constexpr std::chrono::duration<double> kRound = 30ms;
/// What an answer may be expected to take: a first painting takes long and says nothing of the
/// next.
constexpr std::chrono::duration<double> kMost = kRound / 3;
/// The weight of the newest round in what an answer is expected to take.
constexpr double kNewest = 0.25;

}  // namespace

Turns::Turns() {
  rounds_.setTimerType(Qt::PreciseTimer);
  rounds_.setInterval(kBetweenRounds);
  QObject::connect(&rounds_, &QTimer::timeout, &rounds_, [this] {
    // Since the last round began all that it showed was painted.
    learn(Clock::now() - began_);
    next();
  });
}

void Turns::take(std::function<void()> work) {
  waiting_.push_back(std::move(work));
  if (!rounds_.isActive()) next();
}

void Turns::learn(std::chrono::duration<double> round) {
  const auto each = std::min(kMost, round / static_cast<double>(shown_));
  expected_ += kNewest * (each - expected_);
}

void Turns::next() {
  if (waiting_.empty()) return rounds_.stop();
  began_ = Clock::now();
  rounds_.start();
  const auto room = static_cast<std::size_t>(std::max(1.0, kRound / expected_));
  for (shown_ = 0; shown_ < room && !waiting_.empty(); ++shown_) {
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    work();
  }
}

}  // namespace ssmscope::ui
