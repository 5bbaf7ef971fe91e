#include "ui/workbench/document.hpp"

#include <QUndoCommand>
#include <chrono>
#include <exception>

#include "core/scenario/check.hpp"
#include "core/scenario/describe.hpp"
#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto kGesturePause = 700ms;
constexpr int kUndoSteps = 500;

/// "Step Δ 0.01 → 0.02 s", in the language of the window.
QString undoText(const Scenario& before, const Scenario& after) {
  const Difference now = difference(before, after);
  if (now.before.empty() && now.after.empty()) return tableText(now.what);
  const auto value = [&](const std::string& text) {
    return now.words ? tableText(text) : toQString(text);
  };
  const QString change =
      Document::tr("%1 %2 → %3").arg(tableText(now.what), value(now.before), value(now.after));
  return now.unit.empty() ? change : change + QLatin1Char(' ') + tableText(now.unit);
}

}  // namespace

/// One step of undo: the scenario before and after, shared, never copied.
class ScenarioCommand : public QUndoCommand {
 public:
  ScenarioCommand(Document& document, std::shared_ptr<const Scenario> after, const QString& text,
                  int gesture)
      : QUndoCommand(text.isEmpty() ? undoText(document.scenario(), *after) : text),
        document_(document),
        before_(document.shared()),
        after_(std::move(after)),
        gesture_(gesture),
        named_(!text.isEmpty()) {}

  void undo() override { document_.show(before_); }
  void redo() override { document_.show(after_); }
  int id() const override { return gesture_; }

  bool mergeWith(const QUndoCommand* newer) override {
    const auto* next = dynamic_cast<const ScenarioCommand*>(newer);
    if (next == nullptr || next->gesture_ != gesture_) return false;
    after_ = next->after_;
    if (!named_) setText(undoText(*before_, *after_));
    // A drag that ends where it began changed nothing.
    setObsolete(*before_ == *after_);
    return true;
  }

 private:
  Document& document_;
  std::shared_ptr<const Scenario> before_, after_;
  int gesture_;  // -1: merges with nothing
  bool named_;   // else the text says from where to where, and follows
};

Document::Document(QObject* parent)
    : QObject(parent), scenario_(std::make_shared<const Scenario>()), opened_(scenario_) {
  undo_.setUndoLimit(kUndoSteps);
  gesture_end_.setSingleShot(true);
  gesture_end_.setInterval(kGesturePause);
  connect(&gesture_end_, &QTimer::timeout, this, &Document::endGesture);
}

void Document::open(Scenario scenario) {
  endGesture();
  undo_.clear();
  opened_ = std::make_shared<const Scenario>(std::move(scenario));
  show(opened_);
}

QString Document::edit(Scenario next, const QString& text, const QString& gesture) {
  try {
    check(next);
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
  if (gesture != gesture_) {
    gesture_ = gesture;
    ++gesture_number_;
  }
  if (next == *scenario_) return {};
  undo_.push(new ScenarioCommand(*this, std::make_shared<const Scenario>(std::move(next)), text,
                                 gesture.isEmpty() ? -1 : gesture_number_));
  return {};
}

QString Document::setParameter(const Parameter& parameter, double value, bool part_of_gesture) {
  const std::string complaint = range_complaint(parameter, value, scenario_.get());
  if (!complaint.empty()) return QString::fromStdString(complaint);
  Scenario next = *scenario_;
  parameter.set(next, value);
  return edit(std::move(next), {}, part_of_gesture ? toQString(parameter.pointer) : QString());
}

void Document::endGesture() {
  gesture_end_.stop();
  gesture_.clear();
  ++gesture_number_;
}

void Document::endGestureSoon() { gesture_end_.start(); }

void Document::show(std::shared_ptr<const Scenario> scenario) {
  scenario_ = std::move(scenario);
  Q_EMIT scenarioChanged();
}

}  // namespace ssmscope::ui
