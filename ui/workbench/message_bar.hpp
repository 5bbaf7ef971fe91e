// One sentence that goes away by itself: what happened, without a dialog.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace ssmscope::ui {

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  /// Lies over the lower edge of `over`, and moves with it.
  explicit MessageBar(QWidget* over);
  void say(const QString& sentence);     ///< a notice
  void refuse(const QString& sentence);  ///< a problem
  QString sentence() const { return isHidden() ? QString() : label_->text(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(const QString& sentence, bool problem);
  void place();
  QLabel* label_;
  QTimer leave_;
};

}  // namespace ssmscope::ui
