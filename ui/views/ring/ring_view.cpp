#include "ui/views/ring/ring_view.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ring/ring_wave.hpp"
#include "ui/live/clock.hpp"
#include "ui/live/selection.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/hidden_figure.hpp"
#include "ui/plot/wrapping_row.hpp"
#include "ui/views/ring/ring_caption.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kFrameMilliseconds = 12;  // less than a tick of the clock, which sets the pace
// Pixels.
constexpr int kRoomBeside = 460, kRoomForNames = 560, kRoomForModes = 330, kRoomForStrip = 400;
constexpr std::size_t kMostGhosts = 4;
constexpr int kFewestPast = 64, kMostPast = 256, kUsualPast = 128;  // rows
constexpr double kLapsOfPast = 3.0;
constexpr double kLongestEase = 0.05;  // seconds; after a pause the scale goes on from where it was
const CanvasCamera kHome{-38.0, 34.0, 1.0, {}};

/// Powers of two, so that the past keeps its length while the lap changes a little.
int pastRows(double lap_steps) {
  if (!std::isfinite(lap_steps)) return kUsualPast;
  int rows = kFewestPast;
  while (rows < kMostPast && rows < kLapsOfPast * lap_steps) rows *= 2;
  return rows;
}

QString magnified(double factor) {
  return factor > 1.5 ? RingView::tr("×%1").arg(numberText(std::round(factor), 6)) : QString();
}

}  // namespace

ViewInfo ringViewInfo() {
  return {
      QStringLiteral("ring"),
      RingView::tr("Oscillator ring"),
      QStringLiteral(":/icons/ring.svg"),
      RingView::tr(
          "The M complex modes x are put on a ring of M oscillators by the unitary Fourier "
          "transform r = F x, F_jm = e^(−2πi jm/M)/√M, modes in the order of their frequency. "
          "An input enters at node 0 and travels as a wave towards growing numbers. Height is "
          "the displacement Re r (or |r|); colour is the phase arg r, |r| or Re r. Between "
          "two steps each mode turns on by a part of its step: under ZOH that is exactly the "
          "state of continuous time. The other half of each conjugate pair travels the other "
          "way and is not drawn.\n"
          "The thin grey outline is the amplitude |r|, under which the displacement swings. Full "
          "height is the displacement that is drawn as high as the scale goes: the largest of "
          "the window, or with Magnify the present one times a power of two."),
      RingView::tr("Explicit operator and oscillator ring, arXiv 2604.20595 (details of the "
                   "mapping are this program's own)"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new RingView(workspace, parent);
      },
      RingView::tr("Ring")};
}

AnalysisFunctions<ring::RingResult> ringFunctions(const target::Solutions& solutions) {
  return {[solutions](const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress, const ring::RingResult*) {
            return ring::analyse_ring(scenario, backend, progress, solutions);
          },
          ring::coarse_ring, ring::same_ring};
}

RingView::RingView(Workspace& workspace, QWidget* parent)
    : RingView(workspace, parent, ringFunctions(workspace.solutions)) {}

RingView::RingView(Workspace& workspace, QWidget* parent,
                   AnalysisFunctions<ring::RingResult> functions)
    : AnalysisView(workspace, std::move(functions), parent), selection_(workspace.selection) {
  setObjectName(QStringLiteral("ring.view"));
  auto scene = std::make_unique<RingScene>([this](int node) { return describeNode(node); });
  scene_ = scene.get();
  canvas_ = new VtkCanvas(std::move(scene), this);
  canvas_->setHome(kHome);
  raster_ = new PastRaster(this);
  strip_ = new RingStrip(this);
  modes_ = new ModeStrip(this);
  makeControls();
  raster_->setPast(&past_, &motion_);

  gate_.setSingleShot(true);
  gate_.setTimerType(Qt::PreciseTimer);
  connect(&gate_, &QTimer::timeout, this, &RingView::drawFrame);
  connect(workspace.clock, &Clock::timeChanged, this, &RingView::requestFrame);
  connect(selection_, &Selection::modeChanged, this, [this] {
    modes_->setSelected(selectedWavenumber());
    requestFrame();
  });
  connect(selection_, &Selection::lagChanged, this, &RingView::requestFrame);
  connect(modes_, &ModeStrip::picked, this, &RingView::pickWavenumber);
  connect(strip_, &RingStrip::timePicked, workspace.clock, &Clock::setTime);
}

