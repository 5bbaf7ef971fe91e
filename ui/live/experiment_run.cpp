#include "ui/live/experiment_run.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/recovery.hpp"

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;

/// Long enough that the hand-over costs nothing, short enough that a pause is felt at once.
constexpr auto kTurn = 30ms;

/// Heard between and within turns.
class Wish : public compute::Progress {
 public:
  bool cancelled() const override { return stopped; }
  std::atomic<bool> stopped = false;
};

}  // namespace

/// Kept alive by the turn under way, so that it may outlive its runner.
struct ExperimentRunner::Shared : std::enable_shared_from_this<Shared> {
  Work work;
  std::shared_ptr<compute::Backend> backend, cpu;
  std::shared_ptr<compute::Backend> lost;  ///< on the way, until the UI thread has told
  Wish wish;

  std::mutex mutex;
  ExperimentRunner* receiver = nullptr;  ///< null: nobody is told any more
  std::optional<TurnEnd> end;
  QString error;
  double seconds = 0.0;

  /// On the backend, and from its loss on, on the CPU.
  TurnEnd turn(const compute::Pool& pool) {
    const experiments::Turn turn(kTurn, pool);
    compute::RunReport report;
    TurnEnd made = compute::run_or_recover(*backend, *cpu, wish, report,
                                           [&](compute::Backend& on, compute::Progress& progress) {
                                             return work(turn, on, progress);
                                           });
    if (report.lost) lost = std::exchange(backend, cpu);
    return made;
  }

  /// One turn, on a worker.
  void run(const compute::Pool& pool) {
    const auto start = experiments::Turn::Clock::now();
    std::optional<TurnEnd> made;
    QString problem;
    try {
      made = turn(pool);
    } catch (const compute::Cancelled&) {
    } catch (const std::exception& exception) {
      problem = QString::fromUtf8(exception.what());
      if (problem.isEmpty()) problem = ExperimentRunner::tr("The run failed.");
    }
    const std::chrono::duration<double> taken = experiments::Turn::Clock::now() - start;
    const std::lock_guard lock(mutex);
    seconds += taken.count();
    end = std::move(made);
    error = problem;
    if (receiver == nullptr) return;
    QMetaObject::invokeMethod(
        receiver, [runner = receiver, own = shared_from_this()] { runner->collect(*own); },
        Qt::QueuedConnection);
  }

  void close() {
    wish.stopped = true;
    const std::lock_guard lock(mutex);
    receiver = nullptr;
  }
};

ExperimentRunner::ExperimentRunner(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

ExperimentRunner::~ExperimentRunner() {
  if (shared_) shared_->close();
}

void ExperimentRunner::begin(Work work) {
  if (shared_) shared_->close();
  shared_ = std::make_shared<Shared>();
  shared_->work = std::move(work);
  shared_->backend = workspace_.backend();
  shared_->cpu = workspace_.cpu ? workspace_.cpu() : compute::make_cpu_backend(*workspace_.pool);
  shared_->receiver = this;
  state_ = State::Running;
  fraction_ = 0.0;
  seconds_ = 0.0;
  error_.clear();
  post();
  Q_EMIT changed();
}

/// The next turn is begun by the UI thread, which has then shown the last one: nothing queues.
void ExperimentRunner::post() {
  workspace_.pool->post(compute::WorkClass::Experiment,
                        [shared = shared_, pool = workspace_.pool] { shared->run(*pool); });
}

void ExperimentRunner::collect(const Shared& of) {
  // Of a run that another has replaced, or stopped while its turn ended.
  if (&of != shared_.get() || !isActive()) return;
  std::optional<TurnEnd> end;
  std::shared_ptr<compute::Backend> lost;
  {
    const std::lock_guard lock(shared_->mutex);
    lost = std::exchange(shared_->lost, nullptr);
    end = std::exchange(shared_->end, std::nullopt);
    error_ = shared_->error;
    seconds_ = shared_->seconds;
  }
  if (lost && workspace_.lost) workspace_.lost(lost.get());
  if (!end) {
    state_ = State::Failed;
  } else {
    fraction_ = end->fraction;
    end->show();
    if (!end->more) state_ = State::Finished;
  }
  turn_waits_ = state_ == State::Paused;
  if (state_ == State::Running) post();
  Q_EMIT changed();
}

void ExperimentRunner::pause() {
  if (state_ != State::Running) return;
  state_ = State::Paused;
  Q_EMIT changed();
}

void ExperimentRunner::resume() {
  if (state_ != State::Paused) return;
  state_ = State::Running;
  if (std::exchange(turn_waits_, false)) post();
  Q_EMIT changed();
}

void ExperimentRunner::stop() {
  if (!isActive()) return;
  shared_->close();
  state_ = State::Stopped;
  Q_EMIT changed();
}

}  // namespace ssmscope::ui
