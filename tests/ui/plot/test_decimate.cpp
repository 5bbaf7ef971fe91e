// Decimation: what a picture needs stays, in order; gaps split; nothing far away breaks Qt.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "ui/plot/decimate.hpp"

using namespace ssmscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = 1e-9;  // of coordinates in units of the window

struct Samples {
  std::vector<double> x, y;
};

Samples noise(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Samples samples;
  for (std::size_t i = 0; i < count; ++i) {
    samples.x.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(count));
    samples.y.push_back(uniform(engine));
  }
  return samples;
}

PlotWindow unit(int columns, int rows) { return {{0.0, 1.0}, {0.0, 1.0}, columns, rows}; }

bool contains(const Polyline& line, double x, double y) {
  return std::any_of(line.begin(), line.end(), [&](const QPointF& point) {
    return std::abs(point.x() - x) < kRounding && std::abs(point.y() - y) < kRounding;
  });
}

/// The height of a polyline with ascending x.
double heightAt(const Polyline& line, double x) {
  for (qsizetype i = 1; i < line.size(); ++i) {
    if (x > line[i].x()) continue;
    const double part = (x - line[i - 1].x()) / (line[i].x() - line[i - 1].x());
    return line[i - 1].y() + part * (line[i].y() - line[i - 1].y());
  }
  return line.back().y();
}

}  // namespace

class TestDecimate : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyColumnKeepsItsFourSamples() {
    const int columns = 37;
    const Samples samples = noise(5000, 1);
    const auto runs = decimatedRuns(samples.x, samples.y, unit(columns, 100));
    QCOMPARE(runs.size(), std::size_t{1});
    const Polyline& line = runs.front();
    QVERIFY(line.size() <= qsizetype{4} * columns);
    QVERIFY(std::is_sorted(line.begin(), line.end(),
                           [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
    for (int column = 0; column < columns; ++column) {
      std::vector<std::size_t> in;
      for (std::size_t i = 0; i < samples.x.size(); ++i) {
        if (static_cast<int>(samples.x[i] * columns) == column) in.push_back(i);
      }
      const auto by_height = [&](std::size_t a, std::size_t b) {
        return samples.y[a] < samples.y[b];
      };
      const auto [low, high] = std::minmax_element(in.begin(), in.end(), by_height);
      for (const std::size_t i : {in.front(), in.back(), *low, *high}) {
        QVERIFY2(contains(line, samples.x[i], samples.y[i]), qPrintable(QString::number(i)));
      }
    }
  }

  void fewSamplesAllStay() {
    const Samples samples = noise(50, 2);
    QCOMPARE(decimatedRuns(samples.x, samples.y, unit(200, 100)).front().size(), qsizetype{50});
    QVERIFY(decimatedRuns({}, {}, unit(200, 100)).empty());
  }

  void gapsSplitAndSpoilNothing() {
    const std::vector<double> x = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    const std::vector<double> y = {kNaN, 0.5, 0.6, kNaN, kNaN, 0.7, kNaN};
    const auto lines = decimatedLines(x, y, unit(100, 100));
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].size(), qsizetype{2});
    // A lone sample is a dash of one pixel.
    QCOMPARE(lines[1].size(), qsizetype{2});
    QVERIFY(std::abs(lines[1].back().x() - lines[1].front().x() - 0.01) < kRounding);
    QCOMPARE(lines[1].front().y(), 0.7);
    for (const Polyline& line : lines) {
      for (const QPointF& point : line) {
        QVERIFY(std::isfinite(point.x()) && std::isfinite(point.y()));
      }
    }
    const std::vector<double> nothing(7, kNaN);
    QVERIFY(decimatedLines(x, nothing, unit(100, 100)).empty());
  }

  void gapsInOneColumnSplitToo() {
    const std::vector<double> x = {0.501, 0.502, 0.503};
    const std::vector<double> y = {0.1, kNaN, 0.9};
    QCOMPARE(decimatedRuns(x, y, unit(10, 10)).size(), std::size_t{2});
  }

