// What is played on the ring and said of it beside its field: one input's wave alone, pulses that
// a hand adds, the waves of a pruned copy, ages, and the study of the ring once the hand rests. All
// of it is computed by the core on a worker.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/ring/ring_study.hpp"
#include "core/ring/single_wave.hpp"
#include "ui/live/live_analysis.hpp"

namespace ssmscope::ui {

class RingLab : public QObject {
  Q_OBJECT
 public:
  RingLab(Workspace& workspace, QObject* parent);

  /// A new answer, which is played with what is followed and plucked.
  void setBase(std::shared_ptr<const ring::RingResult> base,
               std::shared_ptr<const Scenario> scenario);
  /// The input of this step alone; nothing: all of them.
  void follow(std::optional<long> step);
  std::optional<long> followed() const { return followed_; }
  /// The waves of those modes alone that a pruned copy with so many keeps; nothing: all modes.
  void keepModes(std::optional<int> count);
  std::optional<int> kept() const { return keep_; }
  void pluck(const ring::Pluck& pluck);
  void clearPlucks();
  const std::vector<ring::Pluck>& plucks() const { return plucks_; }
  void setAgesWanted(bool wanted);

  /// What is to be drawn; null before the first answer.
  const std::shared_ptr<const ring::RingResult>& played() const { return played_; }
  /// Null while not known for the present answer.
  const std::shared_ptr<const ring::WaveAges>& ages() const { return ages_; }
  const std::shared_ptr<const ring::RingStudy>& study() const { return study_; }

 Q_SIGNALS:
  void playedChanged();
  void agesChanged();
  void studyChanged();

 private:
  void play();
  void findAges();
  void studyNow();

  std::shared_ptr<const ring::RingResult> base_, played_;
  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<const ring::WaveAges> ages_;
  std::shared_ptr<const ring::RingStudy> study_;
  std::optional<long> followed_;
  std::optional<int> keep_;
  std::vector<ring::Pluck> plucks_;
  bool ages_wanted_ = false;
  int turn_ = 0;  ///< of play(): an answer of an older one is too late
  target::Solutions solutions_;
  QTimer rest_;
  LiveScheduler play_, age_, studies_;  // last: destroyed first
};

}  // namespace ssmscope::ui
