// The left side: the two knobs, always in sight, and the parameters in groups.
#pragma once

#include <QFrame>
#include <QPushButton>
#include <QToolButton>
#include <memory>
#include <vector>

#include "ui/live/live_analysis.hpp"
#include "ui/workbench/document.hpp"
#include "ui/workbench/input_text_field.hpp"
#include "ui/workbench/knob.hpp"
#include "ui/workbench/knob_readout.hpp"
#include "ui/workbench/parameter_row.hpp"

namespace ssmscope::ui {

class ScenarioPanel : public QFrame {
  Q_OBJECT
 public:
  ScenarioPanel(Document& document, Workspace& workspace, QWidget* parent = nullptr);

  Knob* delta() const { return delta_; }
  Knob* alpha() const { return alpha_; }
  /// The width at which every field is whole.
  int comfortableWidth() const;
  void applyTheme(const Theme& theme);

 Q_SIGNALS:
  void inputFileAsked();   ///< the user chose an input from a file
  void targetFileAsked();  ///< a target from a file
  void complained(const QString& sentence);

 private:
  void addGroups(QLayout* layout);
  QWidget* addGroup(const QString& group, const QString& title, bool starts_open);
  void addRow(QLayout* layout, const Parameter& parameter);
  void connectEditors(ParameterRow& made);
  void askEditor(const QString& name, int index);
  /// Makes `next` the scenario and opens its list in the editor behind the button.
  void editAndOpen(Scenario next, const QString& text, QPushButton& editor);
  void makeOwnPoles();
  void makeOwnB();
  void makeOwnC();
  void makeSamples();
  void refresh();

  QWidget* content_ = nullptr;  ///< of the scrolled groups
  Document& document_;
  Knob* delta_;
  Knob* alpha_;
  std::vector<ParameterRow*> rows_;
  QPushButton* edit_modes_;
  QPushButton* edit_mixture_;
  QPushButton* edit_samples_;
  QLabel* file_note_;
  InputTextField* input_text_;
  LiveAnalysis<ring::KnobReadout> readout_;
  LiveScheduler fit_;  ///< solves C where it is to become a list
};

}  // namespace ssmscope::ui