void RingView::makeControls() {
  const auto choice = [this](const char* name, const QString& accessible, const QString& tip,
                             const QStringList& items) {
    auto* const box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(accessible);
    box->setToolTip(tip);
    box->addItems(items);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(box, &QComboBox::currentIndexChanged, this, &RingView::changeLook);
    return box;
  };
  colour_ = choice("ring.colour", tr("Colour of the ring"), tr("What the colours show"),
                   {tr("Phase"), tr("Amplitude"), tr("Displacement")});
  height_ = choice("ring.height", tr("Height of the ring"), tr("What the height shows"),
                   {tr("Re r"), tr("|r|")});
  where_past_ = choice("ring.past", tr("The recent past"), tr("Where the recent past is drawn"),
                       {tr("Beside"), tr("Below"), tr("Hidden")});
  magnify_ = new QToolButton(this);
  magnify_->setObjectName(QStringLiteral("ring.magnify"));
  magnify_->setText(tr("Magnify"));
  magnify_->setAccessibleName(tr("Magnify small waves"));
  magnify_->setToolTip(tr("Magnify small waves by powers of two; off: one scale for the window"));
  magnify_->setCheckable(true);
  magnify_->setFocusPolicy(Qt::StrongFocus);
  connect(magnify_, &QToolButton::toggled, this, &RingView::changeLook);
  note_button_ = new NoteButton(this);
  note_button_->setObjectName(QStringLiteral("ring.note.button"));
  note_ = new NoteLabel(note_button_, this);
  note_->setObjectName(QStringLiteral("ring.note"));
  canvas_->setObjectName(QStringLiteral("ring.canvas"));
  canvas_->setAccessibleName(tr("The ring in three dimensions; arrow keys turn it"));
  raster_->setObjectName(QStringLiteral("ring.raster"));
  raster_->setAccessibleName(tr("The recent past of the ring, node by step"));
  strip_->setObjectName(QStringLiteral("ring.strip"));
  strip_->setAccessibleName(tr("Input, output and target over the window"));
  modes_->setObjectName(QStringLiteral("ring.modes"));
  modes_->setAccessibleName(tr("Size of each mode; arrow keys select one"));

  settings().addChoice(
      "colour", colour_,
      {QStringLiteral("phase"), QStringLiteral("amplitude"), QStringLiteral("displacement")});
  settings().addChoice("height", height_,
                       {QStringLiteral("displacement"), QStringLiteral("amplitude")});
  settings().addChoice(
      "past", where_past_,
      {QStringLiteral("beside"), QStringLiteral("below"), QStringLiteral("hidden")});
  settings().addFlag("magnify", magnify_);
  bar_ = new QWidget(this);
  auto* const bar = new WrappingRow(bar_);
  const std::pair<QComboBox*, QString> named[] = {
      {colour_, tr("Colour")}, {height_, tr("Height")}, {where_past_, tr("Past")}};
  for (const auto& [box, name] : named) {
    auto* const label = new QLabel(name, bar_);
    label->setBuddy(box);
    names_.push_back(label);
    bar->addControl(label);
    bar->addControl(box);
  }
  bar->addControl(magnify_);
  bar->addStretch();
  bar->addControl(note_button_);
  auto* const middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(canvas_, 8);
  middle->addWidget(raster_, 5);
  bottom_ = new QBoxLayout(QBoxLayout::LeftToRight);
  bottom_->setSpacing(0);
  bottom_->addWidget(strip_, 8);
  bottom_->addWidget(modes_, 5);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 2, 4, 0);
  column->setSpacing(2);
  column->addWidget(bar_);
  column->addWidget(note_);
  column->addLayout(middle, 1);
  column->addLayout(bottom_);
}

void RingView::setScenario(std::shared_ptr<const Scenario> scenario) {
  // The unit only labels axes: another one computes nothing, but it is shown at once.
  const QString unit = QString::fromStdString(scenario->discretisation.delta_unit);
  const bool renamed = std::exchange(unit_, unit) != unit;
  AnalysisView::setScenario(std::move(scenario));
  if (renamed && result() && shownScenario()) {
    raster_->setStep(delta(), unit_);
    strip_->setResult(result(), delta(), unit_);
    requestFrame();
  }
}

QString RingView::unit() const { return unit_; }

double RingView::delta() const {
  return shownScenario() ? shownScenario()->discretisation.delta : 1.0;
}

QString RingView::caption() const {
  return result() && shownScenario() ? ringCaption(*result(), *shownScenario()) : QString();
}

data::Table RingView::table() const {
  return result() ? ring::main_table(*result()) : data::Table{};
}

