#include "ui/workbench/view_frame.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QVBoxLayout>
#include <chrono>

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;
/// With the 150 ms before the busy mark, 0.3 s.
constexpr auto kProgressAfterBusy = 150ms;
constexpr auto kHiddenViewWaits = 250ms;
/// In characters: a narrower caption gets a third line.
constexpr int kNarrowCaption = 70;
/// A view of fewer lines of text has no room for a caption.
constexpr int kLeastLines = 14;
/// A dock may become this small whatever its view's controls would like.
constexpr QSize kLeastView(200, 120);

QString milliseconds(double seconds) {
  const double ms = seconds * 1e3;
  if (ms >= 1000.0) return ViewFrame::tr("%1 s").arg(seconds, 0, 'f', 1);
  return ViewFrame::tr("%1 ms").arg(ms, 0, 'f', ms < 10.0 ? 1 : 0);
}

}  // namespace

void CaptionLabel::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setToolTip(text);
  setAccessibleName(text);
  update();
}

CaptionLabel::CaptionLabel(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int CaptionLabel::linesFor(int width) const {
  return width < kNarrowCaption * fontMetrics().averageCharWidth() ? 3 : 2;
}

int CaptionLabel::heightForWidth(int width) const {
  return linesFor(width) * fontMetrics().lineSpacing();
}

QSize CaptionLabel::sizeHint() const { return {200, heightForWidth(200)}; }
QSize CaptionLabel::minimumSizeHint() const { return {40, heightForWidth(width())}; }

QString CaptionLabel::wholeSentences(int lines) const {
  const auto fits = [&](const QString& text) {
    QTextLayout layout(text, font());
    layout.beginLayout();
    int used = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width());
      ++used;
    }
    layout.endLayout();
    return used <= lines;
  };
  QString text = text_;
  while (!fits(text)) {
    const auto end = text.lastIndexOf(QStringLiteral(". "));
    if (end < 0) return text;
    text.truncate(end + 1);
  }
  return text;
}

void CaptionLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  const int lines = linesFor(width());
  const QString text = wholeSentences(lines);
  QTextLayout layout(text, font());
  layout.beginLayout();
  for (int line = 0; line < lines; ++line) {
    QTextLine next = layout.createLine();
    if (!next.isValid()) break;
    next.setLineWidth(width());
    const double y = line * fontMetrics().lineSpacing();
    if (line + 1 < lines) {
      next.draw(&painter, QPointF(0.0, y));
    } else {
      const QString rest =
          fontMetrics().elidedText(text.mid(next.textStart()), Qt::ElideRight, width());
      painter.drawText(QPointF(0.0, y + fontMetrics().ascent()), rest);
    }
  }
  layout.endLayout();
}

/// Greys the last good picture and says what is wrong.
class ViewFrame::ErrorVeil : public QWidget {
 public:
  explicit ErrorVeil(QWidget* parent) : QWidget(parent), label_(new QLabel(this)) {
    label_->setObjectName(QStringLiteral("errorCard"));
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(label_);
    layout->addStretch(1);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }
  void say(const QString& text) {
    label_->setText(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    raise();
  }
  void setColour(QColor colour) {
    colour.setAlphaF(0.72F);
    colour_ = colour;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), colour_); }

 private:
  QLabel* label_;
  QColor colour_;
};

