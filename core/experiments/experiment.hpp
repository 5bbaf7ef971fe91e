// Long runs that keep their state: begun by hand on a frozen scenario, worked in turns, paused and
// stopped between them. Their answer grows: snapshot() is what is known so far.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"
#include "core/compute/progress.hpp"

namespace ssmscope::experiments {

/// How long one turn may last.
class Turn {
 public:
  using Clock = std::chrono::steady_clock;

  /// No end: until the run is finished.
  Turn() = default;
  /// At most `length`, and less where live work of `pool` waits. The pool outlives the turn.
  Turn(Clock::duration length, const compute::Pool& pool)
      : end_(Clock::now() + length), pool_(&pool) {}

  /// Asked after every piece of work, and pieces take some 2 ms.
  bool over() const { return end_ && (Clock::now() >= *end_ || pool_->live_work_waits()); }

 private:
  std::optional<Clock::time_point> end_;
  const compute::Pool* pool_ = nullptr;
};

/// One run. Its members are called by one thread at a time, which may be another every time.
template <class Snapshot>
class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Does at least one piece of work, and more until the turn is over. False when nothing is left
  /// to do. Throws Cancelled where `progress` says so; the run may then be wound up, not resumed.
  virtual bool advance(const Turn& turn, compute::Backend& backend,
                       compute::Progress& progress) = 0;
  /// What is known so far; a new value after a turn that learnt more.
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;
  /// Done, 0 to 1.
  virtual double fraction() const = 0;
};

/// The whole run at once, as the command line wants it.
template <class Snapshot>
std::shared_ptr<const Snapshot> run_to_end(Experiment<Snapshot>& experiment,
                                           compute::Backend& backend, compute::Progress& progress) {
  while (experiment.advance(Turn(), backend, progress)) progress.report(experiment.fraction());
  return experiment.snapshot();
}

}  // namespace ssmscope::experiments
