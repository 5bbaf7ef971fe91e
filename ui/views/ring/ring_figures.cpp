#include "ui/views/ring/ring_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kMostDrawn = 512;  // nodes of the coupling picture

std::vector<double> counted(std::size_t count, double first) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<double> scaledBy(const std::vector<double>& values, double factor) {
  std::vector<double> out(values);
  for (double& value : out) value *= factor;
  return out;
}

CurveStyle styled(CurveRole role, int colour) {
  CurveStyle made;
  made.role = role;
  made.colour = colour;
  return made;
}

/// Where the wave would be by the group velocity alone, from where it was first seen.
std::vector<double> predictedPlace(const ring::WaveTrack& track) {
  std::vector<double> place(track.position.size(), std::nan(""));
  double now = std::nan("");
  for (std::size_t t = 0; t < place.size(); ++t) {
    if (std::isfinite(now) && std::isfinite(track.group_speed[t]))
      now += track.group_speed[t];
    else
      now = track.position[t];
    place[t] = now;
  }
  return place;
}

}  // namespace

RingFigures::RingFigures(QWidget* parent)
    : QStackedWidget(parent), chart_(new LineChart(this)), map_(new HeatMap(this)) {
  chart_->setObjectName(QStringLiteral("ring.chart"));
  map_->setObjectName(QStringLiteral("ring.coupling"));
  map_->setAccessibleName(tr("Coupling between every two oscillators"));
  addWidget(chart_);
  addWidget(map_);
  connect(chart_, &LineChart::picked, this, [this](const QString&, int index) {
    const bool modes = figure_ == Figure::Dispersion || figure_ == Figure::Velocities;
    if (!modes || !result_) return;
    const auto& numbers = result_->dispersion.wavenumber;
    if (index >= 0 && static_cast<std::size_t>(index) < numbers.size())
      Q_EMIT picked(numbers[static_cast<std::size_t>(index)]);
  });
}

void RingFigures::show(Figure figure) {
  if (figure == figure_ && !chart_->curveKeys().isEmpty()) return;
  figure_ = figure;
  for (const QString& key : chart_->curveKeys()) chart_->removeCurve(key);
  draw();
}

void RingFigures::setResult(std::shared_ptr<const ring::RingResult> result, double delta,
                            const QString& unit) {
  result_ = std::move(result);
  delta_ = delta;
  unit_ = unit;
  map_drawn_ = false;
  if (!tracks()) draw();  // a track stays until the new one is known
}

void RingFigures::setStudy(std::shared_ptr<const ring::RingStudy> study) {
  if (!study) return;
  study_ = std::move(study);
  if (tracks()) draw();
}

void RingFigures::setSelected(std::optional<int> wavenumber, const QString& label) {
  if (wavenumber == selected_ && label == selected_label_) return;
  selected_ = wavenumber;
  selected_label_ = label;
  markSelected();
}

void RingFigures::setTime(double time) {
  time_ = time;
  if (tracks()) chart_->setTimeCursors({time});
}

void RingFigures::applyTheme(const Theme& theme) {
  chart_->applyTheme(theme);
  map_->applyTheme(theme);
}

AxisSpec RingFigures::axis(const QString& title, const QString& unit) const {
  AxisSpec spec;
  spec.title = title;
  spec.unit = unit;
  return spec;
}

void RingFigures::draw() {
  setCurrentWidget(figure_ == Figure::Coupling ? static_cast<QWidget*>(map_) : chart_);
  if (!result_) return;
  chart_->setTimeCursors({});
  chart_->setNotice({});
  if (figure_ == Figure::Dispersion) drawDispersion();
  if (figure_ == Figure::Velocities) drawVelocities();
  if (figure_ == Figure::CouplingRow) drawRow();
  if (figure_ == Figure::Coupling) drawCoupling();
  if (tracks()) drawTrack();
  markSelected();
}