QImage RingView::figure(QSize size, double device_pixel_ratio) {
  for (SteadyScale* const scale : {&full_, &now_full_, &past_full_, &mode_full_, &wave_full_})
    scale->settle();
  drawFrame();
  bar_->hide();  // nobody presses a button of a picture
  note_->setInPicture(true);
  QImage image = hiddenFigure(*this, size, device_pixel_ratio, look_.theme().window);
  note_->setInPicture(false);
  bar_->show();
  return image;
}

void RingView::pin() {
  if (picture().frame.curve.empty()) return;
  auto& ghosts = scene_->edit().ghosts;
  ghosts.push_back(picture().frame.curve);
  if (ghosts.size() > kMostGhosts) ghosts.erase(ghosts.begin());
  canvas_->requestRender();
}

void RingView::clearPins() {
  scene_->edit().ghosts.clear();
  canvas_->requestRender();
}

void RingView::resetZoom() { canvas_->resetCamera(); }

void RingView::applyTheme(const Theme& theme) {
  const RingColour colour = look_.colour;
  const RingHeight height = look_.height;
  look_ = RingLook(theme);
  look_.colour = colour;
  look_.height = height;
  canvas_->applyTheme(theme);
  raster_->applyTheme(theme);
  strip_->applyTheme(theme);
  modes_->applyTheme(theme);
  note_->applyTheme(theme);
  changeLook();
}

void RingView::changeLook() {
  look_.colour = static_cast<RingColour>(colour_->currentIndex());
  look_.height = static_cast<RingHeight>(height_->currentIndex());
  scene_->setLook(look_);
  raster_->setTitle(tr("Recent past: %1").arg(colour_->currentText().toLower()));
  past_.forget();
  arrange();
  requestFrame();
}

void RingView::showResult(const ring::RingResult& result, const Scenario& /*scenario*/) {
  motion_ = ring::RingMotion(this->result());
  full_.fit(result.largest_displacement);
  mode_full_.fit(motion_.largest_mode());
  past_.setRows(pastRows(result.lap_steps) + 1);
  past_.forget();
  raster_->setStep(delta(), unit());
  strip_->setResult(this->result(), delta(), unit());
  modes_->setModeOfWavenumber(result.mode_of_wavenumber);
  note_->setNotes(result.notes, true);
  modes_->setNotice(result.nodes > ring::RingMotion::kMostTurned
                        ? tr("Modes are drawn up to %1; this model has %2.")
                              .arg(ring::RingMotion::kMostTurned)
                              .arg(result.nodes)
                        : QString());
  requestFrame();
}

void RingView::resizeEvent(QResizeEvent* event) {
  AnalysisView::resizeEvent(event);
  arrange();
}

void RingView::showEvent(QShowEvent* event) {
  AnalysisView::showEvent(event);
  requestFrame();
}

void RingView::arrange() {
  const bool wide = width() >= kRoomBeside;
  const bool beside = where_past_->currentIndex() == static_cast<int>(RingPast::Beside);
  for (QLabel* const name : names_) name->setVisible(width() >= kRoomForNames);
  raster_->setVisible(beside && wide);
  bottom_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  modes_->setVisible(height() >= kRoomForModes);
  strip_->setVisible(height() >= (wide ? kRoomForModes : kRoomForStrip));
}

void RingView::requestFrame() {
  if (!isVisible() || gate_.isActive()) return;
  const qint64 since = since_frame_.isValid() ? since_frame_.elapsed() : kFrameMilliseconds;
  if (since >= kFrameMilliseconds)
    drawFrame();
  else
    gate_.start(static_cast<int>(kFrameMilliseconds - since));
}

void RingView::drawFrame() {
  const double seconds =
      since_frame_.isValid() ? 1e-9 * static_cast<double>(since_frame_.nsecsElapsed()) : 0.0;
  since_frame_.start();
  const ring::RingFrame& frame = motion_.at(workspace().clock->time());
  aimScales(frame);
  bool moving = false;
  for (SteadyScale* const scale : {&full_, &now_full_, &past_full_, &mode_full_, &wave_full_})
    moving = scale->ease(std::min(seconds, kLongestEase)) || moving;
  if (past_full_.shown() != past_coloured_for_) {
    past_coloured_for_ = past_full_.shown();
    past_.forget();
  }
  past_.update(motion_, look_, past_full_.shown(), frame.row);
  showNow(frame);
  showWave(frame);
  canvas_->renderAtOnce();  // together with the strip below it

  const double present = frame.row < 0 ? 0.0 : frame.time - motion_.result().first_step;
  raster_->setPresent(present);
  raster_->setLag(selection_->lag());
  strip_->setTime(workspace().clock->time());
  modes_->setModes(frame.modes, mode_full_.shown());
  modes_->setSelected(selectedWavenumber());
  if (moving && isVisible()) gate_.start(kFrameMilliseconds);
}

