// An exact numeric field: what is typed is taken as it is, or refused with the range in place.
#pragma once

#include <QLineEdit>
#include <functional>

#include "core/scenario/parameters.hpp"

namespace ssmscope::ui {

/// Shows numbers with as many digits as it takes to read them back. Arrow keys, page keys and the
/// wheel (while it has the focus) step.
class NumberField : public QLineEdit {
  Q_OBJECT
 public:
  /// Called with what was typed; returns a complaint, or an empty text when it was taken.
  using Commit = std::function<QString(double value, bool step)>;

  NumberField(ParameterKind kind, Scale scale, Commit commit, QWidget* parent = nullptr);

  void showValue(double value);
  double shownValue() const { return value_; }

 Q_SIGNALS:
  void complained(const QString& sentence);  ///< empty: all is well again

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void commitText();
  void step(int steps);
  void say(const QString& complaint);

  ParameterKind kind_;
  Scale scale_;
  Commit commit_;
  double value_ = 0.0;
};

}  // namespace ssmscope::ui
