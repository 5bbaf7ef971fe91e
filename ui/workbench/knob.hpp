// One of the two large knobs: name, exact field, slider, and what the value means now.
#pragma once

#include <QLabel>
#include <QWidget>

#include "ui/workbench/document.hpp"
#include "ui/workbench/number_field.hpp"
#include "ui/workbench/scale_slider.hpp"

namespace ssmscope::ui {

class Knob : public QWidget {
  Q_OBJECT
 public:
  /// The slider runs over [least, greatest]; the field takes the parameter's whole range.
  /// `name` is "delta" or "alpha": the widgets are "<name>.slider", "<name>.field", ...
  Knob(Document& document, const Parameter& parameter, const QString& name, double least,
       double greatest, QWidget* parent = nullptr);

  void setMeaning(const QString& text, const QString& detail, bool warning);
  void applyTheme(const Theme& theme);
  ScaleSlider* slider() const { return slider_; }
  NumberField* field() const { return field_; }

 private:
  void refresh();
  QString commit(double value, bool step);

  Document& document_;
  const Parameter& parameter_;
  QLabel* name_;
  QLabel* unit_;
  ScaleSlider* slider_;
  NumberField* field_;
  QLabel* meaning_;
  QLabel* complaint_;
};

}  // namespace ssmscope::ui
