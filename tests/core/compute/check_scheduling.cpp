// Pool and LatestWins under load. A plain program, without Qt, so that it also runs under the
// thread sanitizer. It never sleeps: gates decide what happens when.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/compute/latest_wins.hpp"
#include "core/compute/pool.hpp"

using namespace ssmscope::compute;

namespace {

std::atomic<int> failures{0};

void check(bool passed, const std::string& what) {
  if (passed) return;
  ++failures;
  std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

/// Opens once; waiting on it is how a check knows that something has happened.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

/// Everything a LatestWins tells, and a way to wait for it.
class Record {
 public:
  LatestWins::OnEnd on_end() {
    return [this](const RunEnd& end) {
      check(!inside_.exchange(true), "on_end is never called concurrently");
      {
        const std::lock_guard lock(mutex_);
        check(!closed_, "no end after shutdown");
        ends_.push_back(end);
        changed_.notify_all();
      }
      inside_.store(false);
    };
  }
  LatestWins::OnBusy on_busy() {
    return [this](bool busy) {
      const std::lock_guard lock(mutex_);
      check(!closed_, "no busy change after shutdown");
      check(busy != busy_, "busy alternates");
      busy_ = busy;
      ++changes_;
      changed_.notify_all();
    };
  }
  void wait_until_idle() {
    wait([this] { return !busy_; });
  }
  void wait_for_ends(std::size_t count) {
    wait([this, count] { return ends_.size() >= count; });
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  std::vector<RunEnd> ends() const {
    const std::lock_guard lock(mutex_);
    return ends_;
  }
  bool busy() const {
    const std::lock_guard lock(mutex_);
    return busy_;
  }
  int busy_changes() const {
    const std::lock_guard lock(mutex_);
    return changes_;
  }

 private:
  void wait(const std::function<bool()>& until) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, until);
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<RunEnd> ends_;
  std::atomic<bool> inside_{false};
  bool busy_ = false;
  bool closed_ = false;
  int changes_ = 0;
};

void check_order(const std::vector<RunEnd>& ends) {
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const RunEnd& a = ends[i - 1];
    const RunEnd& b = ends[i];
    check(a.generation < b.generation ||
              (a.generation == b.generation && a.stage == Stage::Preview && b.stage == Stage::Full),
          "(generation, stage) strictly increases");
  }
}

/// Spins until cancelled, as a long analysis does that polls its progress.
bool run_until_cancelled(Progress& progress) {
  while (true) {
    progress.check();
    std::this_thread::yield();
  }
}

bool at_once(Progress& /*progress*/) { return true; }

// ---- the pool -------------------------------------------------------------------------------

void pool_covers_every_index_once() {
  for (const unsigned threads : {1U, 2U, 3U, 5U}) {
    Pool pool(threads);
    check(pool.threads() == threads, "the pool has the threads asked for");
    for (const std::size_t count : {0, 1, 7, 1000}) {
      for (const std::size_t grain : {0, 1, 3, 1000, 5000}) {
        std::vector<std::atomic<int>> seen(count);
        pool.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
          check(begin % std::max<std::size_t>(grain, 1) == 0, "pieces start at whole grains");
          for (std::size_t i = begin; i < end; ++i) ++seen[i];
        });
        for (const auto& times : seen) check(times == 1, "each index is visited once");
      }
    }
  }
}

void pool_passes_on_an_exception() {
  Pool pool(3);
  std::atomic<int> after{0};
  bool caught = false;
  try {
    pool.parallel_for(1000, 1, [&](std::size_t begin, std::size_t) {
      if (begin == 10) throw std::runtime_error("ten");
      ++after;
    });
  } catch (const std::runtime_error& error) {
    caught = std::string(error.what()) == "ten";
  }
  check(caught, "the exception of a piece comes out of parallel_for");
  pool.parallel_for(10, 1, [&](std::size_t, std::size_t) { ++after; });
  check(after >= 10, "the pool works on after an exception");
}

void pool_nests() {
  Pool pool(2);
  std::atomic<int> total{0};
  Gate done;
  pool.post(WorkClass::Live, [&] {
    pool.parallel_for(8, 1, [&](std::size_t, std::size_t) {
      pool.parallel_for(8, 1, [&](std::size_t, std::size_t) { ++total; });
    });
    done.open();
  });
  pool.parallel_for(8, 1, [&](std::size_t, std::size_t) { ++total; });
  done.wait();
  check(total == 72, "nested loops on workers and outside run to their end");
}

