#include "ui/workbench/message_bar.hpp"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace ssmscope::ui {

namespace {
constexpr int kLeastTimeMs = 6'000;
constexpr int kOfferTimeMs = 20'000;
constexpr int kTimePerLetterMs = 70;  // a slow reader's pace
constexpr qsizetype kLongestWord = 60;
constexpr qsizetype kLongestText = 1'000;  // letters

/// Words of a file may be of any length, and a line is not broken within a word: the widest one
/// would make the window as wide. Chinese, Japanese and Korean text is broken anywhere.
QString readable(const QString& text) {
  static const QRegularExpression kLongWord(
      QStringLiteral("[^\\s/\\x{2E80}-\\x{9FFF}\\x{AC00}-\\x{D7AF}\\x{F900}-\\x{FFEF}]{%1,}")
          .arg(kLongestWord + 1));
  QString made;
  qsizetype from = 0;
  for (auto words = kLongWord.globalMatch(text); words.hasNext();) {
    const QRegularExpressionMatch word = words.next();
    made += text.mid(from, word.capturedStart() - from) + word.captured().left(kLongestWord / 2) +
            QStringLiteral("…") + word.captured().right(kLongestWord / 2 - 1);
    from = word.capturedEnd();
  }
  made += text.mid(from);
  return made.size() <= kLongestText ? made : made.left(kLongestText) + u'…';
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), label_(new QLabel(this)), action_(new QToolButton(this)) {
  setObjectName(QStringLiteral("messageBar"));
  label_->setObjectName(QStringLiteral("messageBar.text"));
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  action_->setObjectName(QStringLiteral("messageBar.action"));
  action_->hide();
  connect(action_, &QToolButton::clicked, this, [this] {
    leave_.stop();
    hide();
    if (const auto take = std::exchange(take_, nullptr)) take();
  });
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
  layout->addWidget(action_, 0, Qt::AlignTop);
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

void MessageBar::offer(const QString& sentence, const QString& action, std::function<void()> take) {
  show(sentence, Kind::Offer);
  take_ = std::move(take);
  action_->setText(action);
  action_->show();
}

void MessageBar::suggest(const QString& text) {
  suggestion_ = text;
  // An offer stays in its place until it is taken, closed or over.
  const bool offered = take_ && leave_.isActive();
  if (!text.isEmpty() && !offered) return show(text, Kind::Suggestion);
  if (!leave_.isActive()) hide();
}

void MessageBar::show(const QString& sentence, Kind kind) {
  label_->setText(readable(sentence));
  action_->hide();
  take_ = nullptr;
  setProperty("problem", kind == Kind::Problem);
  style()->unpolish(this);
  style()->polish(this);
  setAccessibleName(label_->text());
  QFrame::show();
  if (kind == Kind::Suggestion) return leave_.stop();
  leave_.start(std::max(kind == Kind::Offer ? kOfferTimeMs : kLeastTimeMs,
                        kTimePerLetterMs * static_cast<int>(label_->text().size())));
}

}  // namespace ssmscope::ui
