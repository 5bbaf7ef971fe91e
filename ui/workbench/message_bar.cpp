#include "ui/workbench/message_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

namespace ssmscope::ui {

namespace {
constexpr int kLeastTimeMs = 6'000;
constexpr int kLargestWidth = 760;
constexpr int kMargin = 16;
constexpr int kTimePerLetterMs = 70;  // a slow reader's pace
}  // namespace

MessageBar::MessageBar(QWidget* over) : QFrame(over), label_(new QLabel(this)) {
  over->installEventFilter(this);
  setObjectName(QStringLiteral("messageBar"));
  label_->setObjectName(QStringLiteral("messageBar.text"));
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("messageBar.close"));
  close->setText(QStringLiteral("×"));
  close->setAccessibleName(tr("Close the message"));
  close->setAutoRaise(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 6, 6, 6);
  layout->addWidget(label_, 1);
  layout->addWidget(close);
  leave_.setSingleShot(true);
  connect(&leave_, &QTimer::timeout, this, &QWidget::hide);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  hide();
}

void MessageBar::place() {
  const QRect room = parentWidget()->rect();
  const int width = std::min(kLargestWidth, room.width() - 2 * kMargin);
  const int height = std::max(sizeHint().height(), layout()->heightForWidth(width));
  setGeometry((room.width() - width) / 2, room.height() - height - kMargin, width, height);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && event->type() == QEvent::Resize && !isHidden()) place();
  // A view that the keyboard goes to comes to the front: the message stays before it.
  if (watched != parent() && event->type() == QEvent::ZOrderChange && !isHidden()) raise();
  return QFrame::eventFilter(watched, event);
}

void MessageBar::say(const QString& sentence) { show(sentence, false); }
void MessageBar::refuse(const QString& sentence) { show(sentence, true); }

void MessageBar::show(const QString& sentence, bool problem) {
  label_->setText(sentence);
  setProperty("problem", problem);
  style()->unpolish(this);
  style()->polish(this);
  setAccessibleName(sentence);
  for (QWidget* beside : parentWidget()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    if (beside != this) beside->installEventFilter(this);
  }
  place();
  QFrame::show();
  raise();
  leave_.start(std::max(kLeastTimeMs, kTimePerLetterMs * static_cast<int>(sentence.size())));
}

}  // namespace ssmscope::ui
