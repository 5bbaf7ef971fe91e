// The controls of the ring view, what a hand does to the waves, and the places of the parts.
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <cmath>

#include "ui/live/clock.hpp"
#include "ui/plot/wrapping_row.hpp"
#include "ui/views/ring/ring_view.hpp"

namespace ssmscope::ui {

namespace {

// Pixels.
constexpr int kRoomBeside = 460, kRoomForNames = 560, kRoomForModes = 330, kRoomForStrip = 400;
constexpr int kRoomForNumbers = 345, kRoomForTwoRows = 560, kRoomForThree = 900;
constexpr double kStillPixels = 4.0;  // a press that moves less is a click
// Shares of the width: the ring beside its raster, and beside a figure with axes.
constexpr int kRingShare = 8, kRasterShare = 5, kFigureShare = 7;
const CanvasCamera kHome{-38.0, 34.0, 1.0, {}};

}  // namespace

QComboBox* RingView::makeChoice(const char* name, const QString& accessible, const QString& tip,
                                const QStringList& items) {
  auto* const box = new QComboBox(this);
  box->setObjectName(QLatin1String(name));
  box->setAccessibleName(accessible);
  box->setToolTip(tip);
  box->addItems(items);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(box, &QComboBox::currentIndexChanged, this, &RingView::changeLook);
  return box;
}

QToolButton* RingView::makeButton(const char* name, const QString& text, const QString& tip) {
  auto* const button = new QToolButton(this);
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

void RingView::makeControls() {
  colour_ = makeChoice("ring.colour", tr("Colour of the ring"), tr("What the colours show"),
                       {tr("Phase"), tr("Amplitude"), tr("Displacement"), tr("Age")});
  height_ = makeChoice("ring.height", tr("Height of the ring"), tr("What the height shows"),
                       {tr("Re r"), tr("|r|")});
  where_past_ =
      makeChoice("ring.past", tr("Beside the ring"), tr("What stands beside the ring"),
                 {tr("Past"), tr("Past, as a tube"), tr("Nothing"), tr("Dispersion"),
                  tr("Velocities"), tr("Coupling row"), tr("Coupling matrix"), tr("Wave: place"),
                  tr("Wave: speed"), tr("Wave: width"), tr("Wave: loss"), tr("Phase order")});
  magnify_ = makeButton("ring.magnify", tr("Magnify"),
                        tr("Magnify small waves by powers of two; off: one scale for the window"));
  magnify_->setAccessibleName(tr("Magnify small waves"));
  magnify_->setCheckable(true);
  connect(magnify_, &QToolButton::toggled, this, &RingView::changeLook);
  more_ = makeButton("ring.more", tr("More"),
                     tr("Real ring, another model beside it, plucking, pruning"));
  more_->setCheckable(true);
  all_waves_ = makeButton("ring.all", QString(), tr("Show the waves of all inputs again"));
  all_waves_->hide();
  connect(all_waves_, &QToolButton::clicked, this, [this] { follow(std::nullopt); });
  note_button_ = new NoteButton(this);
  note_ = new NoteLabel(note_button_, this);
  numbers_ = new ReadOutLine(this);
  makeMore();
  nameParts();
  keepSettings();
  arrangeLayouts();
}

void RingView::makeMore() {
  kind_ = makeChoice("ring.kind", tr("Kind of ring"),
                     tr("One complex oscillator for each mode, or modes and their conjugates on a "
                        "ring of real ones: the output is the same"),
                     {tr("Complex"), tr("Real")});
  connect(kind_, &QComboBox::currentIndexChanged, this, [this](int index) {
    choice_->store(static_cast<ring::RingKind>(index));
    lab_->clearPlucks();  // other nodes
    recompute();
  });
  compare_ = makeChoice("ring.compare", tr("Compare with"),
                        tr("Another model on a ring of its own, beside this one, with the same "
                           "input on the same clock"),
                        {tr("Nothing"), tr("Other poles"), tr("Twice Δ"), tr("Pinned")});
  connect(compare_, &QComboBox::currentIndexChanged, this,
          [this](int index) { second_->setComparison(static_cast<ring::Comparison>(index)); });
  node_ = new QSpinBox(this);
  node_->setObjectName(QStringLiteral("ring.node"));
  node_->setAccessibleName(tr("Node to pluck"));
  node_->setPrefix(tr("node "));
  pluck_ = makeButton("ring.pluck", tr("Pluck"),
                      tr("Push this oscillator now and let the pulse travel; a click on a node of "
                         "the ring does the same"));
  connect(pluck_, &QToolButton::clicked, this, [this] { pluck(node_->value()); });
  clear_ = makeButton("ring.clear", tr("Clear"), tr("Take the pulses that were added away"));
  clear_->setEnabled(false);
  kept_ = makeButton("ring.kept", tr("Kept waves"),
                     tr("The waves of those modes alone that pruning keeps (Modes kept, under "
                        "Decoder in the panel)"));
  kept_->setCheckable(true);
  connect(kept_, &QToolButton::toggled, this, &RingView::keepModes);
  connect(clear_, &QToolButton::clicked, this, [this] { lab_->clearPlucks(); });
}

void RingView::nameParts() {
  note_button_->setObjectName(QStringLiteral("ring.note.button"));
  note_->setObjectName(QStringLiteral("ring.note"));
  numbers_->setObjectName(QStringLiteral("ring.numbers"));
  numbers_->setMostRows(1);
  canvas_->setHome(kHome);
  second_->canvas()->setHome(kHome);
  canvas_->setObjectName(QStringLiteral("ring.canvas"));
  canvas_->setAccessibleName(tr("The ring in three dimensions; arrow keys turn it"));
  raster_->setObjectName(QStringLiteral("ring.raster"));
  raster_->setAccessibleName(tr("The recent past of the ring, node by step"));
  strip_->setObjectName(QStringLiteral("ring.strip"));
  strip_->setAccessibleName(tr("Input, output and target over the window"));
  modes_->setObjectName(QStringLiteral("ring.modes"));
  modes_->setAccessibleName(tr("Size of each mode; arrow keys select one"));
}

void RingView::keepSettings() {
  settings().addChoice("colour", colour_,
                       {QStringLiteral("phase"), QStringLiteral("amplitude"),
                        QStringLiteral("displacement"), QStringLiteral("age")});
  settings().addChoice("height", height_,
                       {QStringLiteral("displacement"), QStringLiteral("amplitude")});
  settings().addChoice(
      "past", where_past_,
      {QStringLiteral("beside"), QStringLiteral("below"), QStringLiteral("hidden"),
       QStringLiteral("dispersion"), QStringLiteral("velocities"), QStringLiteral("coupling_row"),
       QStringLiteral("coupling"), QStringLiteral("place"), QStringLiteral("speed"),
       QStringLiteral("width"), QStringLiteral("loss"), QStringLiteral("order")});
  settings().addFlag("magnify", magnify_);
  settings().addFlag("more", more_);
  settings().addFlag("kept", kept_);
  settings().addChoice("ring", kind_, {QStringLiteral("complex"), QStringLiteral("real")});
  settings().addChoice("compare", compare_,
                       {QStringLiteral("nothing"), QStringLiteral("poles"),
                        QStringLiteral("double_step"), QStringLiteral("pinned")});
}

void RingView::arrangeLayouts() {
  bar_ = new QWidget(this);
  auto* const bar = new WrappingRow(bar_);
  more_bar_ = new QWidget(this);
  auto* const more = new WrappingRow(more_bar_);
  const auto add = [this](WrappingRow* row, QWidget* box, const QString& name) {
    auto* const label = new QLabel(name, row->parentWidget());
    label->setBuddy(box);
    names_.push_back(label);
    row->addControl(label);
    row->addControl(box);
  };
  add(bar, colour_, tr("Colour"));
  add(bar, height_, tr("Height"));
  add(bar, where_past_, tr("Beside"));
  bar->addControl(magnify_);
  bar->addControl(more_);
  bar->addControl(all_waves_);
  bar->addStretch();
  bar->addControl(note_button_);
  add(more, kind_, tr("Ring"));
  add(more, compare_, tr("Compare with"));
  more->addControl(node_);
  more->addControl(pluck_);
  more->addControl(clear_);
  more->addControl(kept_);
  more_bar_->hide();
  connect(more_, &QToolButton::toggled, more_bar_, &QWidget::setVisible);
  middle_ = new QHBoxLayout;
  middle_->setSpacing(0);
  for (QWidget* const part : std::initializer_list<QWidget*>{canvas_, second_, raster_, figures_})
    middle_->addWidget(part);
  bottom_ = new QBoxLayout(QBoxLayout::LeftToRight);
  bottom_->setSpacing(0);
  bottom_->addWidget(strip_, kRingShare);
  bottom_->addWidget(modes_, kRasterShare);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 2, 4, 0);
  column->setSpacing(2);
  column->addWidget(bar_);
  column->addWidget(more_bar_);
  column->addWidget(note_);
  column->addLayout(middle_, 1);
  column->addLayout(bottom_);
  column->addWidget(numbers_);
}

std::optional<RingFigures::Figure> RingView::chosenFigure() const {
  const int figure = where_past_->currentIndex() - static_cast<int>(RingPast::FirstFigure);
  if (figure < 0) return std::nullopt;
  return static_cast<RingFigures::Figure>(figure);
}

void RingView::arrange() {
  const bool wide = width() >= kRoomBeside;
  const std::optional<RingFigures::Figure> chosen = chosenFigure();
  const bool compares = compare_->currentIndex() > 0 && wide;
  const bool room = wide && (!compares || width() >= kRoomForThree);
  const bool figure = chosen && (room || !wide);
  for (QLabel* const name : names_) name->setVisible(width() >= kRoomForNames);
  raster_->setVisible(where_past_->currentIndex() == static_cast<int>(RingPast::Beside) && room);
  if (chosen) figures_->show(*chosen);
  figures_->setVisible(figure);
  canvas_->setVisible(wide || !figure);  // where there is room for one, what was asked for
  second_->setVisible(compares);
  middle_->setStretchFactor(canvas_, kRingShare);
  middle_->setStretchFactor(second_, kRingShare);
  middle_->setStretchFactor(raster_, kRasterShare);
  middle_->setStretchFactor(figures_, kFigureShare);
  bottom_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  modes_->setVisible(height() >= kRoomForModes);
  strip_->setVisible(height() >= (wide ? kRoomForModes : kRoomForStrip));
  numbers_->setMostRows(height() >= kRoomForTwoRows ? 2 : 1);
  numbers_->setVisible(height() >= kRoomForNumbers && !for_picture_);
}

void RingView::showFollowed() {
  const std::optional<long> step = lab_->followed();
  strip_->setFollowed(step);
  all_waves_->setVisible(step.has_value());
  if (step) all_waves_->setText(tr("Input of step %1 alone: show all").arg(*step));
  clear_->setEnabled(!lab_->plucks().empty());
}

void RingView::follow(std::optional<long> step) {
  lab_->follow(step);
  showFollowed();
  // Before its step the wave is not yet on the ring.
  if (step && workspace().clock->time() < static_cast<double>(*step))
    workspace().clock->setTime(static_cast<double>(*step));
}

void RingView::pluck(int node) {
  if (motion_.empty() || node < 0 || node >= motion_.nodes() || picture().frame.row < 0) return;
  const long step = motion_.result().first_step + picture().frame.row;
  lab_->pluck({node, step, full_.goal()});
  showFollowed();
  workspace().clock->play();
}

void RingView::keepModes() {
  lab_->keepModes(kept_->isChecked() ? std::optional<int>(keep_) : std::nullopt);
}

/// A click on a node plucks it; a drag turns the ring.
bool RingView::eventFilter(QObject* watched, QEvent* event) {
  const bool press = event->type() == QEvent::MouseButtonPress;
  if (watched == canvas_ && (press || event->type() == QEvent::MouseButtonRelease)) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    if (press) pressed_at_ = mouse->position();
    const QPointF way = mouse->position() - pressed_at_;
    const bool click =
        !press && mouse->button() == Qt::LeftButton && std::hypot(way.x(), way.y()) < kStillPixels;
    if (click && scene_->hovered()) pluck(*scene_->hovered());
  }
  return AnalysisView::eventFilter(watched, event);
}

}  // namespace ssmscope::ui
