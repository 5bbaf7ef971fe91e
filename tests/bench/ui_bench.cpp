// ssmscope_ui_bench: what a hand feels. Opens the workbench, moves Δ and α as a hand would, lets
// it play, and prints one JSON object. ssmscope_ui_bench [SCENARIO]: another than the default.
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/scenario/parameters.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/session_json.hpp"
#include "ui/live/clock.hpp"
#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/all_views.hpp"
#include "ui/workbench/document.hpp"
#include "ui/workbench/view_frame.hpp"
#include "ui/workbench/workbench.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kMoves = 100;
constexpr int kMoveEveryMs = 16;
constexpr int kTickMs = 2;  // of the clock that watches the event loop
constexpr int kPlayMs = 10'000;
constexpr int kPatienceMs = 60'000;
constexpr QSize kWindow(1600, 1000);

using Ticks = std::chrono::steady_clock::time_point;

double milliseconds(Ticks from, Ticks to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

/// Milliseconds since the kernel started this process.
double sinceProcessStart() {
  std::ifstream stat("/proc/self/stat"), uptime("/proc/uptime");
  std::string line;
  std::getline(stat, line);
  // After the name in parentheses the fields are plain; the start is the 20th of them.
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string field;
  for (int i = 0; i < 20; ++i) fields >> field;
  double up = 0.0;
  uptime >> up;
  return 1e3 * (up - std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

double residentMegabytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0.0, resident = 0.0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

std::string renderer() {
  QOpenGLContext context;
  QOffscreenSurface surface;
  surface.create();
  if (!context.create() || !context.makeCurrent(&surface)) return "none";
  const auto* name = context.functions()->glGetString(GL_RENDERER);
  return name == nullptr ? "unknown" : reinterpret_cast<const char*>(name);
}

/// Counts paintings of one widget: the one that the ring is drawn in.
class PaintCounter : public QObject {
 public:
  explicit PaintCounter(QWidget* widget) { widget->installEventFilter(this); }
  int count = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++count;
    return QObject::eventFilter(watched, event);
  }
};

/// Milliseconds of processor time that this thread has used.
double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// The largest gap between two rounds of the event loop, and the most processor time in one: the
/// first is what a person feels, the second what the program is to blame for.
class LoopGap : public QObject {
 public:
  LoopGap() {
    // Not every round: a loop that spins would take the processor from those who work.
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(kTickMs);
    connect(&timer_, &QTimer::timeout, this, [this] {
      const Ticks now = std::chrono::steady_clock::now();
      const double used = threadMilliseconds();
      largest_ = std::max(largest_, milliseconds(last_, now) - kTickMs);
      most_used_ = std::max(most_used_, used - last_used_);
      last_ = now;
      last_used_ = used;
    });
  }
  void start() {
    last_ = std::chrono::steady_clock::now();
    last_used_ = threadMilliseconds();
    timer_.start();
  }
  double largest() const { return largest_; }
  double mostUsed() const { return most_used_; }
  void stop() { timer_.stop(); }

 private:
  QTimer timer_;
  Ticks last_;
  double last_used_ = 0.0;
  double largest_ = 0.0, most_used_ = 0.0;
};

/// When each move was made and when the last view had painted it or a newer one.
class MoveLog : public QObject {
 public:
  explicit MoveLog(Workbench& window) : window_(window) { window.installEventFilter(this); }

  void begin(std::shared_ptr<const Scenario> scenario, Ticks at) {
    number_[scenario.get()] = moves_.size();
    moves_.push_back({std::move(scenario), at, -1.0});
  }
  void look() {
    if (moves_.empty()) return;
    std::size_t oldest = moves_.size();
    for (View* view : window_.views()) oldest = std::min(oldest, shownBy(*view));
    const Ticks now = std::chrono::steady_clock::now();
    for (; answered_ < oldest; ++answered_)
      moves_[answered_].latency = milliseconds(moves_[answered_].at, now);
  }
  bool complete() const { return answered_ == moves_.size(); }
  std::vector<double> latencies() const {
    std::vector<double> all;
    for (const Move& move : moves_) all.push_back(move.latency);
    return all;
  }

 protected:
  /// An update request paints all that changed; a call queued behind it comes after the paint.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::UpdateRequest)
      QMetaObject::invokeMethod(
          this, [this] { look(); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
  }

 private:
  struct Move {
    std::shared_ptr<const Scenario> scenario;  // held: its address is its name
    Ticks at;
    double latency;
  };
  /// Number of moves that this view has caught up with.
  std::size_t shownBy(const View& view) const {
    if (!view.status().pending) return moves_.size();
    const auto found = number_.find(view.shownScenario().get());
    return found == number_.end() ? 0 : found->second + 1;
  }

  Workbench& window_;
  std::vector<Move> moves_;
  std::map<const Scenario*, std::size_t> number_;
  std::size_t answered_ = 0;
};

bool waitFor(const std::function<bool()>& done) {
  QElapsedTimer since;
  since.start();
  while (!done()) {
    if (since.elapsed() > kPatienceMs) return false;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
  }
  return true;
}

void wait(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, Qt::PreciseTimer, &loop, &QEventLoop::quit);
  loop.exec();
}

/// One hundred moves to and fro over a part of the scale, one every 16 ms.
void moveAsAHand(Workbench& window, MoveLog& log, std::string_view pointer, double from,
                 double to) {
  const Parameter& row = *find_parameter(pointer);
  QEventLoop loop;
  QTimer timer;
  timer.setTimerType(Qt::PreciseTimer);
  int move = 0;
  QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
    if (move == kMoves) return loop.quit();
    const double phase = std::abs(1.0 - 2.0 * ++move / static_cast<double>(kMoves + 1));
    const double value = row.scale == Scale::Log ? from * std::pow(to / from, 1.0 - phase)
                                                 : from + (to - from) * (1.0 - phase);
    const Ticks now = std::chrono::steady_clock::now();
    // No two moves are alike, so that every one has an answer of its own.
    window.document().setParameter(row, value * (1.0 - 1e-9 * move), true);
    log.begin(window.document().shared(), now);
  });
  timer.start(kMoveEveryMs);
  loop.exec();
  window.document().endGesture();
}

