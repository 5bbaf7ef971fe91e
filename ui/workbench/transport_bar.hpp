// Play, speed, time and the input: what moves the picture without computing anything.
#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include "ui/live/clock.hpp"
#include "ui/workbench/input_strip.hpp"

namespace ssmscope::ui {

class TransportBar : public QFrame {
  Q_OBJECT
 public:
  TransportBar(Workspace& workspace, QWidget* parent = nullptr);

  /// The range of the clock follows the window of the scenario.
  void setScenario(std::shared_ptr<const Scenario> scenario);
  void applyTheme(const Theme& theme);
  InputStrip* strip() const { return strip_; }

  void togglePlay();
  void step(int steps);  ///< pauses
  void toStart();

 private:
  QToolButton* button(const char* name, const QString& text);
  void makeSpeeds();
  void showTime();
  void showState();

  Clock& clock_;
  std::shared_ptr<const Scenario> scenario_;
  QToolButton* start_;
  QToolButton* back_;
  QToolButton* play_;
  QToolButton* forward_;
  QToolButton* loop_;
  QComboBox* speed_;
  QSlider* time_;
  QLabel* read_out_;
  InputStrip* strip_;
  Theme theme_;
};

}  // namespace ssmscope::ui
