#include "ui/workbench/transport_bar.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/scenario/numbers.hpp"
#include "ui/workbench/icon.hpp"

namespace ssmscope::ui {

namespace {
constexpr double kSpeeds[] = {1, 4, 12, 24, 48, 96, 240, 600};  // steps a second
constexpr int kSliderParts = 16;  // positions of the time slider a step
}  // namespace

TransportBar::TransportBar(Workspace& workspace, QWidget* parent)
    : QFrame(parent), clock_(*workspace.clock), theme_(lightTheme()) {
  setObjectName(QStringLiteral("transportBar"));
  start_ = button("start", tr("To the first step"));
  back_ = button("back", tr("One step back"));
  play_ = button("play", tr("Play or pause (Space)"));
  forward_ = button("forward", tr("One step forward"));
  loop_ = button("loop", tr("Start again at the end"));
  loop_->setCheckable(true);
  makeSpeeds();
  time_ = new QSlider(Qt::Horizontal, this);
  time_->setObjectName(QStringLiteral("transport.time"));
  time_->setAccessibleName(tr("Time"));
  read_out_ = new QLabel(this);
  read_out_->setObjectName(QStringLiteral("transport.readout"));
  strip_ = new InputStrip(workspace, this);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 4, 14, 4);
  layout->setSpacing(4);
  for (QToolButton* each : {start_, back_, play_, forward_, loop_}) layout->addWidget(each);
  layout->addSpacing(8);
  layout->addWidget(speed_);
  layout->addSpacing(8);
  auto* track = new QVBoxLayout;
  track->setSpacing(0);
  track->addWidget(strip_);
  track->addWidget(time_);
  layout->addLayout(track, 1);
  layout->addSpacing(8);
  layout->addWidget(read_out_);

  connect(play_, &QToolButton::clicked, this, &TransportBar::togglePlay);
  connect(start_, &QToolButton::clicked, this, &TransportBar::toStart);
  connect(back_, &QToolButton::clicked, this, [this] { step(-1); });
  connect(forward_, &QToolButton::clicked, this, [this] { step(1); });
  connect(loop_, &QToolButton::clicked, &clock_, &Clock::setLoops);
  connect(speed_, &QComboBox::activated, this,
          [this](int index) { clock_.setStepsPerSecond(kSpeeds[index]); });
  connect(time_, &QSlider::sliderPressed, &clock_, &Clock::pause);
  connect(time_, &QSlider::valueChanged, this, [this](int position) {
    clock_.setTime(clock_.first() + static_cast<double>(position) / kSliderParts);
  });
  connect(&clock_, &Clock::timeChanged, this, &TransportBar::showTime);
  connect(&clock_, &Clock::rangeChanged, this, &TransportBar::showTime);
  connect(&clock_, &Clock::stateChanged, this, &TransportBar::showState);
  showState();
  showTime();
}

QToolButton* TransportBar::button(const char* name, const QString& text) {
  auto* made = new QToolButton(this);
  made->setObjectName(QStringLiteral("transport.") + QLatin1String(name));
  made->setToolTip(text);
  made->setAccessibleName(text);
  made->setIconSize({20, 20});
  return made;
}

void TransportBar::makeSpeeds() {
  speed_ = new QComboBox(this);
  speed_->setObjectName(QStringLiteral("transport.speed"));
  speed_->setAccessibleName(tr("Speed, steps a second"));
  speed_->setToolTip(tr("Steps a second"));
  for (const double speed : kSpeeds) speed_->addItem(tr("%1 steps/s").arg(speed));
}

void TransportBar::setScenario(std::shared_ptr<const Scenario> scenario) {
  scenario_ = std::move(scenario);
  clock_.setRange(scenario_->resolution.first_step, scenario_->resolution.steps);
  strip_->setScenario(scenario_);
  showTime();
}

void TransportBar::togglePlay() {
  if (clock_.playing()) {
    clock_.pause();
  } else {
    clock_.play();
  }
}

void TransportBar::step(int steps) {
  clock_.pause();
  // From between two steps, the next whole one in that direction.
  const double from = steps > 0 ? std::floor(clock_.time()) : std::ceil(clock_.time());
  clock_.setTime(from + steps);
}

void TransportBar::toStart() { clock_.setTime(clock_.first()); }

void TransportBar::showTime() {
  const QSignalBlocker quiet(time_);
  time_->setRange(0, (clock_.steps() - 1) * kSliderParts);
  time_->setSingleStep(kSliderParts);
  time_->setPageStep(kSliderParts * 16);
  time_->setValue(static_cast<int>(std::lround((clock_.time() - clock_.first()) * kSliderParts)));
  const int step = static_cast<int>(std::floor(clock_.time()));
  const double delta = scenario_ ? scenario_->discretisation.delta : 0.0;
  const QString unit =
      scenario_ ? QString::fromStdString(scenario_->discretisation.delta_unit) : QString();
  read_out_->setText(
      tr("step %1\n%2 %3").arg(step).arg(QString::number(step * delta, 'g', 4), unit));
}

void TransportBar::showState() {
  const QString name = clock_.playing() ? QStringLiteral("pause") : QStringLiteral("play");
  play_->setIcon(
      tintedIcon(QStringLiteral(":/icons/%1.svg").arg(name), theme_.accent, theme_.axis));
  loop_->setChecked(clock_.loops());
  const auto* at = std::ranges::find(kSpeeds, clock_.stepsPerSecond());
  if (at != std::end(kSpeeds)) speed_->setCurrentIndex(static_cast<int>(at - kSpeeds));
}

void TransportBar::applyTheme(const Theme& theme) {
  theme_ = theme;
  const auto set = [&](QToolButton* each, const char* name) {
    each->setIcon(tintedIcon(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)), theme.text,
                             theme.axis));
  };
  set(start_, "start");
  set(back_, "step_back");
  set(forward_, "step_forward");
  set(loop_, "loop");
  read_out_->setMinimumWidth(
      QFontMetrics(theme.font()).horizontalAdvance(QStringLiteral("step 0000000")) + 6);
  strip_->applyTheme(theme);
  showState();
}

}  // namespace ssmscope::ui