double quantile(std::vector<double> values, double q) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(std::floor(q * static_cast<double>(values.size() - 1)))];
}

double rounded(double value) { return std::round(value * 100.0) / 100.0; }

int run(const Session& session) {
  compute::Pool pool;
  Backends backends(pool);
  WorkbenchSetup setup;
  setup.views = allViews();
  setup.pool = &pool;
  setup.backends = &backends;
  setup.remembers = false;
  Workbench window(std::move(setup));
  auto* canvas = window.views().front()->findChild<VtkCanvas*>();
  PaintCounter ring(canvas != nullptr ? static_cast<QWidget*>(canvas) : window.views().front());
  window.resize(kWindow);
  window.setSession(session);
  window.show();
  const auto all_shown = [&] {
    return ring.count > 0 && std::ranges::all_of(window.views(), [](const View* view) {
             return view->shownScenario() != nullptr;
           });
  };
  if (!waitFor(all_shown)) return 1;
  const double start_ms = sinceProcessStart();
  if (!waitFor([&] { return window.settled(); })) return 1;

  LoopGap gap;
  MoveLog log(window);
  gap.start();
  moveAsAHand(window, log, "/discretisation/delta", 0.01, 0.1);
  moveAsAHand(window, log, "/target/alpha", 0.5, 1.0);
  if (!waitFor([&] {
        log.look();
        return log.complete();
      }))
    return 1;
  const double largest_gap = gap.largest();
  const double most_used = gap.mostUsed();
  gap.stop();
  if (!waitFor([&] { return window.settled(); })) return 1;

  ring.count = 0;
  window.clock().play();
  QElapsedTimer playing;
  playing.start();
  wait(kPlayMs);
  const double frames = ring.count * 1e3 / static_cast<double>(playing.elapsed());

  const std::vector<double> latencies = log.latencies();
  const nlohmann::ordered_json report = {{"latency_ms",
                                          {{"median", rounded(quantile(latencies, 0.5))},
                                           {"p95", rounded(quantile(latencies, 0.95))},
                                           {"first", rounded(latencies.front())}}},
                                         {"frames_per_s", rounded(frames)},
                                         {"ui_block_ms_max", rounded(largest_gap)},
                                         {"ui_cpu_ms_max", rounded(most_used)},
                                         {"start_ms", rounded(start_ms)},
                                         {"rss_mb", rounded(residentMegabytes())},
                                         {"renderer", renderer()}};
  std::printf("%s\n", report.dump().c_str());
  return 0;
}

}  // namespace

}  // namespace ssmscope::ui

// NOLINTNEXTLINE(bugprone-exception-escape): an exception ends the program, as it should.
int main(int argc, char** argv) {
  ssmscope::ui::prepareApplication();
  QApplication application(argc, argv);
  ssmscope::Session session;
  if (argc > 1) session.scenario = ssmscope::load_scenario(argv[1]);
  return ssmscope::ui::run(session);
}
