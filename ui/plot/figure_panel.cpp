#include "ui/plot/figure_panel.hpp"

#include <QVBoxLayout>
#include <utility>

namespace ssmscope::ui {

namespace {
/// A panel of fewer lines of text leaves one row to the read-outs and the notes to their button.
constexpr int kLowLines = 20;
constexpr int kMostRows = 2;
constexpr int kPictureRows = 12;  // of read-outs: more than any view has
}  // namespace

FigurePanel::FigurePanel(const QString& name, QWidget* parent)
    : QWidget(parent),
      name_(name),
      deck_(new FigureDeck(name, this)),
      read_outs_(new ReadOutLine(this)),
      note_button_(new NoteButton(this)),
      notes_(new NoteLabel(note_button_, this)) {
  read_outs_->setObjectName(name + QStringLiteral(".readouts"));
  read_outs_->setAccessibleName(tr("Read-outs"));
  notes_->setObjectName(name + QStringLiteral(".notes"));
  notes_->setAccessibleName(tr("Notes"));
  note_button_->setObjectName(name + QStringLiteral(".notes.button"));
  auto* const row = new QHBoxLayout;
  row->setContentsMargins(4, 0, 2, 0);
  row->setSpacing(6);
  row->addWidget(read_outs_, 1);
  row->addWidget(note_button_, 0, Qt::AlignTop);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 2, 4, 0);
  column->setSpacing(2);
  column->addWidget(deck_, 1);
  column->addLayout(row);
  column->addWidget(notes_);
  notes_->setContentsMargins(4, 0, 4, 0);
  connect(deck_, &FigureDeck::arranged, this, &FigurePanel::showTitles);
}

void FigurePanel::place(QWidget* figure, const QString& id, const QString& title,
                        const QString& description) {
  figure->setObjectName(name_ + u'.' + id);
  if (!description.isEmpty()) figure->setAccessibleName(description);
  deck_->addFigure(id, title, figure);
}

void FigurePanel::addFigure(const QString& id, const QString& title, LineChart* chart,
                            const QString& description) {
  chart->setTitle(title);
  charts_.emplace_back(id, chart);
  place(chart, id, title, description);
}

void FigurePanel::addFigure(const QString& id, const QString& title, HeatMap* picture,
                            const QString& description) {
  picture->setTitle(title);
  pictures_.emplace_back(id, picture);
  place(picture, id, title, description);
}

void FigurePanel::addFigure(const QString& id, const QString& title, QWidget* figure,
                            const QString& description) {
  place(figure, id, title, description.isEmpty() ? title : description);
}

QToolButton* FigurePanel::addToggle(const QString& name, const QString& text, const QString& help,
                                    bool checked, const QStringList& figures) {
  auto* const button = new QToolButton(deck_);
  button->setObjectName(name_ + u'.' + name);
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(help);
  button->setCheckable(true);
  button->setChecked(checked);
  button->setFocusPolicy(Qt::StrongFocus);
  deck_->addControl(button, figures);
  return button;
}

void FigurePanel::addControl(QWidget* control, const QStringList& figures) {
  deck_->addControl(control, figures);
}

void FigurePanel::setNotes(const std::vector<std::string>& notes, bool serious) {
  notes_->setNotes(notes, serious);
}

void FigurePanel::setInPicture(bool in_picture) {
  in_picture_ = in_picture;
  deck_->setControlsShown(!in_picture);
  notes_->setInPicture(in_picture);
  fit();
}

void FigurePanel::fit() {
  const bool low = height() < kLowLines * fontMetrics().height();
  read_outs_->setMostRows(in_picture_ ? kPictureRows : low ? 1 : kMostRows);
  notes_->setMostRows(low ? 0 : kMostRows);
}

void FigurePanel::showTitles() {
  const bool shown = !deck_->selectorIsTitle();
  for (const auto& [id, chart] : charts_) chart->setTitleShown(shown);
  for (const auto& [id, picture] : pictures_) picture->setTitleShown(shown);
}

void FigurePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

data::Table FigurePanel::table() const {
  data::Table table;
  const QStringList in_sight = deck_->figuresInSight();
  const auto add = [&](const QString& id, data::Table part) {
    for (std::size_t i = 0; i < part.names.size(); ++i)
      table.add(id.toStdString() + ": " + part.names[i], std::move(part.columns[i]));
  };
  for (const auto& [id, chart] : charts_)
    if (in_sight.contains(id)) add(id, chart->table());
  for (const auto& [id, picture] : pictures_)
    if (in_sight.contains(id)) add(id, picture->table());
  return table;
}

void FigurePanel::settle() {
  for (const auto& [id, chart] : charts_) chart->settle();
}

void FigurePanel::pin() {
  for (const auto& [id, chart] : charts_) chart->pin();
}

void FigurePanel::clearPins() {
  for (const auto& [id, chart] : charts_) chart->clearPins();
}

void FigurePanel::resetZoom() {
  for (const auto& [id, chart] : charts_) chart->resetZoom();
}

void FigurePanel::applyTheme(const Theme& theme) {
  setPalette(theme.palette());
  setFont(theme.font());
  for (const auto& [id, chart] : charts_) chart->applyTheme(theme);
  for (const auto& [id, picture] : pictures_) picture->applyTheme(theme);
  read_outs_->setFont(theme.font());
  notes_->applyTheme(theme);
  fit();
}

}  // namespace ssmscope::ui
