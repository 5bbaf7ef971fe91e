#include "ui/live/live_analysis.hpp"

#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/recovery.hpp"

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;

/// A computation shorter than this shows no busy mark: a mark that flickers disturbs more than
/// it says.
constexpr auto kBusyMarkAfter = 150ms;
/// A smaller step of the fraction done is not worth an event.
constexpr double kProgressStep = 0.01;

/// What one run made, on its way from the worker to the UI thread.
struct Answer {
  std::uint64_t ticket = 0;
  compute::Stage stage = compute::Stage::Full;
  LiveScheduler::Show show;
  QString backend;
  QString notice;
  std::shared_ptr<compute::Backend> lost;  ///< the backend that was lost on the way, or null
  double seconds = 0.0;
  double device_seconds = 0.0;
};

/// All that waits to be seen on the UI thread: at most one answer, the newest.
struct Letter {
  std::optional<Answer> answer;
  std::optional<QString> error;  ///< of a run newer than `answer`
  double fraction = 0.0;
};

QString sentence(const std::exception& error) {
  const QString text = QString::fromUtf8(error.what());
  return text.isEmpty() ? LiveScheduler::tr("The computation failed.") : text;
}

/// The one place where worker and UI thread meet. Kept alive by the jobs, so that a job may
/// outlive its scheduler; `collect` is dropped when the scheduler goes.
class Mailbox {
 public:
  Mailbox(QObject* receiver, std::function<void()> collect)
      : receiver_(receiver), collect_(std::move(collect)) {}

  void close() {
    const std::lock_guard lock(mutex_);
    receiver_ = nullptr;
  }

  void keep(Answer answer) {
    const std::lock_guard lock(mutex_);
    made_ = std::move(answer);
  }

  void end(const compute::RunEnd& end) {
    const std::lock_guard lock(mutex_);
    if (end.produced && made_ && made_->ticket == end.generation && made_->stage == end.stage) {
      made_->seconds = end.seconds;
      letter_.answer = std::exchange(made_, std::nullopt);
      letter_.error.reset();
    } else if (!end.error.empty()) {
      letter_.error = QString::fromStdString(end.error);
    }
    post();
  }

  void progress(double fraction) {
    const std::lock_guard lock(mutex_);
    if (fraction >= letter_.fraction && fraction - letter_.fraction < kProgressStep) return;
    letter_.fraction = fraction;
    post();
  }

  void busyChanged() {
    const std::lock_guard lock(mutex_);
    letter_.fraction = 0.0;
    post();
  }

  bool holdsAnswer() const {
    const std::lock_guard lock(mutex_);
    return letter_.answer.has_value();
  }

  Letter take() {
    const std::lock_guard lock(mutex_);
    posted_ = false;
    return {std::exchange(letter_.answer, std::nullopt), std::exchange(letter_.error, std::nullopt),
            letter_.fraction};
  }

 private:
  /// One event at most is under way, however fast the workers are: nothing queues.
  void post() {
    if (posted_ || receiver_ == nullptr) return;
    posted_ = true;
    QMetaObject::invokeMethod(receiver_, collect_, Qt::QueuedConnection);
  }

  mutable std::mutex mutex_;
  QObject* receiver_;
  std::function<void()> collect_;
  std::optional<Answer> made_;
  Letter letter_;
  bool posted_ = false;
};

/// Runs `work`; when its backend is lost, again on the CPU.
bool run(const LiveScheduler::Work& work, const std::shared_ptr<compute::Backend>& backend,
         const std::shared_ptr<compute::Backend>& cpu, compute::Progress& progress,
         Mailbox& mailbox, Answer answer) {
  compute::RunReport report;
  answer.show = compute::run_or_recover(*backend, *cpu, progress, report, work);
  if (!answer.show) return false;
  answer.backend = QString::fromStdString(report.computed_on);
  answer.notice = QString::fromStdString(report.reasons);
  answer.device_seconds = report.device_seconds;
  if (report.lost) {
    answer.lost = backend;
    answer.notice = LiveScheduler::tr("%1 was lost (%2); computed on the CPU.")
                        .arg(QString::fromStdString(backend->name()), sentence(*report.lost));
  }
  mailbox.keep(std::move(answer));
  return true;
}

}  // namespace

