#include "ui/plot/decimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ssmscope::ui {

namespace {

constexpr double kTurn = 0.01;      // pixels of rise that make a turn up or down, not rounding
constexpr double kFewPoints = 2.0;  // points a column below which every one is kept

class Mapper {
 public:
  explicit Mapper(const PlotWindow& window)
      : x0_(window.x.lower),
        y0_(window.y.lower),
        x_scale_(1.0 / std::max(window.x.span(), 1e-300)),
        y_scale_(1.0 / std::max(window.y.span(), 1e-300)),
        columns_(std::max(window.columns, 1)) {}

  QPointF point(double x, double y) const { return {across(x), up(y)}; }
  double across(double x) const { return clamped((x - x0_) * x_scale_); }
  double up(double y) const { return clamped((y - y0_) * y_scale_); }
  /// The pixel column of a place; all to the left of the window are one, all to the right too.
  int column(double x) const {
    const double at = (x - x0_) * x_scale_ * columns_;
    if (!(at >= 0.0)) return -1;
    return at >= columns_ ? columns_ : static_cast<int>(at);
  }

 private:
  static double clamped(double value) { return std::clamp(value, -kFarOutside, 1 + kFarOutside); }
  double x0_, y0_, x_scale_, y_scale_;
  int columns_;
};

/// First, least, greatest and last sample of the column being read.
class Column {
 public:
  bool empty() const { return count_ == 0; }
  int at() const { return at_; }

  void start(int column, std::size_t sample, double y) {
    at_ = column;
    count_ = 1;
    first_ = least_ = greatest_ = last_ = sample;
    low_ = high_ = y;
  }

  void add(std::size_t sample, double y) {
    ++count_;
    last_ = sample;
    if (y < low_) {
      low_ = y;
      least_ = sample;
    }
    if (y > high_) {
      high_ = y;
      greatest_ = sample;
    }
  }

  /// The kept samples in their order, each once.
  template <class Keep>
  void flush(const Keep& keep) {
    if (empty()) return;
    std::array<std::size_t, 4> kept = {first_, std::min(least_, greatest_),
                                       std::max(least_, greatest_), last_};
    std::size_t before = kept[0];
    keep(before);
    for (const std::size_t sample : kept) {
      if (sample <= before) continue;
      keep(sample);
      before = sample;
    }
    count_ = 0;
  }

 private:
  int at_ = 0;
  std::size_t count_ = 0, first_ = 0, least_ = 0, greatest_ = 0, last_ = 0;
  double low_ = 0.0, high_ = 0.0;
};

}  // namespace

std::vector<Polyline> decimatedRuns(std::span<const double> x, std::span<const double> y,
                                    const PlotWindow& window) {
  const Mapper map(window);
  std::vector<Polyline> lines;
  Polyline line;
  Column column;
  const auto keep = [&](std::size_t sample) { line.append(map.point(x[sample], y[sample])); };
  const auto end_run = [&] {
    column.flush(keep);
    if (!line.isEmpty()) lines.push_back(std::exchange(line, {}));
  };
  const std::size_t count = std::min(x.size(), y.size());
  for (std::size_t sample = 0; sample < count; ++sample) {
    if (std::isnan(x[sample]) || std::isnan(y[sample])) {
      end_run();
      continue;
    }
    const int at = map.column(x[sample]);
    if (!column.empty() && at == column.at()) {
      column.add(sample, y[sample]);
      continue;
    }
    column.flush(keep);
    column.start(at, sample, y[sample]);
  }
  end_run();
  return lines;
}

std::vector<Polyline> decimatedLines(std::span<const double> x, std::span<const double> y,
                                     const PlotWindow& window) {
  std::vector<Polyline> lines = decimatedRuns(x, y, window);
  for (Polyline& line : lines) {
    if (line.size() == 1) {
      const QPointF half(0.5 / std::max(window.columns, 1), 0.0);
      line = {line.front() - half, line.front() + half};
    }
    line = simplified(line, window);
  }
  return lines;
}