void pool_puts_live_work_first() {
  Pool pool(1);
  Gate entered, release;
  std::vector<char> order;  // written by the only worker
  pool.post(WorkClass::Experiment, [&] {
    entered.open();
    release.wait();
  });
  entered.wait();
  check(!pool.live_work_waits(), "no live work waits yet");
  pool.post(WorkClass::Experiment, [&] { order.push_back('e'); });
  pool.post(WorkClass::Live, [&] { order.push_back('l'); });
  check(pool.live_work_waits(), "live work waits");
  release.open();
  Gate last;
  pool.post(WorkClass::Experiment, [&] { last.open(); });
  last.wait();
  check(order == std::vector<char>{'l', 'e'}, "live work goes before an older experiment");
}

void pool_runs_its_queue_to_the_end() {
  std::atomic<int> done{0};
  {
    Pool pool(2);
    for (int i = 0; i < 100; ++i) {
      pool.post(i % 2 == 0 ? WorkClass::Live : WorkClass::Experiment, [&] { ++done; });
    }
  }
  check(done == 100, "what is queued runs before the pool is gone");
}

// ---- latest wins ----------------------------------------------------------------------------

/// 1,000 jobs from a hand that moves at random, from two threads' worth of luck in timing.
void thousand_jobs(unsigned seed) {
  Pool pool(2);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  std::minstd_rand random(seed);
  std::atomic<std::uint64_t> last_result{0};
  std::uint64_t last = 0;
  for (int i = 1; i <= 1000; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    const auto effort = static_cast<unsigned>(random() % 200);
    const auto work = [effort, number, &last_result](Progress& progress) {
      for (unsigned k = 0; k < effort; ++k) {
        progress.check();
        std::this_thread::yield();
      }
      last_result = number;
      return true;
    };
    last = latest.submit({i % 7 == 0 ? nullptr : std::function<bool(Progress&)>(work), work});
    check(last == number, "generations count up from 1");
    for (auto pause = random() % 50; pause > 0; --pause) std::this_thread::yield();
  }
  record.wait_until_idle();
  const auto ends = record.ends();
  check_order(ends);
  check(!ends.empty() && ends.back().generation == last, "the last job is answered");
  check(ends.back().stage == Stage::Full && ends.back().produced, "by its full answer");
  check(last_result == last, "the newest result is the last one made");
  check(!latest.busy(), "idle in the end");
  check(record.busy_changes() % 2 == 0, "each busy has its end");
}

/// The hand never stops: a new job is posted during every run. Each preview still arrives.
void previews_keep_coming() {
  Pool pool(2);
  Record record;
  std::unique_ptr<LatestWins> latest;
  std::atomic<int> previews{0};
  std::function<void()> move = [&] {
    latest->submit({[&](Progress& progress) {
                      if (++previews < 200) move();  // while this preview runs
                      check(!progress.cancelled(), "a running preview is let finish");
                      return true;
                    },
                    at_once});
  };
  latest = std::make_unique<LatestWins>(pool, record.on_end(), record.on_busy());
  move();
  record.wait_until_idle();
  std::size_t shown = 0;
  for (const RunEnd& end : record.ends()) {
    shown += end.stage == Stage::Preview && end.produced ? 1 : 0;
  }
  check(shown == 200, "every preview that began was shown");
  check_order(record.ends());
}

/// The same for jobs without a preview: their full answer is the picture.
void full_answers_without_previews_keep_coming() {
  Pool pool(2);
  Record record;
  std::unique_ptr<LatestWins> latest;
  std::atomic<int> runs{0};
  std::function<void()> move = [&] {
    latest->submit({nullptr, [&](Progress& progress) {
                      if (++runs < 50) move();
                      check(!progress.cancelled(), "the only answer of a job is let finish");
                      return true;
                    }});
  };
  latest = std::make_unique<LatestWins>(pool, record.on_end(), record.on_busy());
  move();
  record.wait_until_idle();
  check(record.ends().size() == 50, "every answer was shown");
}

