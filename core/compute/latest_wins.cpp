#include "core/compute/latest_wins.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace ssmscope::compute {

/// Two locks, always taken in this order: `callbacks` while a callback is made (recursive, so
/// that a callback may submit), `mutex` for the rest. A run takes place with neither.
struct LatestWins::State : std::enable_shared_from_this<LatestWins::State> {
  State(Pool& workers, OnEnd tell_end, OnBusy tell_busy, OnProgress tell_progress)
      : pool(workers),
        on_end(std::move(tell_end)),
        on_busy(std::move(tell_busy)),
        on_progress(std::move(tell_progress)) {}

  struct Request {
    std::uint64_t generation = 0;
    Job job;
  };
  struct Run {
    std::uint64_t generation = 0;
    Stage stage = Stage::Full;
    std::function<bool(Progress&)> work;
  };

  Pool& pool;
  const OnEnd on_end;
  const OnBusy on_busy;
  const OnProgress on_progress;
  std::recursive_mutex callbacks;

  mutable std::mutex mutex;
  std::condition_variable idle;  ///< `running` fell
  std::uint64_t generation = 0;
  std::optional<Request> waiting;   ///< newest request, not begun
  std::optional<Request> full_due;  ///< its preview is done; none while a newer one waits
  bool posted = false;              ///< a task of ours is in the pool's queue
  bool running = false;
  bool may_finish = false;  ///< what runs is not cancelled by a newer request
  bool dropped = false;     ///< cancel() or shutdown() struck the run
  std::thread::id runner;
  std::atomic<bool> cancel_run{false};
  bool busy = false;
  bool shut = false;

  std::uint64_t submit(Job job);
  void cancel();
  void shutdown();
  std::vector<Request> drop_work();
  void post_if_needed();
  void set_busy(bool value);
  std::optional<Run> next_run();
  void run_next();
  RunEnd perform(const Run& run);
  void finish(RunEnd end);
};

namespace {

/// Hands the run's cancellation to the job and its progress to the owner.
class RunProgress final : public Progress {
 public:
  RunProgress(const std::atomic<bool>& cancel, const LatestWins::OnProgress& report)
      : cancel_(cancel), report_(report) {}
  bool cancelled() const override { return cancel_.load(std::memory_order_relaxed); }
  void report(double fraction) override {
    if (report_) report_(fraction);
  }

 private:
  const std::atomic<bool>& cancel_;
  const LatestWins::OnProgress& report_;
};

}  // namespace

void LatestWins::State::post_if_needed() {
  if (posted || running || shut || !(waiting || full_due)) return;
  posted = true;
  pool.post(WorkClass::Live, [self = shared_from_this()] { self->run_next(); });
}

/// With `callbacks` held. Tells only changes.
void LatestWins::State::set_busy(bool value) {
  {
    const std::lock_guard lock(mutex);
    if (busy == value) return;
    busy = value;
  }
  if (on_busy) on_busy(value);
}

std::uint64_t LatestWins::State::submit(Job job) {
  std::optional<Request> replaced;  // freed without the locks
  std::optional<Request> overtaken;
  const std::lock_guard order(callbacks);
  std::uint64_t given = 0;
  {
    const std::lock_guard lock(mutex);
    if (shut) return 0;
    given = ++generation;
    replaced = std::exchange(waiting, Request{given, std::move(job)});
    overtaken = std::exchange(full_due, std::nullopt);
    if (running && !may_finish) cancel_run.store(true, std::memory_order_relaxed);
    post_if_needed();
  }
  set_busy(true);
  return given;
}

/// With `mutex` held. The caller frees what is dropped when it has let go of the locks.
std::vector<LatestWins::State::Request> LatestWins::State::drop_work() {
  std::vector<Request> work;
  if (waiting) work.push_back(std::move(*waiting));
  if (full_due) work.push_back(std::move(*full_due));
  waiting.reset();
  full_due.reset();
  dropped = running;
  if (running) cancel_run.store(true, std::memory_order_relaxed);
  return work;
}