Polyline simplified(const Polyline& line, const PlotWindow& window) {
  if (line.size() < 3) return line;
  const double width = std::max(window.columns, 1);
  const double height = std::max(window.rows, 1);
  Polyline kept = {line.front()};
  QPointF anchor(line.front().x() * width, line.front().y() * height);
  // Slopes from the anchor that pass all points since within the tolerance.
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  double trend = 0.0;
  for (qsizetype i = 1; i < line.size(); ++i) {
    const QPointF point(line[i].x() * width, line[i].y() * height);
    const QPointF before(line[i - 1].x() * width, line[i - 1].y() * height);
    const double rise = point.y() - before.y();
    const double run = point.x() - anchor.x();
    const double slope = (point.y() - anchor.y()) / run;
    const bool turns = rise * trend < 0.0 && std::abs(rise) > kTurn;
    if (i > 1 && (turns || !(run > 0.0) || slope < lowest || slope > highest)) {
      if (kept.back() != line[i - 1]) kept.append(line[i - 1]);
      anchor = before;
      lowest = -std::numeric_limits<double>::infinity();
      highest = std::numeric_limits<double>::infinity();
    }
    const double step = point.x() - anchor.x();
    if (step > 0.0) {
      lowest = std::max(lowest, (point.y() - anchor.y() - kFlatness) / step);
      highest = std::min(highest, (point.y() - anchor.y() + kFlatness) / step);
    }
    if (std::abs(rise) > kTurn) trend = rise;
  }
  kept.append(line.back());
  return kept;
}

Polyline decimatedPoints(std::span<const double> x, std::span<const double> y,
                         const PlotWindow& window) {
  const Mapper map(window);
  const std::size_t count = std::min(x.size(), y.size());
  const int columns = std::max(window.columns, 1);
  const int rows = std::max(window.rows, 1);
  const bool few = static_cast<double>(count) <= kFewPoints * columns;
  std::vector<bool> taken(few ? 0
                              : static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  Polyline points;
  for (std::size_t sample = 0; sample < count; ++sample) {
    if (std::isnan(x[sample]) || std::isnan(y[sample])) continue;
    const QPointF point = map.point(x[sample], y[sample]);
    const bool inside =
        point.x() >= 0.0 && point.x() <= 1.0 && point.y() >= 0.0 && point.y() <= 1.0;
    if (!few) {
      if (!inside) continue;
      const auto across = static_cast<std::size_t>(std::min(point.x() * columns, columns - 1.0));
      const auto up = static_cast<std::size_t>(std::min(point.y() * rows, rows - 1.0));
      const std::size_t cell = up * static_cast<std::size_t>(columns) + across;
      if (taken[cell]) continue;
      taken[cell] = true;
    }
    points.append(point);
  }
  return points;
}

std::vector<Band> decimatedBands(std::span<const double> x, std::span<const double> lower,
                                 std::span<const double> upper, const PlotWindow& window) {
  const Mapper map(window);
  std::vector<Band> bands;
  Band band;
  const std::size_t count = std::min({x.size(), lower.size(), upper.size()});
  std::size_t begin = 0;  // of the samples that share a column
  const auto flush = [&](std::size_t end) {
    if (begin >= end) return;
    const auto [low, low_end] =
        std::minmax_element(lower.begin() + static_cast<std::ptrdiff_t>(begin),
                            lower.begin() + static_cast<std::ptrdiff_t>(end));
    const auto [high_begin, high] =
        std::minmax_element(upper.begin() + static_cast<std::ptrdiff_t>(begin),
                            upper.begin() + static_cast<std::ptrdiff_t>(end));
    for (const std::size_t sample : {begin, end - 1}) {
      band.lower.append(map.point(x[sample], *low));
      band.upper.append(map.point(x[sample], *high));
      if (end - begin == 1) break;
    }
    begin = end;
  };
  const auto end_run = [&](std::size_t end) {
    flush(end);
    if (!band.lower.isEmpty()) bands.push_back(std::exchange(band, {}));
  };
  for (std::size_t sample = 0; sample < count; ++sample) {
    if (std::isnan(x[sample]) || std::isnan(lower[sample]) || std::isnan(upper[sample])) {
      end_run(sample);
      begin = sample + 1;
    } else if (sample > begin && map.column(x[sample]) != map.column(x[begin])) {
      flush(sample);
    }
  }
  end_run(count);
  return bands;
}

}  // namespace ssmscope::ui