void newer_job_cancels_a_full_answer() {
  Pool pool(2);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  Gate full_runs;
  latest.submit({at_once, [&](Progress& progress) {
                   full_runs.open();
                   return run_until_cancelled(progress);
                 }});
  full_runs.wait();
  latest.submit({at_once, at_once});
  record.wait_until_idle();
  const auto ends = record.ends();
  check(ends.size() == 4, "preview, cancelled full, preview, full");
  check(!ends[1].produced && ends[1].error.empty(), "a cancelled run has neither result nor error");
  check(ends[3].produced && ends[3].generation == 2, "the newer job is answered in full");
}

void waiting_job_is_replaced() {
  Pool pool(1);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  Gate running, release;
  latest.submit({[&](Progress&) {
                   running.open();
                   release.wait();
                   return true;
                 },
                 at_once});
  running.wait();
  std::atomic<bool> replaced_ran{false};
  latest.submit({[&](Progress&) { return replaced_ran = true; }, at_once});
  latest.submit({at_once, at_once});
  release.open();
  record.wait_until_idle();
  check(!replaced_ran, "a replaced job never runs");
  const auto ends = record.ends();
  check(ends.size() == 3 && ends[0].generation == 1 && ends[1].generation == 3 &&
            ends[2].generation == 3,
        "the first preview, then the third job");
}

void throw_and_empty_answer_end_busy() {
  Pool pool(2);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  latest.submit({nullptr, [](Progress&) -> bool { throw std::runtime_error("no such file"); }});
  record.wait_until_idle();
  check(record.ends().back().error == "no such file", "the error arrives as text");
  check(!record.ends().back().produced, "without a result");
  latest.submit({nullptr, [](Progress&) -> bool { throw 3; }});
  record.wait_until_idle();
  check(!record.ends().back().error.empty(), "anything thrown is an error");
  latest.submit({[](Progress&) { return false; }, [](Progress&) { return false; }});
  record.wait_until_idle();
  check(!record.ends().back().produced && record.ends().back().error.empty(), "an empty answer");
  latest.submit({nullptr, nullptr});
  record.wait_until_idle();
  check(record.ends().size() == 5 && !latest.busy(), "an empty job ends too");
}

void cancel_ends_busy() {
  Pool pool(2);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  Gate running;
  latest.submit({[&](Progress& progress) {
                   running.open();
                   return run_until_cancelled(progress);
                 },
                 at_once});
  running.wait();
  latest.submit({at_once, at_once});  // waits
  latest.cancel();
  record.wait_until_idle();
  check(record.ends().size() == 1 && !record.ends()[0].produced, "only the cancelled preview ends");
  latest.cancel();
  latest.submit({nullptr, at_once});
  record.wait_until_idle();
  check(record.ends().back().generation == 3 && record.ends().back().produced,
        "a job after a cancel is answered");
}

/// cancel() while the task waits in the pool's queue behind someone else's.
void cancel_before_the_run_begins() {
  Pool pool(1);
  Record record;
  LatestWins latest(pool, record.on_end(), record.on_busy());
  Gate occupied, release;
  pool.post(WorkClass::Live, [&] {
    occupied.open();
    release.wait();
  });
  occupied.wait();
  latest.submit({at_once, at_once});
  check(record.busy() && latest.busy(), "a job in the queue is busy");
  latest.cancel();
  check(!record.busy() && !latest.busy(), "its cancellation ends that at once");
  release.open();
  latest.submit({nullptr, at_once});
  record.wait_until_idle();
  check(record.ends().size() == 1 && record.ends()[0].generation == 2, "only the later job ran");
}

void shutdown_while_running() {
  Pool pool(2);
  for (int round = 0; round < 50; ++round) {
    auto record = std::make_unique<Record>();
    auto latest = std::make_unique<LatestWins>(pool, record->on_end(), record->on_busy());
    Gate running;
    std::atomic<bool> inside{false};
    latest->submit({[&](Progress& progress) {
                      inside = true;
                      running.open();
                      while (!progress.cancelled()) std::this_thread::yield();
                      for (int i = 0; i < 100; ++i) std::this_thread::yield();
                      inside = false;
                      return true;
                    },
                    at_once});
    if (round % 2 == 0) running.wait();
    latest->shutdown();
    check(!inside, "nothing runs after shutdown");
    check(!record->busy() && !latest->busy(), "shutdown ends the busy state");
    record->close();
    check(latest->submit({at_once, at_once}) == 0, "nothing is taken after shutdown");
    latest->cancel();
    latest->shutdown();
    latest.reset();
    record.reset();  // a callback from now on would touch freed memory
  }
}