ViewFrame::ViewFrame(ViewInfo info, View* view, QWidget* parent)
    : QFrame(parent),
      info_(std::move(info)),
      view_(view),
      caption_(new CaptionLabel(this)),
      status_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      cancel_(new QToolButton(this)) {
  setObjectName(QStringLiteral("viewFrame"));
  view_->setParent(this);
  view_->setMinimumSize(kLeastView);
  if (view_->objectName().isEmpty()) view_->setObjectName(info_.id);
  view_->setAccessibleName(info_.title);
  caption_->setObjectName(info_.id + ".caption");
  status_->setObjectName(info_.id + ".status");
  status_->setProperty("role", QStringLiteral("faint"));
  progress_->setObjectName(info_.id + ".progress");
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(3);
  cancel_->setObjectName(info_.id + ".cancel");
  cancel_->setText(tr("Cancel"));
  cancel_->setToolTip(tr("Stop this computation"));
  QSizePolicy keeps_room = progress_->sizePolicy();
  keeps_room.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(keeps_room);

  auto* footer = new QHBoxLayout;
  footer->setContentsMargins(10, 0, 10, 5);
  footer->setSpacing(8);
  footer->addWidget(caption_, 1);
  footer->addStretch(0);
  footer->addWidget(cancel_, 0, Qt::AlignBottom);
  footer->addWidget(status_, 0, Qt::AlignBottom);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 0, 1, 1);
  layout->setSpacing(2);
  layout->addWidget(view_, 1);
  layout->addWidget(progress_);
  layout->addLayout(footer);
  veil_ = new ErrorVeil(this);

  long_work_.setSingleShot(true);
  long_work_.setInterval(kProgressAfterBusy);
  rest_.setSingleShot(true);
  rest_.setInterval(kHiddenViewWaits);
  showProgress(false);
  connect(cancel_, &QToolButton::clicked, view_, &View::cancel);
  connect(&long_work_, &QTimer::timeout, this, [this] { showProgress(true); });
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (waiting_) view_->setScenario(std::exchange(waiting_, nullptr));
    Q_EMIT changed();
  });
  connect(view_, &View::statusChanged, this, &ViewFrame::showStatus);
  connect(view_, &View::shown, this, [this] {
    ++shown_count_;
    showStatus();
  });
  showStatus();
}

void ViewFrame::setScenario(std::shared_ptr<const Scenario> scenario) {
  if (isVisible() || !parentWidget() || !parentWidget()->isHidden()) {
    waiting_.reset();
    rest_.stop();
    view_->setScenario(std::move(scenario));
  } else {
    waiting_ = std::move(scenario);
    rest_.start();
  }
}

bool ViewFrame::settled() const {
  const ViewStatus& status = view_->status();
  const bool answered = !status.error.isEmpty() || (view_->shownScenario() && !status.preview);
  return !waiting_ && !status.pending && answered;
}

QString ViewFrame::statusText(const ViewStatus& status) const {
  QStringList parts;
  if (status.busy) parts << tr("computing…");
  if (status.preview) parts << tr("preview");
  if (!status.backend.isEmpty()) parts << status.backend << milliseconds(status.seconds);
  return parts.join(QStringLiteral(" · "));
}

void ViewFrame::showStatus() {
  const ViewStatus& status = view_->status();
  status_->setText(statusText(status));
  status_->setToolTip(status.notice.isEmpty() ? view_->caption() : status.notice);
  caption_->setText(view_->caption());
  veil_->setGeometry(view_->geometry());
  veil_->say(status.error);
  progress_->setValue(static_cast<int>(status.fraction * progress_->maximum()));
  if (!status.busy) {
    long_work_.stop();
    showProgress(false);
  }
  if (status.busy && !long_work_.isActive() && cancel_->isHidden()) long_work_.start();
  Q_EMIT changed();
}

void ViewFrame::showProgress(bool visible) {
  progress_->setVisible(visible);
  cancel_->setVisible(visible);
}

void ViewFrame::setCaptionVisible(bool visible) {
  wants_caption_ = visible;
  fitCaption();
}

void ViewFrame::fitCaption() {
  const bool has_room = height() >= kLeastLines * fontMetrics().lineSpacing();
  caption_->setVisible(wants_caption_ && has_room);
}

void ViewFrame::setFocused(bool focused) {
  if (property("focused").toBool() == focused) return;
  setProperty("focused", focused);
  style()->unpolish(this);
  style()->polish(this);
}

void ViewFrame::applyTheme(const Theme& theme) {
  QFont small = theme.font();
  small.setPointSizeF(small.pointSizeF() * 0.9);
  caption_->setFont(small);
  caption_->updateGeometry();
  status_->setFont(small);
  cancel_->setFont(small);
  veil_->setColour(theme.surface);
  fitCaption();
  view_->applyTheme(theme);
}

void ViewFrame::resizeEvent(QResizeEvent*) {
  fitCaption();
  veil_->setGeometry(view_->geometry());
}

void ViewFrame::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  if (waiting_) setScenario(std::exchange(waiting_, nullptr));
}

}  // namespace ssmscope::ui
