#include "ui/plot/note_label.hpp"

#include <QFrame>
#include <QResizeEvent>
#include <QScreen>
#include <QTextLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace ssmscope::ui {

namespace {

int rowsOf(const QString& text, const QFont& font, int width) {
  int rows = 0;
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    QTextLayout layout(line, font);
    layout.beginLayout();
    for (QTextLine row = layout.createLine(); row.isValid(); row = layout.createLine()) {
      row.setLineWidth(width);
      ++rows;
    }
    layout.endLayout();
  }
  return rows;
}

}  // namespace

QString noteText(const std::string& note) {
  QString text = QString::fromStdString(note);
  if (!text.isEmpty() && text.back().isLetterOrNumber()) text += QLatin1Char('.');
  if (!text.isEmpty() && text.endsWith(QLatin1Char(')'))) text += QLatin1Char('.');
  // The core writes plain letters, as its JSON does.
  const std::pair<const char*, const char*> signs[] = {
      {"|Abar|", "|Ā|"}, {"Abar", "Ā"}, {"lambda", "λ"}, {" >= ", " ≥ "}, {" <= ", " ≤ "}};
  for (const auto& [plain, sign] : signs)
    text.replace(QLatin1String(plain), QString::fromUtf8(sign));
  // The name of a field keeps its letters.
  if (!text.isEmpty() && !text.section(u' ', 0, 0).contains(u'_')) text[0] = text[0].toUpper();
  return text;
}

QString allNotes(const std::vector<std::string>& notes) {
  QStringList lines;
  for (const std::string& note : notes) lines << noteText(note);
  return lines.join(QLatin1Char('\n'));
}

QString notesThatFit(const std::vector<std::string>& notes, const QFont& font, int width,
                     int rows) {
  QString text;
  for (const std::string& note : notes) {
    const QString longer = text.isEmpty() ? noteText(note) : text + u'\n' + noteText(note);
    if (rowsOf(longer, font, width) <= rows) text = longer;
  }
  return text;
}

NoteButton::NoteButton(QWidget* parent) : QToolButton(parent) {
  setAccessibleName(tr("Notes"));
  setFocusPolicy(Qt::TabFocus);
  setAutoRaise(true);
  hide();
  connect(this, &QToolButton::clicked, this, &NoteButton::showAll);
}

void NoteButton::setNotes(const std::vector<std::string>& notes) {
  all_ = allNotes(notes);
  setText(notes.size() == 1 ? tr("1 note") : tr("%1 notes").arg(notes.size()));
  setToolTip(all_);
  setAccessibleName(text());
  setAccessibleDescription(all_);
}

void NoteButton::showAll() {
  auto* const popup = new QFrame(window(), Qt::Popup);
  popup->setObjectName(QStringLiteral("formulaPopup"));
  popup->setAttribute(Qt::WA_DeleteOnClose);
  popup->setFrameShape(QFrame::StyledPanel);
  auto* const text = new QLabel(all_, popup);
  text->setTextFormat(Qt::PlainText);
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const layout = new QVBoxLayout(popup);
  layout->setContentsMargins(12, 8, 12, 8);
  layout->addWidget(text);
  constexpr int kColumns = 60;
  popup->setFixedWidth(kColumns * fontMetrics().averageCharWidth());
  popup->adjustSize();
  const QRect room = screen()->availableGeometry();
  QPoint at = mapToGlobal(QPoint(width() - popup->width(), -popup->height() - 4));
  at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - popup->width())));
  at.setY(std::max(at.y(), room.top()));
  popup->move(at);
  popup->show();
}

NoteLabel::NoteLabel(NoteButton* button, QWidget* parent) : QLabel(parent), button_(button) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  hide();
}

void NoteLabel::setNotes(const std::vector<std::string>& notes, bool serious) {
  notes_ = notes;
  serious_ = serious;
  setToolTip(allNotes(notes));
  button_->setNotes(notes);
  paint();
  fit();
}

void NoteLabel::setMostRows(int rows) {
  if (rows == most_rows_) return;
  most_rows_ = rows;
  fit();
}

void NoteLabel::setInPicture(bool in_picture) {
  in_picture_ = in_picture;
  fit();
}

void NoteLabel::applyTheme(const Theme& theme) {
  theme_ = theme;
  setFont(theme.font());
  button_->setFont(theme.font());
  paint();
  fit();
}

void NoteLabel::paint() {
  QPalette ink = theme_.palette();
  ink.setColor(QPalette::WindowText, serious_ ? theme_.warning : theme_.faint_text);
  setPalette(ink);
  QPalette button = theme_.palette();
  button.setColor(QPalette::ButtonText, serious_ ? theme_.warning : theme_.faint_text);
  button_->setPalette(button);
}

void NoteLabel::fit() {
  // A hidden label is not laid out: its parent knows the width.
  const int room = parentWidget() != nullptr ? parentWidget()->contentsRect().width() - 8 : width();
  const QString all = allNotes(notes_);
  const QString text = in_picture_ ? all : notesThatFit(notes_, font(), room, most_rows_);
  setText(text);
  setVisible(!text.isEmpty());
  button_->setVisible(text != all);
}

void NoteLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

}  // namespace ssmscope::ui
