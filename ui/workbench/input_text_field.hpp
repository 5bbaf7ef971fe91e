// The text that is read as input, in sight while the input is one.
#pragma once

#include <QPlainTextEdit>

#include "ui/workbench/document.hpp"

namespace ssmscope::ui {

class InputTextField : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit InputTextField(Document& document, QWidget* parent = nullptr);

  void refresh();  ///< to the scenario as it is now

 protected:
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void take();
  void explain(const QString& complaint);  ///< empty: what the field is
  void fit();

  Document& document_;
  bool refreshing_ = false;
};

}  // namespace ssmscope::ui
