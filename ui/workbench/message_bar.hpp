// A strip with one message: what happened, without a dialog; or what to try.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace ssmscope::ui {

/// Has a place of its own in the layout, so that it covers nothing.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void say(const QString& sentence);     ///< a notice: goes away by itself
  void refuse(const QString& sentence);  ///< a problem: goes away by itself, later
  void suggest(const QString& text);     ///< stays until it is closed, or something else is said
  QString sentence() const { return isHidden() ? QString() : label_->text(); }

 private:
  enum class Kind { Notice, Problem, Suggestion };
  void show(const QString& sentence, Kind kind);
  QLabel* label_;
  QString suggestion_;  ///< comes back when a notice in its place has gone
  QTimer leave_;
};

}  // namespace ssmscope::ui
