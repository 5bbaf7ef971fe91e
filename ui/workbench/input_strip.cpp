#include "ui/workbench/input_strip.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/data/signals.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kMargin = 6.0;

InputSamples readInput(const Scenario& scenario, compute::Progress& progress) {
  progress.check();
  const Resolution& window = scenario.resolution;
  return {data::input_signal(scenario.input, static_cast<std::size_t>(window.first_step),
                             static_cast<std::size_t>(window.steps)),
          data::describe(scenario.input)};
}

bool sameInput(const Scenario& a, const Scenario& b) {
  return a.input == b.input && a.resolution.first_step == b.resolution.first_step &&
         a.resolution.steps == b.resolution.steps;
}

}  // namespace

InputStrip::InputStrip(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      clock_(*workspace.clock),
      theme_(lightTheme()),
      live_(
          workspace,
          {[](const Scenario& s, compute::Backend&, compute::Progress& p, const InputSamples*) {
             return readInput(s, p);
           },
           [](const Scenario& s) { return s; }, sameInput},
          [this](const LiveAnswer<InputSamples>& answer) {
            samples_ = *answer.result;
            setToolTip(tr("Input: %1").arg(QString::fromStdString(samples_.what)));
            drawSamples();
          },
          [this](const ViewStatus& status) {
            if (!status.error.isEmpty()) Q_EMIT complained(status.error);
          }) {
  setObjectName(QStringLiteral("transport.input"));
  setAccessibleName(tr("Input over time"));
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&clock_, &Clock::timeChanged, this, qOverload<>(&QWidget::update));
}

void InputStrip::setScenario(std::shared_ptr<const Scenario> scenario) {
  live_.setScenario(std::move(scenario));
}

void InputStrip::applyTheme(const Theme& theme) {
  theme_ = theme;
  drawSamples();
}

double InputStrip::xOf(double time) const {
  const double span = std::max(clock_.steps() - 1, 1);
  return kMargin + (time - clock_.first()) / span * (width() - 2.0 * kMargin);
}

/// A line between the least and the greatest sample of each pixel column, from zero, so that an
/// impulse of one step among thousands is seen.
void InputStrip::drawSamples() {
  const double ratio = devicePixelRatioF();
  picture_ = QPixmap(size() * ratio);
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(Qt::transparent);
  update();
  const std::vector<double>& values = samples_.values;
  if (values.empty() || width() <= 2 * kMargin) return;
  const auto [least, greatest] = std::ranges::minmax(values);
  const double low = std::min(least, 0.0);
  const double range = std::max(std::max(greatest, 0.0) - low, 1e-300);
  const double height_left = height() - 8.0;
  const auto y_of = [&](double value) {
    return height() - 4.0 - (value - low) / range * height_left;
  };

  QPainter painter(&picture_);
  painter.setPen(QPen(theme_.grid, 1.0));
  painter.drawLine(QPointF(kMargin, y_of(0.0)), QPointF(width() - kMargin, y_of(0.0)));
  painter.setPen(QPen(theme_.lines[0], 1.3));
  painter.setRenderHint(QPainter::Antialiasing);
  const int columns = static_cast<int>(width() - 2.0 * kMargin);
  const auto count = static_cast<double>(values.size());
  QPointF last;
  for (int column = 0; column < columns; ++column) {
    const auto from = static_cast<std::size_t>(column * count / columns);
    const auto to = std::clamp(static_cast<std::size_t>((column + 1) * count / columns), from + 1,
                               values.size());
    const auto [bottom, top] = std::minmax_element(values.begin() + static_cast<long>(from),
                                                   values.begin() + static_cast<long>(to));
    const double x = kMargin + column + 0.5;
    const QPointF a(x, y_of(*bottom)), b(x, y_of(*top));
    if (column > 0) painter.drawLine(last, a);
    painter.drawLine(a, b);
    last = b;
  }
}

void InputStrip::resizeEvent(QResizeEvent*) { drawSamples(); }

void InputStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.drawPixmap(0, 0, picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  const double x = xOf(clock_.time());
  painter.setPen(QPen(theme_.accent, 1.6));
  painter.drawLine(QPointF(x, 2.0), QPointF(x, height() - 2.0));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.accent);
  painter.drawEllipse(QPointF(x, 4.0), 3.0, 3.0);
}

void InputStrip::scrub(double x) {
  const double fraction = (x - kMargin) / std::max(width() - 2.0 * kMargin, 1.0);
  clock_.setTime(clock_.first() + fraction * (clock_.steps() - 1));
}

void InputStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  clock_.pause();
  scrub(event->position().x());
}

void InputStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) scrub(event->position().x());
}

}  // namespace ssmscope::ui
