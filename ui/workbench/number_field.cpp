#include "ui/workbench/number_field.hpp"

#include <QKeyEvent>
#include <QLocale>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/scenario/numbers.hpp"
#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {
constexpr double kLogStep = 1.05;
constexpr double kLinearStep = 0.01;
constexpr int kPage = 10;
}  // namespace

NumberField::NumberField(ParameterKind kind, Scale scale, Commit commit, QWidget* parent)
    : QLineEdit(parent), kind_(kind), scale_(scale), commit_(std::move(commit)) {
  setAlignment(Qt::AlignRight);
  connect(this, &QLineEdit::returnPressed, this, [this] {
    commitText();
    selectAll();
  });
  connect(this, &QLineEdit::textEdited, this, [this] { say({}); });
}

void NumberField::showValue(double value) {
  value_ = value;
  const QString shown = QString::fromStdString(exact_number(value));
  if (text() == shown || (hasFocus() && isModified())) return;
  setText(shown);
  setCursorPosition(0);
}

void NumberField::say(const QString& complaint) {
  setStyleProperty(*this, "refused", !complaint.isEmpty());
  setToolTip(complaint);
  Q_EMIT complained(complaint);
}

void NumberField::commitText() {
  if (!isModified()) return;
  setModified(false);
  bool is_number = false;
  const QString typed = text().trimmed();
  const double value = QLocale::c().toDouble(typed, &is_number);
  const bool as_shown = is_number && value == value_;
  const QString complaint = as_shown     ? QString()
                            : !is_number ? tr("“%1” is not a number.").arg(typed)
                                         : commit_(value, false);
  // The value that stands is shown again: what was typed, or the old one.
  setText(QString::fromStdString(exact_number(value_)));
  say(complaint);
}

void NumberField::step(int steps) {
  if (isModified()) commitText();
  double next = value_;
  if (kind_ == ParameterKind::Integer) {
    const double factor = std::pow(kLogStep, steps);
    next = value_ + steps;
    if (scale_ == Scale::Log && std::abs(value_ * factor - value_) > std::abs(steps))
      next = std::round(value_ * factor);
  } else if (scale_ == Scale::Log) {
    next = value_ * std::pow(kLogStep, steps);
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(next))) - 3.0);
    next = std::round(next / unit) * unit;
  } else {
    next = std::round((value_ + kLinearStep * steps) / kLinearStep) * kLinearStep;
  }
  say(commit_(next, true));
}

/// Undo and redo mean the scenario's, except while something is being typed.
bool NumberField::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && !isModified()) {
    const auto* const key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return step(1);
    case Qt::Key_Down:
      return step(-1);
    case Qt::Key_PageUp:
      return step(kPage);
    case Qt::Key_PageDown:
      return step(-kPage);
    case Qt::Key_Space:
      return;  // no number has one, and it is not for the transport while one types
    case Qt::Key_Escape:
      if (isModified()) {
        setModified(false);
        setText(QString::fromStdString(exact_number(value_)));
        return say({});
      }
      break;
    default:
      break;
  }
  QLineEdit::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();
  step(event->angleDelta().y() > 0 ? 1 : -1);
  event->accept();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
  commitText();
  QLineEdit::focusOutEvent(event);
}

}  // namespace ssmscope::ui
