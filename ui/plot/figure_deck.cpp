#include "ui/plot/figure_deck.hpp"

#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace ssmscope::ui {

namespace {
// The least room in which axes, ticks and a legend stay readable, in device-independent pixels.
constexpr int kLeastWidth = 330;
constexpr int kLeastHeight = 200;
}  // namespace

FigureDeck::FigureDeck(const QString& name, QWidget* parent)
    : QWidget(parent),
      selector_(new QComboBox(this)),
      bar_(new WrappingRow),
      grid_layout_(new QGridLayout) {
  setObjectName(name + QStringLiteral(".deck"));
  selector_->setObjectName(name + QStringLiteral(".figure"));
  selector_->setAccessibleName(tr("Figure"));
  selector_->setToolTip(tr("Choose the figure that this view shows"));
  selector_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(selector_, &QComboBox::currentIndexChanged, this, [this] {
    arrange();
    Q_EMIT currentFigureChanged(currentFigure());
  });
  bar_->addControl(selector_);
  bar_->addStretch();
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addLayout(bar_);
  column->addLayout(grid_layout_, 1);
  grid_layout_->setSpacing(6);
}

void FigureDeck::addFigure(const QString& id, const QString& title, QWidget* figure) {
  figure->setParent(this);
  figures_.push_back({id, figure});
  selector_->addItem(title, id);
  arrange();
}

void FigureDeck::addControl(QWidget* control, const QStringList& figures) {
  bar_->addControl(control);
  controls_.push_back({control, figures});
  arrange();
}

QStringList FigureDeck::figures() const {
  QStringList ids;
  for (const Figure& figure : figures_) ids << figure.id;
  return ids;
}

void FigureDeck::setControlsShown(bool shown) {
  controls_shown_ = shown;
  arrange();
}

QString FigureDeck::currentFigure() const { return selector_->currentData().toString(); }

void FigureDeck::setCurrentFigure(const QString& id) {
  const int index = selector_->findData(id);
  if (index >= 0) selector_->setCurrentIndex(index);
}

QStringList FigureDeck::figuresInSight() const {
  QStringList ids;
  const int count = static_cast<int>(figures_.size());
  const int first = std::max(selector_->currentIndex(), 0);
  for (int i = 0; i < std::min(grid_.places(), count); ++i) {
    ids << figures_[static_cast<std::size_t>((first + i) % count)].id;
  }
  return ids;
}

/// Also false while the selector is away.
bool FigureDeck::selectorIsTitle() const {
  return controls_shown_ && grid_.places() == 1 && figures_.size() > 1;
}

void FigureDeck::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (gridThatFits() != grid_) arrange();
}

void FigureDeck::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrange();
}

FigureDeck::Grid FigureDeck::gridThatFits() const {
  const int count = std::max<int>(static_cast<int>(figures_.size()), 1);
  const double scale = std::max(1.0, fontMetrics().height() / 17.0);  // larger text, fewer figures
  const int columns = std::max(1, static_cast<int>(width() / (kLeastWidth * scale)));
  const int rows = std::max(1, static_cast<int>((height() - 30) / (kLeastHeight * scale)));
  Grid grid{std::min(columns, count), std::min(rows, count)};
  // No more places than figures: as square as the figures are wide.
  while (grid.rows > 1 && grid.columns * (grid.rows - 1) >= count) --grid.rows;
  while (grid.columns > 1 && (grid.columns - 1) * grid.rows >= count) --grid.columns;
  return grid;
}

void FigureDeck::arrange() {
  grid_ = gridThatFits();
  const QStringList in_sight = figuresInSight();
  selector_->setVisible(controls_shown_ &&
                        static_cast<std::size_t>(in_sight.size()) < figures_.size());
  for (const Control& control : controls_) {
    const auto in_use = [&in_sight](const QString& id) { return in_sight.contains(id); };
    control.widget->setVisible(controls_shown_ && (control.figures.isEmpty() ||
                                                   std::ranges::any_of(control.figures, in_use)));
  }
  for (const Figure& figure : figures_) {
    grid_layout_->removeWidget(figure.widget);
    figure.widget->setVisible(in_sight.contains(figure.id));
  }
  int place = 0;
  for (const QString& id : in_sight) {
    const auto found = std::find_if(figures_.begin(), figures_.end(),
                                    [&id](const Figure& figure) { return figure.id == id; });
    grid_layout_->addWidget(found->widget, place / grid_.columns, place % grid_.columns);
    ++place;
  }
  for (int row = 0; row < grid_layout_->rowCount(); ++row) {
    grid_layout_->setRowStretch(row, row < grid_.rows ? 1 : 0);
  }
  for (int column = 0; column < grid_layout_->columnCount(); ++column) {
    grid_layout_->setColumnStretch(column, column < grid_.columns ? 1 : 0);
  }
  Q_EMIT arranged();
}

}  // namespace ssmscope::ui
