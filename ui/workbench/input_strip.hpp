// The input of the window as a strip, with the present marked; a click or drag scrubs.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/live/clock.hpp"
#include "ui/live/live_analysis.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

/// The samples of the window and what they are.
struct InputSamples {
  std::vector<double> values;
  std::string what;  ///< "unit impulse at step 0"
};

class InputStrip : public QWidget {
  Q_OBJECT
 public:
  InputStrip(Workspace& workspace, QWidget* parent = nullptr);

  void setScenario(std::shared_ptr<const Scenario> scenario);
  void applyTheme(const Theme& theme);
  const std::vector<double>& samples() const { return samples_.values; }
  QSize sizeHint() const override { return {400, 34}; }
  QSize minimumSizeHint() const override { return {120, 30}; }

 Q_SIGNALS:
  void complained(const QString& sentence);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void scrub(double x);
  double xOf(double time) const;
  void drawSamples();

  Clock& clock_;
  InputSamples samples_;
  Theme theme_;
  QPixmap picture_;  ///< the samples; the present is drawn over it
  LiveAnalysis<InputSamples> live_;
};

}  // namespace ssmscope::ui