void RingFigures::drawDispersion() {
  const ring::Dispersion& waves = result_->dispersion;
  const std::vector<double> m(waves.wavenumber.begin(), waves.wavenumber.end());
  AxisSpec x = axis(tr("Wavenumber m"), {});
  x.whole_numbers = true;
  chart_->setTitle(tr("Dispersion"));
  chart_->setXAxis(x);
  chart_->setYAxis(
      axis(tr("Frequency Im λ"), unit_.isEmpty() ? tr("rad") : tr("rad/%1").arg(unit_)));
  chart_->setCurve(QStringLiteral("frequency"), tr("Im λ"), m, waves.frequency,
                   styled(CurveRole::Stems, 0));
  chart_->setCurve(QStringLiteral("damping"), tr("damping −Re λ"), m, waves.damping,
                   styled(CurveRole::Dashed, 1));
}

void RingFigures::drawVelocities() {
  const ring::Dispersion& waves = result_->dispersion;
  const std::vector<double> m(waves.wavenumber.begin(), waves.wavenumber.end());
  AxisSpec x = axis(tr("Wavenumber m"), {});
  x.whole_numbers = true;
  AxisSpec y = axis(tr("Velocity"), tr("nodes/step"));
  y.include = 0.0;
  chart_->setTitle(tr("Velocities"));
  chart_->setXAxis(x);
  chart_->setYAxis(y);
  chart_->setCurve(QStringLiteral("phase"), tr("phase velocity"), m, waves.phase_velocity,
                   styled(CurveRole::Points, 0));
  chart_->setCurve(QStringLiteral("group"), tr("group velocity"), m, waves.group_velocity,
                   styled(CurveRole::Dashed, 1));
}

void RingFigures::drawRow() {
  std::vector<double> re, im;
  for (const Complex& w : result_->coupling) {
    re.push_back(w.real());
    im.push_back(w.imag());
  }
  AxisSpec x = axis(tr("Distance d"), tr("nodes"));
  x.whole_numbers = true;
  AxisSpec y = axis(tr("Coupling w_d"), unit_.isEmpty() ? QString() : tr("1/%1").arg(unit_));
  y.include = 0.0;
  chart_->setTitle(tr("Coupling row w_d"));
  chart_->setXAxis(x);
  chart_->setYAxis(y);
  const std::vector<double> d = counted(re.size(), 0.0);
  chart_->setCurve(QStringLiteral("re"), tr("Re w"), d, re, styled(CurveRole::Stems, 0));
  chart_->setCurve(QStringLiteral("im"), tr("Im w"), d, im, styled(CurveRole::Points, 1));
}

void RingFigures::drawCoupling() {
  if (map_drawn_) return;
  map_drawn_ = true;
  const int nodes = static_cast<int>(result_->coupling.size());
  map_->setTitle(tr("Coupling W"));
  map_->setXAxis(axis(tr("from node k"), {}));
  map_->setYAxis(axis(tr("to node j"), {}));
  map_->setValueAxis(axis(tr("|W_jk|"), unit_.isEmpty() ? QString() : tr("1/%1").arg(unit_)),
                     ColourMap::Sequential);
  const bool drawn = nodes <= kMostDrawn;
  map_->setNotice(drawn ? QString()
                        : tr("The coupling is drawn up to %1 nodes; this ring has %2.")
                              .arg(kMostDrawn)
                              .arg(nodes));
  if (!drawn) return map_->setValues(0, 0, {});
  std::vector<double> sizes;
  for (int j = 0; j < nodes; ++j)
    for (int k = 0; k < nodes; ++k)
      sizes.push_back(
          std::abs(result_->coupling[static_cast<std::size_t>((j - k + nodes) % nodes)]));
  map_->setPlaces(0.0, 1.0, 0.0, 1.0);
  map_->setValues(nodes, nodes, sizes);
}

void RingFigures::drawTrack() {
  AxisSpec x = axis(tr("Step"), {});
  x.range = RangePolicy::Exact;
  x.second_factor = delta_;
  x.second_unit = unit_;
  chart_->setXAxis(x);
  if (!study_) {
    chart_->setNotice(tr("Reading the waves"));
    return;
  }
  const ring::WaveTrack& track = study_->track;
  drawTrackCurves(track, counted(track.position.size(), result_->first_step));
  chart_->setTimeCursors({time_});
}

