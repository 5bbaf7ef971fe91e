// A long run of a view: turns of an experiment on the pool, behind all live work; paused, resumed
// and stopped by hand. A slider does not cancel it: the view says which scenario it belongs to.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "core/experiments/experiment.hpp"
#include "ui/live/view.hpp"

namespace ssmscope::ui {

/// The part that knows no Snapshot.
class ExperimentRunner : public QObject {
  Q_OBJECT
 public:
  enum class State { Idle, Running, Paused, Finished, Stopped, Failed };

  explicit ExperimentRunner(Workspace& workspace, QObject* parent = nullptr);
  /// Stops. A turn under way ends by itself and reaches nobody.
  ~ExperimentRunner() override;

  State state() const { return state_; }
  /// Something of it may still be computed.
  bool isActive() const { return state_ == State::Running || state_ == State::Paused; }
  double fraction() const { return fraction_; }
  double seconds() const { return seconds_; }  ///< of work, without the pauses
  QString error() const { return error_; }     ///< one sentence where the run failed

 public Q_SLOTS:
  void pause();
  void resume();
  void stop();

 Q_SIGNALS:
  void changed();  ///< the state, the fraction done, or what is known

 protected:
  /// What came of one turn. `show` is called on the UI thread.
  struct TurnEnd {
    bool more = false;
    double fraction = 0.0;
    std::function<void()> show;
  };
  using Work =
      std::function<TurnEnd(const experiments::Turn&, compute::Backend&, compute::Progress&)>;
  /// Stops what runs, and begins.
  void begin(Work work);

 private:
  struct Shared;
  void post();
  void collect(const Shared& of);

  Workspace& workspace_;
  std::shared_ptr<Shared> shared_;  ///< of the run at hand; null: none
  State state_ = State::Idle;
  double fraction_ = 0.0, seconds_ = 0.0;
  QString error_;
  bool turn_waits_ = false;  ///< paused between two turns
};

template <class Snapshot>
class ExperimentRun : public ExperimentRunner {
 public:
  using ExperimentRunner::ExperimentRunner;

  /// `scenario`: the frozen one that it belongs to.
  void start(std::shared_ptr<experiments::Experiment<Snapshot>> experiment,
             std::shared_ptr<const Scenario> scenario) {
    snapshot_.reset();
    scenario_ = std::move(scenario);
    begin([this, experiment = std::move(experiment)](const experiments::Turn& turn,
                                                     compute::Backend& backend,
                                                     compute::Progress& progress) {
      const bool more = experiment->advance(turn, backend, progress);
      return TurnEnd{more, experiment->fraction(),
                     // Called on the UI thread while the run is the present one, and so `this` is.
                     [this, known = experiment->snapshot()] { snapshot_ = known; }};
    });
  }

  /// What is known so far, of scenario(); null before the first turn's end.
  std::shared_ptr<const Snapshot> snapshot() const { return snapshot_; }
  std::shared_ptr<const Scenario> scenario() const { return scenario_; }

 private:
  std::shared_ptr<const Snapshot> snapshot_;
  std::shared_ptr<const Scenario> scenario_;
};

}  // namespace ssmscope::ui
