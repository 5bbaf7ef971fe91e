#include "ui/workbench/view_frame.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QTextLayout>
#include <QVBoxLayout>
#include <chrono>

#include "ui/live/backends.hpp"
#include "ui/plot/fonts.hpp"
#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {

using namespace std::chrono_literals;
/// With the 150 ms before the busy mark, 0.3 s.
constexpr auto kProgressAfterBusy = 150ms;
constexpr auto kHiddenViewWaits = 250ms;
/// In characters and lines of text: a narrow caption gets a third line where the view is high.
constexpr int kNarrowCaption = 70, kHighView = 26;
/// A view of fewer lines of text has no room for a caption.
constexpr int kLeastLines = 14;
/// A dock may become this small whatever its view's controls would like: pixels across, lines of
/// text down.
constexpr int kLeastWidth = 200, kLeastHeight = 11;

QString milliseconds(double seconds) {
  const double ms = seconds * 1e3;
  if (ms >= 1000.0) return ViewFrame::tr("%1 s").arg(seconds, 0, 'f', 1);
  return ViewFrame::tr("%1 ms").arg(ms, 0, 'f', ms < 10.0 ? 1 : 0);
}

/// No more than "000 ms".
QString shortTime(double seconds) {
  const double ms = seconds * 1e3;
  if (ms < 0.5) return ViewFrame::tr("<1 ms");
  return ms < 999.5 ? ViewFrame::tr("%1 ms").arg(ms, 0, 'f', 0) : milliseconds(seconds);
}

}  // namespace

void CaptionLabel::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setToolTip(text);
  setAccessibleName(text);
  fit();
  update();
}

/// Takes the height that the text needs now; a layout asks for it only now and then.
void CaptionLabel::fit() {
  const int wanted = heightForWidth(width());
  if (wanted != minimumHeight() || wanted != maximumHeight()) setFixedHeight(wanted);
}

void CaptionLabel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void CaptionLabel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) fit();
}

void CaptionLabel::setLines(int lines) {
  if (lines == lines_) return;
  lines_ = lines;
  fit();
}

CaptionLabel::CaptionLabel(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

namespace {

/// `text` broken into lines of `width` pixels.
QStringList linesOf(const QString& text, const QFont& font, int width) {
  QStringList lines;
  QTextLayout layout(text, font);
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(width, 1));
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

qsizetype firstEnd(const QString& text) {
  const qsizetype end = text.indexOf(QStringLiteral(". "));
  return end < 0 ? text.size() : end + 1;
}

}  // namespace

int CaptionLabel::linesFor(int width) const {
  const auto first = static_cast<int>(linesOf(text_.left(firstEnd(text_)), font(), width).size());
  return std::max(lines_, first);
}

int CaptionLabel::heightForWidth(int width) const {
  return linesFor(width) * fontMetrics().lineSpacing();
}

QSize CaptionLabel::sizeHint() const { return {200, heightForWidth(200)}; }
QSize CaptionLabel::minimumSizeHint() const { return {40, lines_ * fontMetrics().lineSpacing()}; }

QString CaptionLabel::wholeSentences(int lines) const {
  QString text = text_;
  while (linesOf(text, font(), width()).size() > lines) {
    const auto end = text.lastIndexOf(QStringLiteral(". "));
    if (end < 0) return text;
    text.truncate(end + 1);
  }
  return text;
}

void CaptionLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  double y = fontMetrics().ascent();
  for (const QString& line : linesOf(wholeSentences(linesFor(width())), font(), width())) {
    painter.drawText(QPointF(0.0, y), line);
    y += fontMetrics().lineSpacing();
  }
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
      progress_(new QProgressBar(this)),
      cancel_(new QToolButton(this)) {
  setObjectName(QStringLiteral("viewFrame"));
  view_->setParent(this);
  view_->setMinimumSize(kLeastWidth, kLeastHeight * fontMetrics().lineSpacing());
  if (view_->objectName().isEmpty()) view_->setObjectName(info_.id);
  view_->setAccessibleName(info_.title);
  caption_->setObjectName(info_.id + ".caption");
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
  footer->setContentsMargins(9, 0, 9, 5);
  footer->setSpacing(8);
  footer->addWidget(caption_, 1);
  footer->addWidget(cancel_, 0, Qt::AlignBottom);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 0, 1, 1);
  layout->setSpacing(1);
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
  if (canBeSeen()) {
    waiting_.reset();
    rest_.stop();
    view_->setScenario(std::move(scenario));
  } else {
    waiting_ = std::move(scenario);
    rest_.start();
  }
}

bool ViewFrame::canBeSeen() const {
  if (!isVisible()) return !parentWidget() || !parentWidget()->isHidden();
  return !visibleRegion().isEmpty();  // a tab behind another stands outside the window
}

void ViewFrame::catchUp() {
  if (waiting_) setScenario(std::exchange(waiting_, nullptr));
}

bool ViewFrame::settled() const {
  const ViewStatus& status = view_->status();
  const bool answered = !status.error.isEmpty() || (view_->shownScenario() && !status.preview);
  return !waiting_ && !status.pending && answered;
}

QString ViewFrame::shortStatusText(const QString& kind) const {
  const ViewStatus& status = view_->status();
  if (status.busy) return tr("computing…");
  if (status.backend.isEmpty()) return {};
  return status.preview ? tr("%1 preview").arg(kind)
                        : QStringLiteral("%1 %2").arg(kind, shortTime(status.seconds));
}

QString ViewFrame::statusText() const {
  const ViewStatus& status = view_->status();
  if (status.busy) return tr("computing…");
  if (status.backend.isEmpty()) return {};
  QStringList parts;
  if (status.preview) parts << tr("preview");
  parts << shortBackendName(status.backend) << milliseconds(status.seconds);
  return parts.join(QStringLiteral(" · "));
}

QString ViewFrame::statusTip() const {
  const ViewStatus& status = view_->status();
  if (status.backend.isEmpty()) return {};
  QString made = tr("Computed in %1 by %2.").arg(milliseconds(status.seconds), status.backend);
  if (status.device_seconds > 0.0) {
    made += QLatin1Char('\n') +
            tr("Of %1 the device worked %2, by its own clock.")
                .arg(milliseconds(status.seconds), milliseconds(status.device_seconds));
  }
  return status.notice.isEmpty() ? made : made + QLatin1Char('\n') + status.notice;
}

void ViewFrame::showStatus() {
  const ViewStatus& status = view_->status();
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
  const bool narrow = width() < kNarrowCaption * caption_->fontMetrics().averageCharWidth();
  const bool high = height() >= kHighView * fontMetrics().lineSpacing();
  caption_->setLines(narrow && high ? 3 : 2);
}

void ViewFrame::setFocused(bool focused) { setStyleProperty(*this, "focused", focused); }

void ViewFrame::applyTheme(const Theme& theme) {
  const QFont small = smallFont(theme.font());
  caption_->setFont(small);
  caption_->updateGeometry();
  view_->setMinimumHeight(kLeastHeight * QFontMetrics(theme.font()).lineSpacing());
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
  catchUp();
}

}  // namespace ssmscope::ui