/// Shutdown from one thread while another submits and the worker answers.
void shutdown_while_submitting() {
  Pool pool(2);
  for (int round = 0; round < 50; ++round) {
    Record record;
    LatestWins latest(pool, record.on_end(), record.on_busy());
    Gate some;
    std::thread hand([&] {
      for (int i = 0; i < 200; ++i) {
        if (latest.submit({at_once, at_once}) == 0) break;
        if (i == 20) some.open();
      }
      some.open();
    });
    some.wait();
    latest.shutdown();
    check(!record.busy(), "shutdown ends the busy state");
    record.close();
    hand.join();
    check_order(record.ends());
  }
}

/// Callbacks may submit, cancel and shut down.
void callbacks_may_call_back() {
  Pool pool(2);
  std::unique_ptr<LatestWins> latest;
  Record record;
  Gate finished;
  std::atomic<int> ends{0};
  latest = std::make_unique<LatestWins>(
      pool,
      [&](const RunEnd& end) {
        ++ends;
        if (end.generation < 10) latest->submit({nullptr, at_once});
        if (end.generation == 10) {
          latest->submit({nullptr, at_once});
          latest->cancel();
          latest->shutdown();
          finished.open();
        }
      },
      record.on_busy());
  latest->submit({nullptr, at_once});
  finished.wait();
  latest->shutdown();
  check(ends == 10, "ten jobs, each posted by the answer before");
  check(!record.busy(), "and idle in the end");
}

void progress_reaches_the_owner() {
  Pool pool(2);
  Record record;
  std::atomic<int> reports{0};
  LatestWins latest(pool, record.on_end(), record.on_busy(), [&](double fraction) {
    check(fraction >= 0.0 && fraction <= 1.0, "a fraction");
    ++reports;
  });
  latest.submit({nullptr, [](Progress& progress) {
                   progress.report(0.5);
                   progress.report(1.0);
                   return true;
                 }});
  record.wait_until_idle();
  check(reports == 2, "each report arrives");
}

/// Five views on one pool, as the window has them, all moved at once.
void five_views_share_the_pool() {
  Pool pool(2);
  std::vector<std::unique_ptr<Record>> records;
  std::vector<std::unique_ptr<LatestWins>> views;
  for (int i = 0; i < 5; ++i) {
    records.push_back(std::make_unique<Record>());
    views.push_back(
        std::make_unique<LatestWins>(pool, records.back()->on_end(), records.back()->on_busy()));
  }
  const auto work = [&pool](Progress& progress) {
    std::atomic<int> sum{0};
    pool.parallel_for(64, 4, [&](std::size_t begin, std::size_t end) {
      progress.check();
      sum += static_cast<int>(end - begin);
    });
    return sum == 64;
  };
  for (int move = 0; move < 200; ++move) {
    for (auto& view : views) view->submit({work, work});
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    records[i]->wait_until_idle();
    const auto ends = records[i]->ends();
    check_order(ends);
    check(ends.back().generation == 200 && ends.back().produced, "each view shows the last move");
  }
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): an exception ends the program, as it should.
int main() {
  pool_covers_every_index_once();
  pool_passes_on_an_exception();
  pool_nests();
  pool_puts_live_work_first();
  pool_runs_its_queue_to_the_end();
  for (const unsigned seed : {1U, 2U, 3U}) thousand_jobs(seed);
  previews_keep_coming();
  full_answers_without_previews_keep_coming();
  newer_job_cancels_a_full_answer();
  waiting_job_is_replaced();
  throw_and_empty_answer_end_busy();
  cancel_ends_busy();
  cancel_before_the_run_begins();
  shutdown_while_running();
  shutdown_while_submitting();
  callbacks_may_call_back();
  progress_reaches_the_owner();
  five_views_share_the_pool();
  if (failures > 0) std::fprintf(stderr, "%d checks failed\n", failures.load());
  return failures == 0 ? 0 : 1;
}
