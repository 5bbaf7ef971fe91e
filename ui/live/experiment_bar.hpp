// The controls of a long run: run, pause, stop, how far it is, and whose it is.
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

#include "ui/live/experiment_run.hpp"

namespace ssmscope::ui {

class ExperimentBar : public QWidget {
  Q_OBJECT
 public:
  /// `name`: of the widgets, "<name>.run", "<name>.stop". `run`: the button's text, "Run 30 draws";
  /// `help`: what it does, in a sentence. `runner` lives longer.
  ExperimentBar(ExperimentRunner& runner, const QString& name, QString run, const QString& help,
                QWidget* parent = nullptr);

  void setRunText(const QString& run);
  /// The scenario shown is not the one that the run was begun with.
  void setOlder(bool older);
  /// What is said beside a run that has ended, "0.8 s, 12 MB"; empty: its time.
  void setResultText(const QString& text);

 Q_SIGNALS:
  void runAsked();  ///< from the start; the owner begins the run

 private:
  void press();
  void refresh();

  ExperimentRunner& runner_;
  QString run_text_, result_text_;
  bool older_ = false;
  QToolButton *run_, *stop_;
  QProgressBar* bar_;
  QLabel* word_;
};

}  // namespace ssmscope::ui
