#include "ui/views/ring/ring_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/data/signals.hpp"
#include "ui/live/clock.hpp"
#include "ui/live/selection.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/hidden_figure.hpp"
#include "ui/views/ring/ring_caption.hpp"
#include "ui/views/ring/ring_numbers.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kFrameMilliseconds = 12;  // less than a tick of the clock, which sets the pace
constexpr std::size_t kMostGhosts = 4;
constexpr int kFewestPast = 64, kMostPast = 256, kUsualPast = 128;  // rows
constexpr double kLapsOfPast = 3.0;
constexpr double kFewestAges = 4.0, kUsualAges = 64.0;  // steps: ages are told over a lap
constexpr double kLongestEase = 0.05;  // seconds; after a pause the scale goes on from where it was
constexpr double kStillPixels = 4.0;   // a press that moves less is a click

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
          "the window, or with Magnify the present one times a power of two.\n"
          "The real ring puts every mode and its conjugate on wavenumbers ±k, so that field and "
          "coupling are real numbers and the output is the same. Age is that of the input whose "
          "wave is the largest at a node. The place of the wave is (N/2π) arg Z, its width "
          "(N/2π) √(−2 ln |Z|), Z = Σ x_m conj(x_(m−1)) / Σ |x_m||x_(m−1)|.\n"
          "Click a node to pluck it; press on the input below the ring to follow one input's "
          "wave."),
      RingView::tr("Explicit operator and oscillator ring, arXiv 2604.20595 (details of the "
                   "mapping are this program's own)"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new RingView(workspace, parent);
      },
      RingView::tr("Ring")};
}

AnalysisFunctions<ring::RingResult> ringFunctions(const target::Solutions& solutions,
                                                  const RingChoice& choice) {
  return {[solutions, choice](const Scenario& scenario, compute::Backend& backend,
                              compute::Progress& progress, const ring::RingResult*) {
            const auto kind = choice ? choice->load() : ring::RingKind::Complex;
            return ring::analyse_ring(scenario, backend, progress, solutions, kind);
          },
          ring::coarse_ring, ring::same_ring};
}

RingView::RingView(Workspace& workspace, QWidget* parent)
    : RingView(workspace, parent, std::make_shared<std::atomic<ring::RingKind>>()) {}

RingView::RingView(Workspace& workspace, QWidget* parent, const RingChoice& choice)
    : RingView(workspace, parent, ringFunctions(workspace.solutions, choice), choice) {}

RingView::RingView(Workspace& workspace, QWidget* parent,
                   AnalysisFunctions<ring::RingResult> functions, RingChoice choice)
    : AnalysisView(workspace, functions, parent),
      selection_(workspace.selection),
      choice_(choice ? std::move(choice) : std::make_shared<std::atomic<ring::RingKind>>()) {
  setObjectName(QStringLiteral("ring.view"));
  auto scene = std::make_unique<RingScene>([this](int node) { return describeNode(node); });
  scene_ = scene.get();
  canvas_ = new VtkCanvas(std::move(scene), this);
  raster_ = new PastRaster(this);
  strip_ = new RingStrip(this);
  modes_ = new ModeStrip(this);
  figures_ = new RingFigures(this);
  second_ = new SecondRing(workspace, std::move(functions), this);
  lab_ = new RingLab(workspace, this);
  makeControls();
  raster_->setPast(&past_, &motion_);
  past_.setAges([this](int row, std::span<int> ages) {
    if (lab_->ages() && lab_->ages()->fits(ages.size()))
      lab_->ages()->at(motion_.result().input, static_cast<std::size_t>(row), ages);
  });
  gate_.setSingleShot(true);
  gate_.setTimerType(Qt::PreciseTimer);
  connectParts();
}

void RingView::connectParts() {
  Clock* const clock = workspace().clock;
  connect(&gate_, &QTimer::timeout, this, &RingView::drawFrame);
  connect(clock, &Clock::timeChanged, this, &RingView::requestFrame);
  connect(selection_, &Selection::modeChanged, this, [this] {
    modes_->setSelected(selectedWavenumber());
    requestFrame();
  });
  connect(selection_, &Selection::lagChanged, this, &RingView::requestFrame);
  connect(modes_, &ModeStrip::picked, this, &RingView::pickWavenumber);
  connect(figures_, &RingFigures::picked, this, &RingView::pickWavenumber);
  connect(strip_, &RingStrip::timePicked, clock, &Clock::setTime);
  connect(strip_, &RingStrip::followPicked, this, &RingView::follow);
  connect(second_, &SecondRing::shown, this, &RingView::requestFrame);
  connect(lab_, &RingLab::playedChanged, this, &RingView::showPlayed);
  connect(lab_, &RingLab::agesChanged, this, [this] {
    past_.forget();
    requestFrame();
  });
  connect(lab_, &RingLab::studyChanged, this, [this] {
    figures_->setStudy(lab_->study());
    numbers_of_ = -1;
    requestFrame();
  });
  connect(canvas_, &VtkCanvas::cameraChanged, this,
          [this] { second_->canvas()->setCamera(canvas_->camera()); });
  connect(second_->canvas(), &VtkCanvas::cameraChanged, this, [this] {
    const QSignalBlocker quiet(second_->canvas());
    canvas_->setCamera(second_->canvas()->camera());
  });
  canvas_->installEventFilter(this);
}

