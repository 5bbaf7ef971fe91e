#include "ui/workbench/message_bar.hpp"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

namespace ssmscope::ui {

namespace {
constexpr int kLeastTimeMs = 6'000;
constexpr int kTimePerLetterMs = 70;  // a slow reader's pace
}  // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setObjectName(QStringLiteral("messageBar"));
  label_->setObjectName(QStringLiteral("messageBar.text"));
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("messageBar.close"));
  close->setText(QStringLiteral("×"));
  close->setToolTip(tr("Close the message"));
  close->setAccessibleName(tr("Close the message"));
  close->setAutoRaise(true);
  close->setFocusPolicy(Qt::TabFocus);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 3, 6, 3);
  layout->addWidget(label_, 1);
  layout->addWidget(close, 0, Qt::AlignTop);
  leave_.setSingleShot(true);
  connect(&leave_, &QTimer::timeout, this, [this] {
    if (suggestion_.isEmpty()) return hide();
    show(suggestion_, Kind::Suggestion);
  });
  connect(close, &QToolButton::clicked, this, [this] {
    leave_.stop();
    suggestion_.clear();
    hide();
  });
  hide();
}

void MessageBar::say(const QString& sentence) { show(sentence, Kind::Notice); }
void MessageBar::refuse(const QString& sentence) { show(sentence, Kind::Problem); }

void MessageBar::suggest(const QString& text) {
  suggestion_ = text;
  if (!text.isEmpty()) return show(text, Kind::Suggestion);
  if (!leave_.isActive()) hide();
}

void MessageBar::show(const QString& sentence, Kind kind) {
  label_->setText(sentence);
  setProperty("problem", kind == Kind::Problem);
  style()->unpolish(this);
  style()->polish(this);
  setAccessibleName(sentence);
  QFrame::show();
  if (kind == Kind::Suggestion) return leave_.stop();
  leave_.start(std::max(kLeastTimeMs, kTimePerLetterMs * static_cast<int>(sentence.size())));
}

}  // namespace ssmscope::ui