void LatestWins::State::cancel() {
  std::vector<Request> work;
  const std::lock_guard order(callbacks);
  bool idle_now = false;
  {
    const std::lock_guard lock(mutex);
    work = drop_work();
    idle_now = !running;
  }
  if (idle_now) set_busy(false);  // else the run says so when it has ended
}

void LatestWins::State::shutdown() {
  std::vector<Request> work;
  {
    std::unique_lock lock(mutex);
    shut = true;
    work = drop_work();
    if (runner != std::this_thread::get_id()) {
      idle.wait(lock, [this] { return !running; });
    }
  }
  const std::lock_guard order(callbacks);
  set_busy(false);
}

/// With `mutex` held: takes what is to be done now, the newest first.
std::optional<LatestWins::State::Run> LatestWins::State::next_run() {
  if (waiting) {
    Request request = std::move(*waiting);
    waiting.reset();
    const std::uint64_t number = request.generation;
    if (!request.job.preview) return Run{number, Stage::Full, std::move(request.job.full)};
    Run run{number, Stage::Preview, std::move(request.job.preview)};
    full_due = std::move(request);
    return run;
  }
  if (full_due) {
    Run run{full_due->generation, Stage::Full, std::move(full_due->job.full)};
    full_due.reset();
    return run;
  }
  return std::nullopt;
}

void LatestWins::State::run_next() {
  std::optional<Run> run;
  {
    const std::lock_guard lock(mutex);
    posted = false;
    const bool follows_preview = !waiting;
    if (!shut) run = next_run();
    if (!run) return;
    running = true;
    dropped = false;
    // A full answer that no preview came before is the first picture of its request.
    may_finish = !follows_preview;
    runner = std::this_thread::get_id();
    cancel_run.store(false, std::memory_order_relaxed);
  }
  RunEnd end = perform(*run);
  run.reset();  // what the job holds is freed without the locks
  finish(std::move(end));
}

RunEnd LatestWins::State::perform(const Run& run) {
  RunEnd end;
  end.generation = run.generation;
  end.stage = run.stage;
  RunProgress progress(cancel_run, on_progress);
  const auto start = std::chrono::steady_clock::now();
  try {
    end.produced = run.work && run.work(progress);
  } catch (const Cancelled&) {
    end.produced = false;
  } catch (const std::exception& problem) {
    end.error = problem.what();
    if (end.error.empty()) end.error = "The analysis failed without saying why.";
  } catch (...) {
    end.error = "The analysis failed with an unknown error.";
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  end.seconds = taken.count();
  return end;
}

void LatestWins::State::finish(RunEnd end) {
  const std::lock_guard order(callbacks);
  bool tell = false;
  {
    const std::lock_guard lock(mutex);
    tell = !shut;
    if (dropped) {
      end.produced = false;
      end.error.clear();
    }
  }
  if (tell && on_end) on_end(end);
  bool done = false;
  {
    const std::lock_guard lock(mutex);
    done = !shut && !waiting && !full_due;
  }
  if (done) set_busy(false);
  const std::lock_guard lock(mutex);
  running = false;
  runner = {};
  post_if_needed();
  idle.notify_all();
}

LatestWins::LatestWins(Pool& pool, OnEnd on_end, OnBusy on_busy, OnProgress on_progress)
    : state_(std::make_shared<State>(pool, std::move(on_end), std::move(on_busy),
                                     std::move(on_progress))) {}

LatestWins::~LatestWins() { shutdown(); }

std::uint64_t LatestWins::submit(Job job) { return state_->submit(std::move(job)); }

void LatestWins::cancel() { state_->cancel(); }

void LatestWins::shutdown() { state_->shutdown(); }

bool LatestWins::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->busy;
}

}  // namespace ssmscope::compute