void RingView::recompute() {
  AnalysisView::recompute();
  second_->recompute();
}

void RingView::setScenario(std::shared_ptr<const Scenario> scenario) {
  // The unit only labels axes: another one computes nothing, but it is shown at once.
  const QString unit = QString::fromStdString(scenario->discretisation.delta_unit);
  const bool renamed = std::exchange(unit_, unit) != unit;
  keep_ = scenario->decoder.keep;
  keepModes();
  second_->setScenario(scenario);
  AnalysisView::setScenario(std::move(scenario));
  if (renamed && result() && shownScenario()) {
    raster_->setStep(delta(), unit_);
    strip_->setResult(lab_->played(), delta(), unit_);
    figures_->setResult(result(), delta(), unit_);
    requestFrame();
  }
}

QString RingView::unit() const { return unit_; }

double RingView::delta() const {
  return shownScenario() ? shownScenario()->discretisation.delta : 1.0;
}

QString RingView::caption() const {
  if (!result() || !shownScenario()) return {};
  const QString ring = ringCaption(*result(), *shownScenario());
  const std::optional<RingFigures::Figure> figure = chosenFigure();
  return figure ? RingFigures::explanation(*figure) + QLatin1Char(' ') + ring : ring;
}

data::Table RingView::table() const {
  return result() ? ring::main_table(*result()) : data::Table{};
}

QImage RingView::figure(QSize size, double device_pixel_ratio) {
  for_picture_ = true;  // which does not wait for what is found out once the hand rests
  for (SteadyScale* const scale : {&full_, &now_full_, &past_full_, &mode_full_, &wave_full_})
    scale->settle();
  second_->settle();
  figures_->settle();
  drawFrame();
  bar_->hide();  // nobody presses a button of a picture
  note_->setInPicture(true);
  more_bar_->hide();
  arrange();
  QImage image = hiddenFigure(*this, size, device_pixel_ratio, look_.theme().window);
  note_->setInPicture(false);
  bar_->show();
  more_bar_->setVisible(more_->isChecked());
  for_picture_ = false;
  arrange();
  return image;
}

void RingView::pin() {
  if (picture().frame.curve.empty()) return;
  second_->setPinned(shownScenario());
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
  figures_->applyTheme(theme);
  second_->applyTheme(theme);
  note_->applyTheme(theme);
  changeLook();
}

void RingView::changeLook() {
  look_.colour = static_cast<RingColour>(colour_->currentIndex());
  look_.height = static_cast<RingHeight>(height_->currentIndex());
  lab_->setAgesWanted(look_.colour == RingColour::Age);
  scene_->setLook(look_);
  second_->setLook(secondLook());
  Q_EMIT statusChanged();  // the caption
  raster_->setTitle(tr("Recent past: %1").arg(colour_->currentText().toLower()));
  past_.forget();
  arrange();
  requestFrame();
}

void RingView::showResult(const ring::RingResult& result, const Scenario& scenario) {
  past_.setRows(pastRows(result.lap_steps) + 1);
  raster_->setStep(delta(), unit());
  figures_->setResult(this->result(), delta(), unit());
  strip_->setTokens(
      data::input_tokens(scenario.input, static_cast<std::size_t>(std::max(result.first_step, 0)),
                         static_cast<std::size_t>(std::max(result.steps, 0))),
      std::holds_alternative<TextInput>(scenario.input));
  const ring::Travelling waves = ring::travelling(result.kind, result.mode_of_wavenumber);
  const auto& order = result.mode_of_wavenumber;
  modes_->setModeOfWavenumber(
      {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(waves.first + waves.count)});
  note_->setNotes(result.notes, true);
  modes_->setNotice(result.nodes > ring::RingMotion::kMostTurned
                        ? tr("Modes are drawn up to %1; this model has %2.")
                              .arg(ring::RingMotion::kMostTurned)
                              .arg(result.nodes)
                        : QString());
  node_->setMaximum(std::max(result.nodes - 1, 0));
  const bool laps = std::isfinite(result.lap_steps) && result.lap_steps >= kFewestAges;
  look_.full_age =
      laps ? std::min(std::round(result.lap_steps), 1.0 * past_.shownRows()) : kUsualAges;
  scene_->setLook(look_);
  lab_->setBase(this->result(), shownScenario());
}