struct LiveScheduler::Shared : std::enable_shared_from_this<Shared> {
  Shared(LiveScheduler* owner, Workspace& of, std::function<void(const ViewStatus&)> status_changed)
      : workspace(of), on_status(std::move(status_changed)) {
    busy_mark.setSingleShot(true);
    busy_mark.setInterval(kBusyMarkAfter);
    QObject::connect(&busy_mark, &QTimer::timeout, owner, [this] {
      status.busy = machine->busy();
      publish();
    });
  }

  void start(LiveScheduler* owner) {
    mailbox = std::make_shared<Mailbox>(owner, [weak = weak_from_this()] {
      const auto shared = weak.lock();
      if (!shared) return;
      // Only an answer is work for the UI thread; a state waits for nobody's turn.
      if (!shared->mailbox->holdsAnswer()) return shared->collect();
      shared->workspace.turns.take([weak] {
        if (const auto waited = weak.lock()) waited->collect();
      });
    });
    machine.emplace(
        *workspace.pool, [box = mailbox](const compute::RunEnd& end) { box->end(end); },
        [box = mailbox](bool) { box->busyChanged(); },
        [box = mailbox](double fraction) { box->progress(fraction); });
  }

  std::shared_ptr<compute::Backend> cpuBackend() {
    if (workspace.cpu) return workspace.cpu();
    if (!cpu) cpu = compute::make_cpu_backend(*workspace.pool);
    return cpu;
  }

  std::function<bool(compute::Progress&)> stage(Work work, compute::Stage which) {
    if (!work) return {};
    return [work = std::move(work), backend = workspace.backend(), fallback = cpuBackend(),
            box = mailbox, ticket = tickets, which](compute::Progress& progress) {
      Answer answer;
      answer.ticket = ticket;
      answer.stage = which;
      return run(work, backend, fallback, progress, *box, std::move(answer));
    };
  }

  /// On the UI thread: everything that came since the last time. Nothing may be thrown here.
  void collect() {
    Letter letter = mailbox->take();
    if (letter.answer) show(*letter.answer);
    if (closed) return;
    if (letter.error) status.error = *letter.error;
    status.pending = machine->busy();
    if (!status.pending) {
      busy_mark.stop();
      status.busy = false;
    } else if (letter.answer && !status.busy) {
      busy_mark.start();
    }
    status.fraction = status.busy ? letter.fraction : 0.0;
    publish();
  }

  void show(const Answer& answer) {
    status.preview = answer.stage == compute::Stage::Preview;
    status.seconds = answer.seconds;
    status.device_seconds = answer.device_seconds;
    status.backend = answer.backend;
    status.notice = answer.notice;
    status.error.clear();
    try {
      if (answer.lost && workspace.lost) workspace.lost(answer.lost.get());
      publish();
      if (!closed) answer.show();
    } catch (const std::exception& error) {
      status.error = sentence(error);
    }
  }

  void publish() {
    if (closed || status == published) return;
    published = status;
    try {
      on_status(published);
    } catch (const std::exception&) {
      // A view that cannot even say its state: the next state is tried again.
    }
  }

  Workspace& workspace;
  std::function<void(const ViewStatus&)> on_status;
  std::shared_ptr<compute::Backend> cpu;
  std::shared_ptr<Mailbox> mailbox;
  ViewStatus status, published;
  QTimer busy_mark;
  std::uint64_t tickets = 0;  ///< counts with the machine's generations
  bool closed = false;
  std::optional<compute::LatestWins> machine;
};

LiveScheduler::LiveScheduler(Workspace& workspace, std::function<void(const ViewStatus&)> on_status)
    : shared_(std::make_shared<Shared>(this, workspace, std::move(on_status))) {
  shared_->start(this);
}

LiveScheduler::~LiveScheduler() {
  shared_->closed = true;
  shared_->busy_mark.stop();
  shared_->mailbox->close();
  shared_->machine->shutdown();
}

void LiveScheduler::submit(Work preview, Work full) {
  ++shared_->tickets;
  compute::Job job{shared_->stage(std::move(preview), compute::Stage::Preview),
                   shared_->stage(std::move(full), compute::Stage::Full)};
  const bool waited = std::exchange(shared_->status.pending, true);
  if (!waited) shared_->busy_mark.start();
  shared_->machine->submit(std::move(job));
  shared_->publish();
}

void LiveScheduler::cancel() { shared_->machine->cancel(); }

}  // namespace ssmscope::ui
