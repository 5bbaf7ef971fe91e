// What is around a view: the line with its state and caption under it, errors over it.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

#include "ui/live/view.hpp"

namespace ssmscope::ui {

/// A caption in two or three lines: as many whole sentences as fit, the rest under the mouse. No
/// sentence is ever cut: where the first is longer, the caption grows.
class CaptionLabel : public QWidget {
  Q_OBJECT
 public:
  explicit CaptionLabel(QWidget* parent = nullptr);
  void setText(const QString& text);
  const QString& text() const { return text_; }
  void setLines(int lines);  ///< that it always takes
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int linesFor(int width) const;
  QString wholeSentences(int lines) const;
  void fit();

  QString text_;
  int lines_ = 2;
};

class ViewFrame : public QFrame {
  Q_OBJECT
 public:
  /// Takes `view`.
  ViewFrame(ViewInfo info, View* view, QWidget* parent = nullptr);

  View* view() const { return view_; }
  const ViewInfo& info() const { return info_; }

  /// Passed on at once while the view can be seen, and when the hand rests otherwise.
  void setScenario(std::shared_ptr<const Scenario> scenario);
  /// The view has come into sight: what waited for the hand to rest is passed on now.
  void catchUp();
  /// The view shows the full answer (or its error) to the last scenario.
  bool settled() const;
  /// Pictures put on the screen so far, for tests and the benchmark.
  int shownCount() const { return shown_count_; }

  void setCaptionVisible(bool visible);
  /// As the user wants it; a view without room for it leaves it out.
  bool captionVisible() const { return wants_caption_; }
  void setFocused(bool focused);
  void applyTheme(const Theme& theme);

  QToolButton* cancelButton() const { return cancel_; }
  QString errorText() const { return view_->status().error; }

  /// What the title says at its end: "preview · CPU · 12.3 ms".
  QString statusText() const;
  /// The same where there is less room, `kind` being Backends::kindOf() of who computed it:
  /// "CPU 12 ms".
  QString shortStatusText(const QString& kind) const;
  /// Who computed it in which time, and what there is to say of that.
  QString statusTip() const;

 Q_SIGNALS:
  void changed();  ///< state or picture

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  class ErrorVeil;
  bool canBeSeen() const;
  void showStatus();
  void showProgress(bool visible);
  void fitCaption();

  ViewInfo info_;
  View* view_;
  ErrorVeil* veil_;
  CaptionLabel* caption_;
  QProgressBar* progress_;
  QToolButton* cancel_;
  QTimer long_work_;  ///< progress and cancel appear when work takes long
  QTimer rest_;       ///< feeds a hidden view
  std::shared_ptr<const Scenario> waiting_;
  int shown_count_ = 0;
  bool wants_caption_ = true;
};

}  // namespace ssmscope::ui
