// The time that the views show: play, pause, scrub. Window state; it is not in the scenario and
// starts no analysis.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace ssmscope::ui {

/// A time in steps within [first, first + steps - 1], fractional while playing.
class Clock : public QObject {
  Q_OBJECT
 public:
  explicit Clock(QObject* parent = nullptr);

  double time() const { return time_; }
  int first() const { return first_; }
  int steps() const { return steps_; }
  bool playing() const { return timer_.isActive(); }
  bool loops() const { return loops_; }
  double stepsPerSecond() const { return steps_per_second_; }

  void setRange(int first, int steps);  ///< keeps the time where it still fits
  void setTime(double time);
  void setLoops(bool loops);
  void setStepsPerSecond(double rate);
  void play();
  void pause();

 Q_SIGNALS:
  void timeChanged(double time);
  void rangeChanged();
  void stateChanged();  ///< playing, loop or speed

 private:
  void tick();

  QTimer timer_;
  QElapsedTimer since_tick_;
  double time_ = 0.0;
  int first_ = 0;
  int steps_ = 1;
  bool loops_ = true;
  double steps_per_second_ = 24.0;
};

}  // namespace ssmscope::ui
