// One pool of worker threads a process, with two classes of work: live answers go before
// experiments.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace ssmscope::compute {

enum class WorkClass { Live, Experiment };

/// Threads are started once and joined by the destructor, which first runs what is queued to its
/// end. All members are safe to call from any thread, a worker included.
class Pool {
 public:
  /// threads = 0: one for each core.
  explicit Pool(unsigned threads = 0);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  unsigned threads() const;

  /// Runs `task` some time on a worker. A task must not throw.
  void post(WorkClass work_class, std::function<void()> task);

  /// Calls body(begin, end) over [0, count) in pieces of `grain`, on the workers and the calling
  /// thread, and returns when all are done. The pieces do not depend on the number of threads,
  /// so a reduction that keeps one partial result a piece is the same with any of them. The
  /// first exception of a body is thrown again here, after the pieces under way have ended.
  void parallel_for(std::size_t count, std::size_t grain,
                    const std::function<void(std::size_t, std::size_t)>& body);

  /// True when live work waits: an experiment asks at least every 2 ms and then yields.
  bool live_work_waits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ssmscope::compute
