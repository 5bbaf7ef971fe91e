// The state machine of a live analysis: one running, one waiting; the latest request always gets
// its answer; a preview that runs is let finish, so that a hand that never stops still sees the
// picture move. Plain C++; the window only carries the callbacks to its own thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/compute/pool.hpp"
#include "core/compute/progress.hpp"

namespace ssmscope::compute {

enum class Stage { Preview, Full };

/// What came of one run.
struct RunEnd {
  std::uint64_t generation = 0;  ///< of the request that it answers; newer is greater
  Stage stage = Stage::Full;
  bool produced = false;  ///< `deliver` of the job is valid
  std::string error;      ///< one sentence when it threw; empty when cancelled
  double seconds = 0.0;
};

/// A request's two computations. `preview` may be empty (none is worth it). Each is called on a
/// worker, returns true when it made a result (kept by the caller in its own closure), false for
/// an empty one, and throws Cancelled or any std::exception.
struct Job {
  std::function<bool(Progress&)> preview;
  std::function<bool(Progress&)> full;
};

/// Rules: submit() replaces a waiting job and cancels a running full answer; a running preview
/// finishes. After a preview, the full answer of the same job runs unless a newer job waits.
/// A job without a preview has a full answer quick enough to be one: it, too, is let finish, or
/// a hand that never stops would see nothing.
/// Callbacks are made under a lock that submit(), cancel() and shutdown() take as well: call
/// these with no lock held that a callback takes. A callback may call them. `on_busy(true)` comes
/// on the submitting thread, `on_progress` from any thread of the run; none may throw.
/// `on_end` is called on a worker, never concurrently with itself, with strictly increasing
/// (generation, stage); `on_busy(true/false)` brackets the time in which something runs or
/// waits. A throw, an empty answer and shutdown() all end the busy state. After shutdown()
/// returns no callback runs and none will.
class LatestWins {
 public:
  using OnEnd = std::function<void(const RunEnd&)>;
  using OnBusy = std::function<void(bool)>;
  using OnProgress = std::function<void(double)>;

  LatestWins(Pool& pool, OnEnd on_end, OnBusy on_busy, OnProgress on_progress = {});
  ~LatestWins();  ///< shutdown()
  LatestWins(const LatestWins&) = delete;
  LatestWins& operator=(const LatestWins&) = delete;

  /// Returns the job's generation (1, 2, ...). After shutdown(): 0, and nothing happens.
  std::uint64_t submit(Job job);
  /// Cancels what runs and waits; the busy state ends.
  void cancel();
  void shutdown();
  bool busy() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace ssmscope::compute