void RingView::aimScales(const ring::RingFrame& frame) {
  if (frame.row < 0) return;
  if (!magnify_->isChecked()) {
    // A scale of one step a window: what is smaller later has decayed.
    now_full_.magnify(full_.goal(), full_.goal());
    past_full_.magnify(full_.goal(), full_.goal());
    return;
  }
  now_full_.magnify(motion_.peak(frame.row), full_.goal());
  double peak = 0.0;
  for (int row = std::max(0, frame.row - past_.shownRows()); row <= frame.row; ++row)
    peak = std::max(peak, motion_.peak(row));
  past_full_.magnify(peak, full_.goal());
}

void RingView::showNow(const ring::RingFrame& frame) {
  RingPicture& picture = scene_->edit();
  picture.frame = frame;
  picture.nodes = motion_.nodes();
  picture.points_per_node = motion_.points_per_node();
  picture.full = now_full_.shown();
  const bool below = where_past_->currentIndex() == static_cast<int>(RingPast::Below);
  picture.past = below && frame.row >= 0 ? &past_ : nullptr;
  if (frame.row < 0) {
    picture.when =
        result() ? tr("Nothing to show: the field has no finite step.") : tr("Computing");
    return;
  }
  const int first = motion_.result().first_step;
  picture.past_top = frame.time - first;
  picture.when =
      tr("Step %1 · %2")
          .arg(QString::number(frame.time, 'f', frame.time == std::floor(frame.time) ? 0 : 1),
               quantityText(frame.time * delta(), unit(), 3));
  picture.remark = frame.beyond ? tr("the last finite step: later ones are cut") : QString();
  const QString gain = magnified(full_.goal() / now_full_.goal());
  picture.full_text = numberText(now_full_.goal(), 3);
  picture.scale = gain.isEmpty() ? tr("full height %1").arg(picture.full_text)
                                 : tr("full height %1, %2").arg(picture.full_text, gain);
  const auto row = static_cast<std::size_t>(frame.row);
  const auto& input = motion_.result().input;
  picture.input = row < input.size() ? tr("input %1").arg(numberText(input[row], 3)) : tr("input");
}

void RingView::showWave(const ring::RingFrame& frame) {
  RingPicture& picture = scene_->edit();
  picture.wave.clear();
  picture.wave_text.clear();
  const std::optional<int> m = selectedWavenumber();
  if (!m || static_cast<std::size_t>(*m) >= frame.modes.size()) return;
  std::vector<Complex> alone(frame.modes.size());
  alone[static_cast<std::size_t>(*m)] = frame.modes[static_cast<std::size_t>(*m)];
  picture.wave.resize(frame.curve.size());
  ring::wave_of_modes(alone, picture.wave);
  const double size = std::abs(picture.wave.front());
  wave_full_.magnify(size, full_.goal());
  wave_full_.settle();
  picture.wave_full = wave_full_.shown();
  picture.wave_text = tr("wave of mode %1 %2")
                          .arg(*selection_->mode())
                          .arg(magnified(full_.goal() / wave_full_.goal()));
}

QString RingView::describeNode(int node) const {
  const ring::RingFrame& frame = picture().frame;
  if (motion_.empty() || frame.row < 0 || node >= motion_.nodes()) return {};
  // The computed step, not the moment between two.
  const Complex value = motion_.row(frame.row)[static_cast<std::size_t>(node)];
  return cellText(node, motion_.result().first_step + frame.row, delta(), unit(), value);
}

std::optional<int> RingView::selectedWavenumber() const {
  const std::optional<int> mode = selection_->mode();
  if (!mode || !result()) return std::nullopt;
  const auto& order = result()->mode_of_wavenumber;
  const auto found = std::find(order.begin(), order.end(), *mode);
  if (found == order.end()) return std::nullopt;
  return static_cast<int>(found - order.begin());
}

void RingView::pickWavenumber(std::optional<int> wavenumber) {
  if (!result()) return;
  const auto& order = result()->mode_of_wavenumber;
  if (!wavenumber || static_cast<std::size_t>(*wavenumber) >= order.size())
    selection_->setMode(std::nullopt);
  else
    selection_->setMode(order[static_cast<std::size_t>(*wavenumber)]);
}

}  // namespace ssmscope::ui
