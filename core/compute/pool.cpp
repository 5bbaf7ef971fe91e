#include "core/compute/pool.hpp"

#if defined(__linux__)
#include <sys/resource.h>
#endif

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ssmscope::compute {
namespace {

/// Where there are no more cores than workers, the thread that paints goes first: a drag then
/// shows at once what is there, and the next answer comes a little later.
void give_way_to_the_window() {
#if defined(__linux__)
  constexpr int kNicer = 4;
  setpriority(PRIO_PROCESS, 0, kNicer);  // 0: this thread; a refusal does no harm
#endif
}

/// The class of the work that this thread does at the moment: what a task splits into pieces
/// keeps the task's own class.
WorkClass& class_of_this_thread() {
  thread_local WorkClass work_class = WorkClass::Live;
  return work_class;
}

/// One parallel_for under way. It lives on its caller's stack; `helpers` and `error` belong to
/// the pool's mutex.
struct Loop {
  const std::function<void(std::size_t, std::size_t)>& body;
  std::size_t count;
  std::size_t grain;
  std::size_t pieces;
  WorkClass work_class;
  unsigned most_helpers;
  std::atomic<std::size_t> next{0};
  unsigned helpers = 0;
  std::exception_ptr error{};

  bool has_pieces() const { return next.load(std::memory_order_relaxed) < pieces; }
  bool wants_help() const { return has_pieces() && helpers < most_helpers; }
};

}  // namespace

struct Pool::State {
  std::mutex mutex;
  std::condition_variable work;       ///< a task, a loop that wants help, or the end
  std::condition_variable loop_left;  ///< a helper left a loop
  std::deque<std::function<void()>> tasks[2];
  std::vector<Loop*> loops;
  std::atomic<int> live_waiting{0};  ///< queued live tasks
  bool stopping = false;
  std::vector<std::thread> threads;

  void work_until_stopped();
  bool work_once(std::unique_lock<std::mutex>& lock);
  Loop* loop_to_help(WorkClass work_class);
  void help(Loop& loop, std::unique_lock<std::mutex>& lock);
  void run_task(WorkClass work_class, std::unique_lock<std::mutex>& lock);
  void run_pieces(Loop& loop, bool leave_for_live_work);
};

namespace {

std::size_t index_of(WorkClass work_class) { return work_class == WorkClass::Live ? 0 : 1; }

}  // namespace

Loop* Pool::State::loop_to_help(WorkClass work_class) {
  for (Loop* loop : loops) {
    if (loop->work_class == work_class && loop->wants_help()) return loop;
  }
  return nullptr;
}

void Pool::State::run_pieces(Loop& loop, bool leave_for_live_work) {
  while (!(leave_for_live_work && live_waiting.load(std::memory_order_relaxed) > 0)) {
    const std::size_t piece = loop.next.fetch_add(1, std::memory_order_relaxed);
    if (piece >= loop.pieces) return;
    const std::size_t begin = piece * loop.grain;
    try {
      loop.body(begin, std::min(loop.count, begin + loop.grain));
    } catch (...) {
      loop.next.store(loop.pieces, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      if (!loop.error) loop.error = std::current_exception();
    }
  }
}

void Pool::State::help(Loop& loop, std::unique_lock<std::mutex>& lock) {
  ++loop.helpers;
  lock.unlock();
  class_of_this_thread() = loop.work_class;
  run_pieces(loop, loop.work_class == WorkClass::Experiment);
  lock.lock();
  --loop.helpers;
  loop_left.notify_all();
}

void Pool::State::run_task(WorkClass work_class, std::unique_lock<std::mutex>& lock) {
  auto& queue = tasks[index_of(work_class)];
  std::function<void()> task = std::move(queue.front());
  queue.pop_front();
  if (work_class == WorkClass::Live) live_waiting.fetch_sub(1, std::memory_order_relaxed);
  lock.unlock();
  class_of_this_thread() = work_class;
  task();
  task = nullptr;  // what it holds is freed without the lock
  lock.lock();
}

/// Live work first; a loop under way before a new task, since someone waits for it.
bool Pool::State::work_once(std::unique_lock<std::mutex>& lock) {
  for (const WorkClass work_class : {WorkClass::Live, WorkClass::Experiment}) {
    if (Loop* loop = loop_to_help(work_class)) {
      help(*loop, lock);
      return true;
    }
    if (!tasks[index_of(work_class)].empty()) {
      run_task(work_class, lock);
      return true;
    }
  }
  return false;
}

void Pool::State::work_until_stopped() {
  give_way_to_the_window();
  std::unique_lock lock(mutex);
  while (true) {
    if (work_once(lock)) continue;
    if (stopping) return;
    work.wait(lock);
  }
}

Pool::Pool(unsigned threads) : state_(std::make_unique<State>()) {
  const unsigned count = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  State* state = state_.get();
  state->threads.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    state->threads.emplace_back([state] { state->work_until_stopped(); });
  }
}

Pool::~Pool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->work.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

unsigned Pool::threads() const { return static_cast<unsigned>(state_->threads.size()); }

void Pool::post(WorkClass work_class, std::function<void()> task) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->tasks[index_of(work_class)].push_back(std::move(task));
    if (work_class == WorkClass::Live) {
      state_->live_waiting.fetch_add(1, std::memory_order_relaxed);
    }
  }
  state_->work.notify_one();
}

void Pool::parallel_for(std::size_t count, std::size_t grain,
                        const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) return;
  const std::size_t step = std::max<std::size_t>(grain, 1);
  const std::size_t pieces = (count - 1) / step + 1;
  // The caller is one of the threads that share the work: no more run than the pool has.
  const auto most_helpers = static_cast<unsigned>(std::min<std::size_t>(threads() - 1, pieces - 1));
  Loop loop{body, count, step, pieces, class_of_this_thread(), most_helpers};
  if (most_helpers > 0) {
    const std::lock_guard lock(state_->mutex);
    state_->loops.push_back(&loop);
  }
  for (unsigned i = 0; i < most_helpers; ++i) state_->work.notify_one();
  state_->run_pieces(loop, false);
  if (most_helpers > 0) {
    std::unique_lock lock(state_->mutex);
    std::erase(state_->loops, &loop);
    state_->loop_left.wait(lock, [&loop] { return loop.helpers == 0; });
  }
  if (loop.error) std::rethrow_exception(loop.error);
}

bool Pool::live_work_waits() const {
  return state_->live_waiting.load(std::memory_order_relaxed) > 0;
}

}  // namespace ssmscope::compute
