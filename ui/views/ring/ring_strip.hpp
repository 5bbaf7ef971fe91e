// What goes into the ring and what comes out over the whole window: the input, and the model's
// output beside that of the target. A press moves the clock; one on the input follows its wave.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/data/signals.hpp"
#include "core/ring/ring_analysis.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

class RingStrip : public QWidget {
  Q_OBJECT
 public:
  explicit RingStrip(QWidget* parent = nullptr);

  void setResult(std::shared_ptr<const ring::RingResult> result, double delta, const QString& unit);
  void setTime(double time);  ///< steps
  /// The parts of the input: words with their letters, or rows of a picture.
  void setTokens(std::vector<data::InputToken> tokens, bool letters);
  /// The input, by its step, whose wave is shown alone; keys: left, right, Enter, Escape.
  void setFollowed(std::optional<long> step);
  void applyTheme(const Theme& theme);
  QRectF plotArea() const;

  QSize sizeHint() const override { return {320, 92}; }
  QSize minimumSizeHint() const override { return {160, 64}; }

 Q_SIGNALS:
  void timePicked(double time);
  void followPicked(std::optional<long> step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int rows() const;
  double span() const;  ///< steps from the first to the last
  QRectF inputLane() const;
  QRectF outputLane() const;
  void paintCurves(QPainter& painter, double ratio);
  void paintNumbers(QPainter& painter) const;
  void paintTokens(QPainter& painter) const;
  void paintReading(QPainter& painter) const;
  void paintLetters(QPainter& painter, const data::InputToken& token) const;
  void paintWords(QPainter& painter) const;
  void paintFollowed(QPainter& painter) const;
  QRectF tokenRow() const;
  double xOf(double step) const;
  long inputAt(double x) const;

  std::shared_ptr<const ring::RingResult> result_;
  double delta_ = 1.0;
  QString unit_;
  double time_ = 0.0;
  std::vector<data::InputToken> tokens_;
  bool letters_ = false;
  std::optional<long> followed_;
  AxisRange input_range_, output_range_;
  QPixmap curves_;
  Theme theme_;
};

}  // namespace ssmscope::ui
