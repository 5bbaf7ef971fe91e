// Snapshot -> worker -> result -> view: compute::LatestWins with its callbacks carried to the UI
// thread.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "core/compute/latest_wins.hpp"
#include "ui/live/view.hpp"

namespace ssmscope::ui {

/// The pure functions of one analysis (core/<subject>/..._analysis.hpp).
template <class Result>
struct AnalysisFunctions {
  /// `last`: the newest result so far, or null; only for a warm start, never to skip work.
  std::function<Result(const Scenario&, compute::Backend&, compute::Progress&, const Result* last)>
      analyse;
  std::function<Scenario(const Scenario&)> coarse;  ///< equal to its argument: no preview
  std::function<bool(const Scenario&, const Scenario&)> same;
};

/// Of an analysis that takes its model from what is solved already, and starts from no last result.
template <class Result>
AnalysisFunctions<Result> solvedBy(const target::Solutions& solutions,
                                   Result (*analyse)(const Scenario&, compute::Backend&,
                                                     compute::Progress&, const target::Solutions&),
                                   Scenario (*coarse)(const Scenario&),
                                   bool (*same)(const Scenario&, const Scenario&)) {
  return {[solutions, analyse](const Scenario& scenario, compute::Backend& backend,
                               compute::Progress& progress, const Result* /*last*/) {
            return analyse(scenario, backend, progress, solutions);
          },
          coarse, same};
}

template <class Result>
struct LiveAnswer {
  std::shared_ptr<const Scenario> scenario;  ///< the one asked for, of a preview too
  std::shared_ptr<const Result> result;
  compute::Stage stage = compute::Stage::Full;
};

/// The part that knows no Result: scheduling, status, and the hand-over between threads.
/// Callbacks come on the thread that made it; none after its destructor began.
class LiveScheduler : public QObject {
  Q_OBJECT
 public:
  /// One job: run on a worker, it returns a closure that shows its answer on the UI thread, or
  /// an empty one when there is no answer.
  using Show = std::function<void()>;
  using Work = std::function<Show(compute::Backend&, compute::Progress&)>;

  LiveScheduler(Workspace& workspace, std::function<void(const ViewStatus&)> on_status);
  ~LiveScheduler() override;

  void submit(Work preview, Work full);  ///< preview may be empty
  void cancel();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

template <class Result>
class LiveAnalysis {
 public:
  LiveAnalysis(Workspace& workspace, AnalysisFunctions<Result> functions,
               std::function<void(const LiveAnswer<Result>&)> on_answer,
               std::function<void(const ViewStatus&)> on_status)
      : functions_(std::move(functions)),
        on_answer_(std::move(on_answer)),
        scheduler_(workspace, std::move(on_status)) {}

  void setScenario(std::shared_ptr<const Scenario> scenario) {
    if (scenario_ && functions_.same(*scenario_, *scenario)) return;
    scenario_ = std::move(scenario);
    recompute();
  }

  void recompute() {
    if (!scenario_) return;
    Scenario coarse = functions_.coarse(*scenario_);
    LiveScheduler::Work preview;
    if (!(coarse == *scenario_)) {
      preview = work(std::make_shared<const Scenario>(std::move(coarse)), compute::Stage::Preview);
    }
    scheduler_.submit(std::move(preview), work(scenario_, compute::Stage::Full));
  }

  void cancel() { scheduler_.cancel(); }

 private:
  LiveScheduler::Work work(std::shared_ptr<const Scenario> computed, compute::Stage stage) {
    return [this, computed = std::move(computed), asked = scenario_, last = last_, stage,
            analyse = functions_.analyse](compute::Backend& backend, compute::Progress& progress) {
      auto result =
          std::make_shared<const Result>(analyse(*computed, backend, progress, last.get()));
      // Run on the UI thread and only while the scheduler lives, hence while `this` lives.
      return LiveScheduler::Show([this, asked, result, stage] {
        last_ = result;
        on_answer_({asked, result, stage});
      });
    };
  }

  AnalysisFunctions<Result> functions_;
  std::function<void(const LiveAnswer<Result>&)> on_answer_;
  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<const Result> last_;
  LiveScheduler scheduler_;  // last: destroyed first
};

}  // namespace ssmscope::ui
