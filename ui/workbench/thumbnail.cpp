#include "ui/workbench/thumbnail.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/ring/ring_analysis.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"
#include "ui/plot/colour_maps.hpp"

namespace ssmscope::ui {

namespace {

constexpr std::size_t kMostSteps = 160;
constexpr int kLeastNodes = 3;  // fewer make no wave to look at
constexpr std::size_t kKernelSteps = 160;
/// A faint wave is still seen: the scale is bent so that a tenth takes a third.
constexpr double kGamma = 0.5;

QImage waves(const ring::RingResult& ring) {
  const int steps = std::min(ring.steps, static_cast<int>(kMostSteps));
  if (steps < 1 || ring.nodes < kLeastNodes) return {};
  double largest = 0.0;
  const auto at = [&](int t, int j) {
    return ring.field[static_cast<std::size_t>(t) * ring.nodes + j].real();
  };
  for (int t = 0; t < steps; ++t)
    for (int j = 0; j < ring.nodes; ++j)
      if (std::isfinite(at(t, j))) largest = std::max(largest, std::abs(at(t, j)));
  QImage image(steps, ring.nodes, QImage::Format_RGB32);
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < ring.nodes; ++j) {
      const double share = largest > 0.0 ? at(t, j) / largest : 0.0;
      const double bent = std::copysign(std::pow(std::abs(share), kGamma), share);
      image.setPixel(t, ring.nodes - 1 - j, colourRgb(ColourMap::Diverging, 0.5 + 0.5 * bent));
    }
  }
  return image;
}

ThumbnailData compute(const Scenario& scenario, compute::Backend& backend,
                      compute::Progress& progress) {
  ThumbnailData data;
  data.waves = waves(ring::analyse_ring(scenario, backend, progress));
  const target::ScenarioModel model = target::scenario_model(scenario);
  const std::size_t length = ssm::finite_steps(
      model.discrete, std::min<std::size_t>(kKernelSteps, scenario.resolution.kernel_length), 1e12);
  data.kernel.resize(length);
  backend.kernel(model.discrete.batch(), length, data.kernel, progress);
  data.target = target::memory_function(scenario.target);
  data.target.resize(std::min(data.target.size(), kKernelSteps));
  return data;
}

QPainterPath curve(const std::vector<double>& values, const QRectF& room, double low, double high) {
  QPainterPath path;
  const double x_step = room.width() / static_cast<double>(kKernelSteps - 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    const double y = std::clamp(values[i], low, high);
    const QPointF at(room.left() + x_step * static_cast<double>(i),
                     room.bottom() - (y - low) / (high - low) * room.height());
    if (path.elementCount() == 0) {
      path.moveTo(at);
    } else {
      path.lineTo(at);
    }
  }
  return path;
}

}  // namespace

Thumbnail::Thumbnail(Workspace& workspace, std::shared_ptr<const Scenario> scenario,
                     const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      live_(
          workspace,
          {[](const Scenario& s, compute::Backend& b, compute::Progress& p, const ThumbnailData*) {
             return compute(s, b, p);
           },
           [](const Scenario& s) { return s; },
           [](const Scenario& a, const Scenario& b) { return a == b; }},
          [this](const LiveAnswer<ThumbnailData>& answer) {
            data_ = *answer.result;
            ready_ = true;
            update();
          },
          [](const ViewStatus&) {}) {
  setFixedHeight(sizeHint().height());
  live_.setScenario(std::move(scenario));
}

void Thumbnail::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  QPainterPath corners;
  corners.addRoundedRect(rect(), 5, 5);
  painter.setClipPath(corners);
  painter.fillRect(rect(), theme_.raised);
  if (!ready_) return;
  const QRectF left(0, 0, data_.waves.isNull() ? 0.0 : width() * 0.56, height());
  if (!data_.waves.isNull()) painter.drawImage(left, data_.waves);

  const QRectF right =
      QRectF(left.right(), 0, width() - left.right(), height()).adjusted(10, 10, -10, -10);
  double low = 0.0, high = 1e-12;
  for (const auto* values : {&data_.kernel, &data_.target}) {
    for (const double v : *values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  const double zero = right.bottom() + low / (high - low) * right.height();
  painter.setPen(QPen(theme_.border, 1.0));
  painter.drawLine(QPointF(right.left(), zero), QPointF(right.right(), zero));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_.axis, 1.4, Qt::DashLine));
  painter.drawPath(curve(data_.target, right, low, high));
  painter.setPen(QPen(theme_.lines[0], 1.7));
  painter.drawPath(curve(data_.kernel, right, low, high));
}

}  // namespace ssmscope::ui
