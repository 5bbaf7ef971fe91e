#include "ui/workbench/message_bar.hpp"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {
constexpr int kLeastTimeMs = 6'000;
constexpr int kOfferTimeMs = 20'000;
constexpr int kTimePerLetterMs = 70;  // a slow reader's pace
constexpr qsizetype kLongestWord = 60;
constexpr qsizetype kLongestText = 1'000;  // letters

/// A file's name may hold ends of lines. Words of a file may be of any length, and a line is not
/// broken within a word: the widest one would make the window as wide. Chinese, Japanese and Korean
/// text is broken anywhere.
QString readable(QString text) {
  std::ranges::replace_if(
      text, [](QChar c) { return c.category() == QChar::Other_Control; }, QChar(u' '));
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
    const auto take = take_;
    withdraw();
    leave_.stop();
    hide();
    if (take) take();
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
    withdraw();
    if (suggestion_.isEmpty()) return hide();
    show(suggestion_, Kind::Suggestion);
  });
  connect(close, &QToolButton::clicked, this, [this] {
    withdraw();
    leave_.stop();
    suggestion_.clear();
    hide();
  });
  hide();
}

void MessageBar::say(const QString& sentence) { tell(sentence, Kind::Notice); }
void MessageBar::refuse(const QString& sentence) { tell(sentence, Kind::Problem); }

/// The way back that is offered stays open whatever else happens.
void MessageBar::tell(const QString& sentence, Kind kind) {
  if (offers()) return show(sentence + QLatin1Char(' ') + offered_, kind);
  withdraw();
  show(sentence, kind);
}

void MessageBar::offer(const QString& sentence, const QString& action, std::function<void()> take) {
  take_ = std::move(take);
  offered_ = sentence;
  show(sentence, Kind::Offer);
  action_->setText(action);
  action_->show();
}

void MessageBar::withdraw() {
  take_ = nullptr;
  offered_.clear();
  action_->hide();
}

void MessageBar::suggest(const QString& text) {
  suggestion_ = text;
  // An offer stays in its place until it is taken, closed or over.
  if (!text.isEmpty() && !offers()) {
    withdraw();
    return show(text, Kind::Suggestion);
  }
  if (!leave_.isActive()) hide();
}

void MessageBar::show(const QString& sentence, Kind kind) {
  label_->setText(readable(sentence));
  setStyleProperty(*this, "problem", kind == Kind::Problem);
  setAccessibleName(label_->text());
  QFrame::show();
  if (kind == Kind::Suggestion) return leave_.stop();
  leave_.start(std::max(take_ ? kOfferTimeMs : kLeastTimeMs,
                        kTimePerLetterMs * static_cast<int>(label_->text().size())));
}

}  // namespace ssmscope::ui