  void smoothCurvesNeedFewPoints() {
    const int columns = 400;
    const int rows = 300;
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < 1024; ++i) {
      x.push_back(i / 1023.0);
      y.push_back(0.5 + 0.4 * std::exp(-2.0 * x.back()) * std::sin(25.0 * x.back()));
    }
    const Polyline line = decimatedLines(x, y, unit(columns, rows)).front();
    QVERIFY2(line.size() < 250, qPrintable(QString::number(line.size())));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double missed = std::abs(heightAt(line, x[i]) - y[i]) * rows;
      QVERIFY2(missed <= 2.0 * kFlatness, qPrintable(QString::number(missed)));
    }
    QVERIFY(contains(line, x.front(), y.front()) && contains(line, x.back(), y.back()));
    for (std::size_t i = 1; i + 1 < y.size(); ++i) {  // every turn is kept
      const bool turn = (y[i] - y[i - 1]) * (y[i + 1] - y[i]) < 0.0;
      const bool seen =
          std::min(std::abs(y[i] - y[i - 1]), std::abs(y[i + 1] - y[i])) * rows > 0.02;
      if (turn && seen) QVERIFY2(contains(line, x[i], y[i]), qPrintable(QString::number(i)));
    }
  }

  void closedCurvesStayClosed() {
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i <= 180; ++i) {
      x.push_back(0.5 + 0.4 * std::cos(i * 3.14159265358979 / 90.0));
      y.push_back(0.5 + 0.4 * std::sin(i * 3.14159265358979 / 90.0));
    }
    const Polyline line = decimatedLines(x, y, unit(300, 300)).front();
    for (const QPointF& point : line) {
      QVERIFY(std::abs(std::hypot(point.x() - 0.5, point.y() - 0.5) - 0.4) < 1e-6);
    }
    QVERIFY(line.size() > 40);
  }

  void farAwayIsBroughtNear() {
    const std::vector<double> x = {-1e300, 0.5, 1e300};
    const std::vector<double> y = {1e308, -1e308, 0.5};
    const Polyline line = decimatedLines(x, y, unit(100, 100)).front();
    for (const QPointF& point : line) {
      QVERIFY(std::abs(point.x()) <= kFarOutside + 1.0 && std::abs(point.y()) <= kFarOutside + 1.0);
    }
  }

  void manyPointsInAPixelAreOne() {
    const Samples samples = noise(100000, 3);
    const Polyline points = decimatedPoints(samples.x, samples.y, unit(40, 30));
    QCOMPARE(points.size(), qsizetype{40} * 30);
    const std::vector<double> x = {0.5, 0.5, 0.5};
    const std::vector<double> y = {0.2, kNaN, 0.2};
    QCOMPARE(decimatedPoints(x, y, unit(100, 100)).size(), qsizetype{2});
  }

  void bandsHoldTheirSamples() {
    const Samples samples = noise(2000, 4);
    std::vector<double> upper = samples.y;
    std::vector<double> lower = samples.y;
    for (std::size_t i = 0; i < upper.size(); ++i) {
      upper[i] += 0.1;
      lower[i] -= 0.1;
    }
    upper[1000] = kNaN;
    const auto bands = decimatedBands(samples.x, lower, upper, unit(50, 50));
    QCOMPARE(bands.size(), std::size_t{2});
    for (const Band& band : bands) {
      QCOMPARE(band.lower.size(), band.upper.size());
      for (qsizetype i = 0; i < band.lower.size(); ++i) {
        QVERIFY(band.lower[i].y() < band.upper[i].y());
      }
    }
    // The extremes of a column are those of its samples.
    const double highest = *std::max_element(samples.y.begin(), samples.y.begin() + 1000) + 0.1;
    const auto top =
        std::max_element(bands[0].upper.begin(), bands[0].upper.end(),
                         [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
    QVERIFY(std::abs(top->y() - highest) < kRounding);
  }

  void oneColumnWindow() {
    const Samples samples = noise(100, 5);
    QVERIFY(decimatedRuns(samples.x, samples.y, unit(1, 1)).front().size() <= 4);
    QVERIFY(!decimatedRuns(samples.x, samples.y, unit(0, 0)).empty());
  }
};

QTEST_APPLESS_MAIN(TestDecimate)
#include "test_decimate.moc"
