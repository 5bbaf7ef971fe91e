// One row of the panel, made of one row of the parameter table: label and the widget of its kind.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "ui/workbench/document.hpp"
#include "ui/workbench/number_field.hpp"

namespace ssmscope::ui {

/// The name of a row's widget: "resolution.steps" of "/resolution/steps".
QString widgetName(const Parameter& parameter);

class ParameterRow : public QWidget {
  Q_OBJECT
 public:
  ParameterRow(Document& document, const Parameter& parameter, QWidget* parent = nullptr);

  const Parameter& parameter() const { return parameter_; }
  QWidget* editor() const;
  /// Lets a choice that the table does not offer by itself be chosen: editorAsked() is emitted.
  void allowEditor(int index) { with_editor_.push_back(index); }
  void refresh();
  /// With everything whole, in sight or not.
  int comfortableWidth() const;

 Q_SIGNALS:
  /// A choice needs a list or a file that only an editor can give.
  void editorAsked(int index);

 private:
  void makeChoice();
  void makeFlag();
  void makeNumber();
  void choose(int index);
  void fitNumber();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  Document& document_;
  const Parameter& parameter_;
  std::vector<int> with_editor_;
  QLayout* line_ = nullptr;
  QLabel* unit_ = nullptr;
  QLabel* complaint_ = nullptr;
  QComboBox* choice_ = nullptr;
  QCheckBox* flag_ = nullptr;
  NumberField* number_ = nullptr;
};

}  // namespace ssmscope::ui
