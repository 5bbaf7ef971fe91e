#include "ui/workbench/input_text_field.hpp"

#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {
constexpr int kLines = 4;
}  // namespace

InputTextField::InputTextField(Document& document, QWidget* parent)
    : QPlainTextEdit(parent), document_(document) {
  setObjectName(QStringLiteral("input.text"));
  setAccessibleName(tr("Text that is read as input"));
  explain({});
  setTabChangesFocus(true);
  fit();
  hide();
  connect(this, &QPlainTextEdit::textChanged, this, &InputTextField::take);
}

void InputTextField::refresh() {
  const auto* const input = std::get_if<TextInput>(&document_.scenario().input);
  setVisible(input != nullptr);
  if (input == nullptr || toPlainText().toStdString() == input->text) return;
  refreshing_ = true;
  setPlainText(QString::fromStdString(input->text));
  refreshing_ = false;
}

/// An empty text is no input: the last one stays until something is written.
void InputTextField::take() {
  const std::string text = toPlainText().toStdString();
  if (refreshing_ || text.empty()) return;
  if (!std::holds_alternative<TextInput>(document_.scenario().input)) return;
  Scenario next = document_.scenario();
  next.input = TextInput{text};
  const QString complaint =
      document_.edit(std::move(next), tr("Text"), QStringLiteral("input.text"));
  explain(complaint);
}

void InputTextField::explain(const QString& complaint) {
  setToolTip(complaint.isEmpty() ? tr("Read as UTF-8, one byte a step, each as a number from −1 "
                                      "(byte 0) to 1 (byte 255)")
                                 : complaint);
}

void InputTextField::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  document_.endGesture();
  refresh();
}

void InputTextField::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

void InputTextField::fit() {
  const int margins = 2 * frameWidth() + static_cast<int>(2.0 * document()->documentMargin());
  setFixedHeight(kLines * fontMetrics().lineSpacing() + margins);
}

}  // namespace ssmscope::ui