void RingView::showPlayed() {
  motion_ = ring::RingMotion(lab_->played());
  full_.fit(lab_->played()->largest_displacement);
  mode_full_.fit(motion_.largest_mode());
  past_.forget();
  strip_->setResult(lab_->played(), delta(), unit());
  showFollowed();
  numbers_of_ = -1;
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
  if (second_->isVisibleTo(this)) second_->drawAt(workspace().clock->time(), seconds);
  showNumbers(frame);

  const double present = frame.row < 0 ? 0.0 : frame.time - motion_.result().first_step;
  raster_->setPresent(present);
  raster_->setLag(selection_->lag());
  strip_->setTime(workspace().clock->time());
  figures_->setTime(workspace().clock->time());
  figures_->setSelected(selectedWavenumber(),
                        selection_->mode() ? tr("mode %1").arg(*selection_->mode()) : QString());
  const ring::Travelling waves =
      motion_.empty()
          ? ring::Travelling{}
          : ring::travelling(motion_.result().kind, motion_.result().mode_of_wavenumber);
  const std::size_t drawn = std::min(frame.modes.size(), waves.first + waves.count);
  modes_->setModes({frame.modes.begin(), frame.modes.begin() + static_cast<std::ptrdiff_t>(drawn)},
                   mode_full_.shown());
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
  if (second_->isVisibleTo(this) && shownScenario())
    picture.when = modelName(*shownScenario()) + QStringLiteral(" · ") + picture.when;
  picture.remark = remark(frame);
  picture.check = for_picture_ || !lab_->study() ? QString() : networkNumber(*lab_->study());
  picture.ages.clear();
  if (look_.colour == RingColour::Age && lab_->ages() && lab_->ages()->fits(frame.nodes.size())) {
    picture.ages.resize(frame.nodes.size());
    lab_->ages()->at(motion_.result().input, static_cast<std::size_t>(frame.row), picture.ages);
  }
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
  const auto k = static_cast<std::size_t>(*m);
  alone[k] = frame.modes[k];
  const bool pair = motion_.result().kind == ring::RingKind::Real && k > 0;
  if (pair) alone[alone.size() - k] = frame.modes[alone.size() - k];
  picture.wave.resize(frame.curve.size());
  motion_.wave_between_nodes(alone, picture.wave);
  const double size =
      std::abs(alone[k]) * (pair ? 2.0 : 1.0) / std::sqrt(static_cast<double>(alone.size()));
  wave_full_.magnify(size, full_.goal());
  wave_full_.settle();
  picture.wave_full = wave_full_.shown();
  picture.wave_text = tr("wave of mode %1 %2")
                          .arg(*selection_->mode())
                          .arg(magnified(full_.goal() / wave_full_.goal()));
}

QString RingView::remark(const ring::RingFrame& frame) const {
  if (frame.beyond) return tr("the last finite step: later ones are cut");
  const std::optional<long> step = lab_->followed();
  const long now = motion_.result().first_step + frame.row;
  if (step && now >= *step)
    return tr("the input of step %1 alone, %2 steps old").arg(*step).arg(now - *step);
  const int modes = shownScenario() ? shownScenario()->model.pairs : 0;
  if (lab_->kept() && *lab_->kept() < modes)
    return tr("the waves of the %1 modes of %2 that pruning keeps").arg(*lab_->kept()).arg(modes);
  if (!lab_->plucks().empty())
    return tr("%n pulse(s) added by hand", nullptr, static_cast<int>(lab_->plucks().size()));
  return {};
}

void RingView::showNumbers(const ring::RingFrame& frame) {
  if (frame.row == numbers_of_ || !numbers_->isVisibleTo(this)) return;
  numbers_of_ = frame.row;
  const auto& study = lab_->study();
  if (!study || frame.row < 0) return;  // the last ones stay until the new ones are known
  QStringList parts = ringNumbers(*study);
  if (!lab_->followed() && lab_->plucks().empty() && !lab_->kept())
    parts << trackNumbers(study->track, frame.row, motion_.nodes());
  numbers_->setParts(parts);
}

RingLook RingView::secondLook() const {
  RingLook look = look_;
  if (look.colour == RingColour::Age) look.colour = RingColour::Phase;
  return look;
}

QString RingView::describeNode(int node) const {
  const ring::RingFrame& frame = picture().frame;
  if (motion_.empty() || frame.row < 0 || node >= motion_.nodes()) return {};
  // The computed step, not the moment between two.
  const Complex value = motion_.row(frame.row)[static_cast<std::size_t>(node)];
  return cellText(node, motion_.result().first_step + frame.row, delta(), unit(), value) +
         QLatin1Char('\n') + tr("click: pluck");
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
  if (!wavenumber || static_cast<std::size_t>(*wavenumber) >= order.size() ||
      order[static_cast<std::size_t>(*wavenumber)] < 0)
    selection_->setMode(std::nullopt);
  else
    selection_->setMode(order[static_cast<std::size_t>(*wavenumber)]);
}

}  // namespace ssmscope::ui
