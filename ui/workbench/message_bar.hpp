// A strip with one message: what happened, without a dialog; or what to try.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <functional>

namespace ssmscope::ui {

/// Has a place of its own in the layout, so that it covers nothing.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void say(const QString& sentence);     ///< a notice: goes away by itself
  void refuse(const QString& sentence);  ///< a problem: goes away by itself, later
  /// A notice with a button that takes it back; stays longer, and what is said while it is there
  /// comes before it instead of taking its place.
  void offer(const QString& sentence, const QString& action, std::function<void()> take);
  void suggest(const QString& text);  ///< stays until it is closed, or something else is said
  QString sentence() const { return isHidden() ? QString() : label_->text(); }

 private:
  enum class Kind { Notice, Problem, Offer, Suggestion };
  void show(const QString& sentence, Kind kind);
  void tell(const QString& sentence, Kind kind);
  bool offers() const { return take_ && leave_.isActive(); }
  void withdraw();
  QLabel* label_;
  QToolButton* action_;
  std::function<void()> take_;
  QString offered_;     ///< the sentence that belongs to take_
  QString suggestion_;  ///< comes back when a notice in its place has gone
  QTimer leave_;
};

}  // namespace ssmscope::ui