void RingFigures::drawTrackCurves(const ring::WaveTrack& track, const std::vector<double>& steps) {
  const auto measured = [&](const std::vector<double>& values) {
    chart_->setCurve(QStringLiteral("measured"), tr("measured"), steps, values,
                     styled(CurveRole::Line, 0));
  };
  const auto predicted = [&](const QString& name, const std::vector<double>& values, int colour) {
    chart_->setCurve(name, tr("predicted: %1").arg(name), steps, values,
                     styled(CurveRole::Dashed, colour));
  };
  AxisSpec y;
  const double laps = 1.0 / std::max(result_->nodes, 1);
  if (figure_ == Figure::Place) {
    y = axis(tr("Place"), tr("laps"));
    chart_->setTitle(tr("Place of the wave"));
    measured(scaledBy(track.position, laps));
    predicted(tr("group velocity"), scaledBy(predictedPlace(track), laps), 1);
  } else if (figure_ == Figure::Speed) {
    y = axis(tr("Speed"), tr("nodes/step"));
    chart_->setTitle(tr("Speed of the wave"));
    measured(track.speed);
    predicted(tr("group velocity"), track.group_speed, 1);
    predicted(tr("phase velocity"), track.phase_speed, 2);
  } else if (figure_ == Figure::Width) {
    y = axis(tr("Width"), tr("nodes"));
    y.include = 0.0;
    chart_->setTitle(tr("Width of the wave"));
    measured(track.width);
  } else if (figure_ == Figure::Loss) {
    y = axis(tr("Loss a lap"), tr("times smaller"));
    y.include = 1.0;
    chart_->setTitle(tr("Loss a lap"));
    measured(track.decay);
    predicted(tr("damping"), track.predicted_decay, 1);
  } else {
    y = axis(tr("Order"), {});
    y.range = RangePolicy::Fixed;
    chart_->setTitle(tr("Phase order"));
    measured(track.order);
  }
  chart_->setYAxis(y);
}

QString RingFigures::explanation(Figure figure) {
  switch (figure) {
    case Figure::Dispersion:
      return tr(
          "Each wave of m crests a lap swings with the frequency Im λ: on a straight line "
          "every pulse keeps its shape.");
    case Figure::Velocities:
      return tr(
          "Crests move at the phase velocity, a pulse at the group velocity: it stays "
          "together where all are equal.");
    case Figure::CouplingRow:
      return tr(
          "How strongly an oscillator is pulled by the one d nodes behind it, the same all "
          "around the ring.");
    case Figure::Coupling:
      return tr(
          "How strongly each oscillator is pulled by each other: r′ = W r + F B u, W "
          "circulant.");
    case Figure::Place:
      return tr(
          "Where the wave is, in laps from node 0, beside where its group velocity would "
          "have taken it.");
    case Figure::Speed:
      return tr(
          "How far the wave moved in each step, beside what the poles predict; every new "
          "input shifts it.");
    case Figure::Width:
      return tr("How far the wave reaches along the ring: dispersion spreads it.");
    case Figure::Loss:
      return tr("By what factor the waves shrink in a lap; measured only while no input comes in.");
    case Figure::Order:
      return tr(
          "Whether the oscillators swing together: 1 where all have one phase, near 0 where "
          "the phases go round.");
  }
  return {};
}

void RingFigures::markSelected() {
  chart_->clearSelected();
  const bool modes = figure_ == Figure::Dispersion || figure_ == Figure::Velocities;
  if (!modes || !result_ || !selected_) return;
  const auto& numbers = result_->dispersion.wavenumber;
  const auto found = std::find(numbers.begin(), numbers.end(), *selected_);
  if (found == numbers.end()) return;
  const int index = static_cast<int>(found - numbers.begin());
  chart_->setSelected(
      figure_ == Figure::Dispersion ? QStringLiteral("frequency") : QStringLiteral("phase"),
      {index}, selected_label_);
}

}  // namespace ssmscope::ui
