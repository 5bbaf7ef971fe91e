#include "ui/live/experiment_bar.hpp"

#include <QHBoxLayout>
#include <cmath>
#include <utility>

namespace ssmscope::ui {

namespace {

constexpr int kBarSteps = 1000;
constexpr int kBarWidth = 110;
constexpr double kMilliseconds = 1000.0;

QString duration(double seconds) {
  return seconds < 1.0 ? ExperimentBar::tr("%1 ms").arg(std::round(seconds * kMilliseconds))
                       : ExperimentBar::tr("%1 s").arg(seconds, 0, 'f', 1);
}

}  // namespace

ExperimentBar::ExperimentBar(ExperimentRunner& runner, const QString& name, QString run,
                             const QString& help, QWidget* parent)
    : QWidget(parent),
      runner_(runner),
      run_text_(std::move(run)),
      run_(new QToolButton(this)),
      stop_(new QToolButton(this)),
      bar_(new QProgressBar(this)),
      word_(new QLabel(this)) {
  setObjectName(name);
  run_->setObjectName(name + QStringLiteral(".run"));
  run_->setToolTip(help);
  stop_->setObjectName(name + QStringLiteral(".stop"));
  stop_->setText(tr("Stop"));
  stop_->setToolTip(tr("Ends the run and keeps what is known."));
  bar_->setRange(0, kBarSteps);
  bar_->setFixedWidth(kBarWidth);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Part of the run that is done"));
  word_->setObjectName(name + QStringLiteral(".word"));
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  for (QWidget* const part : {static_cast<QWidget*>(run_), static_cast<QWidget*>(stop_),
                              static_cast<QWidget*>(bar_), static_cast<QWidget*>(word_)})
    row->addWidget(part);
  connect(run_, &QToolButton::clicked, this, &ExperimentBar::press);
  connect(stop_, &QToolButton::clicked, &runner_, &ExperimentRunner::stop);
  connect(&runner_, &ExperimentRunner::changed, this, &ExperimentBar::refresh);
  refresh();
}

void ExperimentBar::setRunText(const QString& run) {
  run_text_ = run;
  refresh();
}

void ExperimentBar::setOlder(bool older) {
  older_ = older;
  refresh();
}

void ExperimentBar::setResultText(const QString& text) {
  result_text_ = text;
  refresh();
}

void ExperimentBar::press() {
  using State = ExperimentRunner::State;
  if (runner_.state() == State::Running) return runner_.pause();
  if (runner_.state() == State::Paused) return runner_.resume();
  Q_EMIT runAsked();
}

void ExperimentBar::refresh() {
  using State = ExperimentRunner::State;
  const State state = runner_.state();
  run_->setText(state == State::Running  ? tr("Pause")
                : state == State::Paused ? tr("Go on")
                                         : run_text_);
  stop_->setVisible(runner_.isActive());
  bar_->setVisible(runner_.isActive());
  bar_->setValue(static_cast<int>(std::lround(runner_.fraction() * kBarSteps)));
  QString word;
  if (state == State::Failed) word = runner_.error();
  if (state == State::Stopped) word = tr("stopped after %1").arg(duration(runner_.seconds()));
  if (state == State::Finished)
    word = result_text_.isEmpty() ? duration(runner_.seconds()) : result_text_;
  if (older_ && state != State::Idle && !word.isEmpty())
    word = tr("%1, of an earlier scenario").arg(word);
  else if (older_ && runner_.isActive())
    word = tr("of an earlier scenario");
  word_->setText(word);
  word_->setVisible(!word.isEmpty());
}

}  // namespace ssmscope::ui
