// The scenario that the window looks at, with undo. Every edit of the window goes through here.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>
#include <memory>

#include "core/scenario/parameters.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);

  const Scenario& scenario() const { return *scenario_; }
  std::shared_ptr<const Scenario> shared() const { return scenario_; }
  QUndoStack& undoStack() { return undo_; }

  /// A new scenario to look at: undo starts anew, and resetting leads back here.
  void open(Scenario scenario);
  /// What reset() leads back to.
  const Scenario& opened() const { return *opened_; }

  /// Makes `next` the scenario. An empty `text` (of undo) says what changed. Returns the complaint
  /// of check(), or an empty text when done. Edits with the same non-empty `gesture` that follow
  /// one another are one step of undo, until endGesture().
  QString edit(Scenario next, const QString& text, const QString& gesture = {});
  /// The same for one row of the table: the complaint names the range.
  QString setParameter(const Parameter& parameter, double value, bool part_of_gesture = false);
  void endGesture();
  /// Ends the gesture when nothing more comes for a while: wheel and key steps have no end of
  /// their own.
  void endGestureSoon();

 Q_SIGNALS:
  void scenarioChanged();

 private:
  friend class ScenarioCommand;
  void show(std::shared_ptr<const Scenario> scenario);

  std::shared_ptr<const Scenario> scenario_, opened_;
  QUndoStack undo_;
  QString gesture_;
  int gesture_number_ = 0;
  QTimer gesture_end_;
};

}  // namespace ssmscope::ui
