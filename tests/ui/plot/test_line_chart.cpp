// The line chart: steady axes, read-out, zoom, ghosts, cursors, export, points handed to Qt.
#include <QAbstractButton>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>
#include <limits>

#include "ui/plot/line_chart.hpp"

using namespace ssmscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Samples {
  std::vector<double> x, y;
};

Samples wave(int count, double height = 1.0, double turns = 1.0) {
  Samples samples;
  for (int i = 0; i < count; ++i) {
    samples.x.push_back(i);
    samples.y.push_back(height * std::sin(turns * 6.283185307 * i / count));
  }
  return samples;
}

AxisSpec axis(const QString& title, const QString& unit = {}) {
  AxisSpec spec;
  spec.title = title;
  spec.unit = unit;
  return spec;
}

/// A chart with one wave over 0..99.
class Shown {
 public:
  Shown() {
    AxisSpec x = axis("Lag", "steps");
    x.range = RangePolicy::Exact;
    x.second_factor = 0.01;
    x.second_unit = "s";
    chart.setXAxis(x);
    chart.setYAxis(axis("Value"));
    chart.setTitle("Kernel");
    give(wave(100));
    chart.resize(500, 320);
    chart.show();
    ready = QTest::qWaitForWindowExposed(&chart);
  }
  void give(const Samples& samples) { chart.setCurve("wave", "Wave", samples.x, samples.y); }
  void drag(QPointF from, QPointF to, Qt::KeyboardModifiers keys = {}) {
    QTest::mousePress(&chart, Qt::LeftButton, keys, from.toPoint());
    for (int i = 1; i <= 4; ++i) move(from + (to - from) * i / 4.0, Qt::LeftButton, keys);
    QTest::mouseRelease(&chart, Qt::LeftButton, keys, to.toPoint());
  }
  void move(QPointF to, Qt::MouseButtons buttons = {}, Qt::KeyboardModifiers keys = {}) {
    QMouseEvent event(QEvent::MouseMove, to, chart.mapToGlobal(to), Qt::NoButton, buttons, keys);
    QApplication::sendEvent(&chart, &event);
  }
  void wheel(QPointF at, int delta) {
    QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&chart, &event);
  }
  LineChart chart;
  bool ready = false;
};

int pixelsOf(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      const int apart = std::abs(pixel.red() - colour.red()) +
                        std::abs(pixel.green() - colour.green()) +
                        std::abs(pixel.blue() - colour.blue());
      if (apart <= 24) ++count;
    }
  }
  return count;
}

}  // namespace

class TestLineChart : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pixelsAndValuesAgree() {
    Shown shown;
    QVERIFY(shown.ready);
    const QRectF plot = shown.chart.plotArea();
    QCOMPARE(shown.chart.toPixel(0, 0).x(), plot.left());
    QCOMPARE(shown.chart.toPixel(99, 0).x(), plot.right());
    QVERIFY(shown.chart.toPixel(0, 1).y() < shown.chart.toPixel(0, -1).y());
    QVERIFY(plot.width() > 350 && plot.height() > 200);
  }

  void aHundredThousandPointsBecomeAFew() {
    Shown shown;
    Samples many = wave(100000, 1.0, 20000.0);  // full height in every pixel column
    shown.give(many);
    shown.chart.grab();
    const double columns = shown.chart.plotArea().width() * shown.chart.devicePixelRatioF();
    QVERIFY2(shown.chart.pointsHanded() <= 4 * static_cast<std::size_t>(columns + 2),
             qPrintable(QString::number(shown.chart.pointsHanded())));
    QVERIFY(static_cast<double>(shown.chart.pointsHanded()) >= 2 * columns);
    shown.give(wave(100000));
    shown.chart.grab();
    QVERIFY2(shown.chart.pointsHanded() < 300,
             qPrintable(QString::number(shown.chart.pointsHanded())));
  }

  void nothingJumpsWhileValuesStayInside() {
    Shown shown;
    const AxisRange before = shown.chart.yRange();
    for (const double height : {0.9, 0.7, 1.0, 0.5}) {
      shown.give(wave(100, height));
      shown.chart.grab();
      QCOMPARE(shown.chart.yRange(), before);
    }
  }

  void resettingTheZoomFitsTheDataAgain() {
    Shown shown;
    const AxisRange before = shown.chart.yRange();
    shown.give(wave(100, 0.5));  // fills enough of the range that it is kept
    QCOMPARE(shown.chart.yRange(), before);
    shown.chart.resetZoom();
    QTRY_VERIFY(shown.chart.yRange().upper < 0.9);
    QVERIFY(shown.chart.yRange().upper >= 0.5);
  }

  void theRangeEasesWhenAValueLeavesIt() {
    Shown shown;
    const AxisRange before = shown.chart.yRange();
    shown.give(wave(100, 4.0));
    shown.chart.grab();
    QVERIFY(shown.chart.yRange().upper < 4.0);  // not at once
    QTRY_VERIFY(shown.chart.yRange().upper >= 4.0);
    shown.give(wave(100, 1.0));
    QTRY_VERIFY(shown.chart.yRange().upper < 2.0);
    QVERIFY(before.upper > 0.9);
  }

  // An unstable kernel, and then a stable one: the way from 1e67 to 1 must not end beside 1.
  void theRangeComesBackFromAnExplosion() {
    Shown shown;
    shown.give(wave(100, 1e67));
    QTRY_VERIFY(shown.chart.yRange().upper >= 1e67);
    shown.give(wave(100));
    QTRY_VERIFY(shown.chart.yRange().upper < 2.0);
    QVERIFY(shown.chart.yRange().upper >= 1.0);
    QVERIFY(shown.chart.yRange().lower <= -1.0);
  }

  void nanAndZeroNeverSpoilTheAxes() {
    Shown shown;
    Samples broken = wave(100);
    broken.y[10] = kNaN;
    broken.y[20] = HUGE_VAL;
    shown.give(broken);
    QVERIFY(shown.chart.yRange().upper < 2.0);
    const QImage picture = shown.chart.figure({500, 320}, 1.0);
    QVERIFY(pixelsOf(picture, lightTheme().lines[0]) > 100);
    AxisSpec log = axis("Value");
    log.scale = AxisScale::Log;
    shown.chart.setYAxis(log);  // half of the wave is <= 0
    QVERIFY(std::isfinite(shown.chart.yRange().lower));
    QVERIFY(pixelsOf(shown.chart.figure({500, 320}, 1.0), lightTheme().lines[0]) > 100);
    broken.y.assign(100, kNaN);
    shown.give(broken);
    shown.chart.grab();
    QCOMPARE(shown.chart.pointsHanded(), std::size_t{0});
  }

  void theReadOutSnapsToASample() {
    Shown shown;
    QSignalSpy changed(&shown.chart, &LineChart::readOutChanged);
    shown.move(shown.chart.toPixel(25.2, 0.93));
    QVERIFY(shown.chart.readOut().has_value());
    const ChartReadOut read = *shown.chart.readOut();
    QCOMPARE(read.curve, QString("wave"));
    QCOMPARE(read.index, 25);
    QVERIFY2(read.text.startsWith("Wave\n"), qPrintable(read.text));
    QVERIFY2(read.text.contains("Lag: 25 steps (0.25 s)"), qPrintable(read.text));
    QVERIFY2(read.text.contains("Value: 1"), qPrintable(read.text));
    QCOMPARE(changed.count(), 1);
    shown.move(shown.chart.plotArea().bottomRight() + QPointF(0, 25));
    QVERIFY(!shown.chart.readOut().has_value());
  }

  void theNearestCurveIsRead() {
    Shown shown;
    const Samples flat{{0, 50, 99}, {-0.5, -0.5, -0.5}};
    shown.chart.setCurve("flat", "Flat", flat.x, flat.y);
    shown.chart.setPointNames("flat", {"start", "middle"});
    shown.move(shown.chart.toPixel(48, -0.45));
    QCOMPARE(shown.chart.readOut()->curve, QString("flat"));
    QVERIFY(shown.chart.readOut()->text.startsWith("middle"));
    shown.chart.setCurveVisible("flat", false);
    shown.move(shown.chart.toPixel(50, 0.02));
    QCOMPARE(shown.chart.readOut()->curve, QString("wave"));
  }

  // As the cursor of an oscilloscope: far from any curve, and all of them at once.
  void theCursorReadsEveryCurveAtItsX() {
    Shown shown;
    const Samples other = wave(100, 0.5);
    shown.chart.setCurve("other", "Other", other.x, other.y);
    shown.move(QPointF(shown.chart.toPixel(25.2, 0).x(), shown.chart.plotArea().bottom() - 2));
    QVERIFY(shown.chart.readOut().has_value());
    QCOMPARE(shown.chart.readOut()->index, 25);
    const QString text = shown.chart.readOut()->text;
    QVERIFY2(text.startsWith("Other\n") && text.endsWith("\nWave: 1"), qPrintable(text));
    shown.chart.setCurveVisible("other", false);
    shown.move(shown.chart.plotArea().topLeft() + QPointF(2, 2));
    QCOMPARE(shown.chart.readOut()->text.count(QLatin1Char('\n')), 2);
  }

  // A picture has no menu: its legend names every curve.
  void exportsNameEveryCurve() {
    Shown shown;
    for (int i = 1; i < 8; ++i) {
      const QString key = QString::number(i);
      const Samples samples = wave(100, 0.1);
      CurveStyle style;
      style.colour = i;
      shown.chart.setCurve(key, "A curve of a long name, number " + key, samples.x, samples.y,
                           style);
    }
    shown.chart.grab();
    auto* last = shown.chart.findChild<QAbstractButton*>("legend.7");
    QVERIFY(last != nullptr && !last->isVisible());
    const QImage with = shown.chart.figure(QSize(420, 320), 1.0);
    QVERIFY(last->isVisibleTo(&shown.chart));
    QVERIFY(pixelsOf(with, shown.chart.theme().lines[7]) > 10);
    shown.chart.grab();  // and the screen has its own legend again
    QVERIFY(!last->isVisible());
  }

  void keysWalkTheSamples() {
    Shown shown;
    const Samples flat{{0, 50, 99}, {-0.5, kNaN, -0.5}};
    shown.chart.setCurve("flat", "Flat", flat.x, flat.y);
    shown.chart.grab();
    QTest::keyClick(&shown.chart, Qt::Key_Right);
    QCOMPARE(shown.chart.readOut()->index, 0);
    QTest::keyClick(&shown.chart, Qt::Key_Right);
    QTest::keyClick(&shown.chart, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(shown.chart.readOut()->index, 11);
    QTest::keyClick(&shown.chart, Qt::Key_Left);
    QCOMPARE(shown.chart.readOut()->index, 10);
    QTest::keyClick(&shown.chart, Qt::Key_Down);
    QCOMPARE(shown.chart.readOut()->curve, QString("flat"));
    QTest::keyClick(&shown.chart, Qt::Key_Right);  // over the gap
    QCOMPARE(shown.chart.readOut()->index, 2);
    QSignalSpy picked(&shown.chart, &LineChart::picked);
    QTest::keyClick(&shown.chart, Qt::Key_Return);
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked[0][0].toString(), QString("flat"));
    QCOMPARE(picked[0][1].toInt(), 2);
    QTest::keyClick(&shown.chart, Qt::Key_Escape);
    QVERIFY(!shown.chart.readOut().has_value());
  }

  void aClickPicksOnlyWhatIsUnderIt() {
    Shown shown;
    QSignalSpy picked(&shown.chart, &LineChart::picked);
    QTest::mouseClick(&shown.chart, Qt::LeftButton, {},
                      shown.chart.toPixel(75, -1.0).toPoint() + QPoint(2, -3));
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked[0][1].toInt(), 75);
    QTest::mouseClick(&shown.chart, Qt::LeftButton, {}, shown.chart.toPixel(75, 0.5).toPoint());
    QCOMPARE(picked.count(), 1);
  }

  void wheelZoomsAboutThePointer() {
    Shown shown;
    const AxisRange x = shown.chart.xRange();
    const QPointF at = shown.chart.toPixel(40, 0.5);
    shown.wheel(at, 240);
    QVERIFY(shown.chart.zoomed());
    QVERIFY(std::abs(shown.chart.xRange().span() - x.span() / 1.44) < 1e-9);
    QVERIFY(QLineF(shown.chart.toPixel(40, 0.5), at).length() < 1e-6);
    shown.give(wave(100, 9.0));  // new values do not take the zoom away
    shown.chart.grab();
    QVERIFY(QLineF(shown.chart.toPixel(40, 0.5), at).length() < 1e-6);
  }

  void overAnAxisTheWheelZoomsThatAxis() {
    Shown shown;
    const AxisRange x = shown.chart.xRange();
    const AxisRange y = shown.chart.yRange();
    shown.wheel({shown.chart.plotArea().center().x(), shown.chart.plotArea().bottom() + 10}, 120);
    QVERIFY(shown.chart.xRange().span() < x.span());
    QCOMPARE(shown.chart.yRange(), y);
  }

  void dragPansAndDoubleClickResets() {
    Shown shown;
    const AxisRange x = shown.chart.xRange();
    const QPointF at = shown.chart.toPixel(50, 0.5);
    QSignalSpy picked(&shown.chart, &LineChart::picked);
    shown.drag(at, at + QPointF(60, 0));
    QVERIFY(shown.chart.zoomed());
    QVERIFY(QLineF(shown.chart.toPixel(50, 0.5), at + QPointF(60, 0)).length() < 1.5);
    QCOMPARE(picked.count(), 0);
    QTest::mouseDClick(&shown.chart, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!shown.chart.zoomed());
    QTRY_COMPARE(shown.chart.xRange(), x);
  }

  void shiftDragZoomsIntoTheRectangle() {
    Shown shown;
    shown.drag(shown.chart.toPixel(20, 0.8), shown.chart.toPixel(60, -0.8), Qt::ShiftModifier);
    QVERIFY(std::abs(shown.chart.xRange().lower - 20) < 0.5);
    QVERIFY(std::abs(shown.chart.xRange().upper - 60) < 0.5);
    QVERIFY(std::abs(shown.chart.yRange().upper - 0.8) < 0.02);
    QTest::keyClick(&shown.chart, Qt::Key_0);
    QVERIFY(!shown.chart.zoomed());
  }

  void keysZoom() {
    Shown shown;
    const double span = shown.chart.yRange().span();
    QTest::keyClick(&shown.chart, Qt::Key_Plus);
    QVERIFY(shown.chart.yRange().span() < span);
    QTest::keyClick(&shown.chart, Qt::Key_Minus);
    QVERIFY(std::abs(shown.chart.yRange().span() - span) < 1e-9);
  }

  void zoomEndsBeforeTheNumbersDo() {
    Shown shown;
    for (int i = 0; i < 400; ++i) shown.chart.zoom(2.0);
    QVERIFY(shown.chart.xRange().span() > 0.0);
    QVERIFY(!shown.chart.grab().isNull());
    shown.chart.resetZoom();
    for (int i = 0; i < 2000; ++i) shown.chart.zoom(0.5);
    QVERIFY(std::isfinite(shown.chart.xRange().span()));
    QVERIFY(!shown.chart.grab().isNull());
  }

  void ghostsStay() {
    Shown shown;
    shown.chart.pin();
    QCOMPARE(shown.chart.pinCount(), 1);
    shown.give(wave(100, 0.5));
    shown.chart.grab();
    const std::size_t both = shown.chart.pointsHanded();
    QCOMPARE(shown.chart.curveKeys(), QStringList{"wave"});
    shown.chart.clearPins();
    shown.chart.grab();
    QVERIFY(shown.chart.pointsHanded() < both);
    for (int i = 0; i < 20; ++i) shown.chart.pin();
    QCOMPARE(shown.chart.pinCount(), 8);
    QVERIFY(!shown.chart.grab().isNull());
  }

  void theLegendHidesACurve() {
    Shown shown;
    shown.chart.grab();
    auto* const button = shown.chart.findChild<QAbstractButton*>("legend.wave");
    QVERIFY(button != nullptr && button->isVisible());
    QVERIFY(button->accessibleName().contains("Wave"));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!shown.chart.curveVisible("wave"));
    shown.chart.grab();
    QCOMPARE(shown.chart.pointsHanded(), std::size_t{0});
    QVERIFY(shown.chart.table().columns.empty());
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(shown.chart.curveVisible("wave"));
  }

  void cursorsNeverDrawTheChartAgain() {
    Shown shown;
    shown.chart.grab();
    const std::size_t renders = shown.chart.chartRenders();
    for (int step = 0; step < 50; ++step) {
      shown.chart.setTimeCursors({static_cast<double>(step)});
      QApplication::processEvents();
      shown.chart.grab();
    }
    shown.move(shown.chart.toPixel(25, 0.9));
    shown.chart.grab();
    QCOMPARE(shown.chart.chartRenders(), renders);
    const QImage picture = shown.chart.grab().toImage();
    const QPointF at = shown.chart.toPixel(49, 0.0);
    const QColor line =
        picture.pixelColor(at.toPoint() + QPoint(0, static_cast<int>(picture.height() * 0.2)));
    QVERIFY(line != lightTheme().surface);
  }

  void exportsShowTheCurve_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("hidden");
    QTest::addColumn<double>("ratio");
    for (const bool dark : {false, true}) {
      for (const bool hidden : {false, true}) {
        for (const double ratio : {1.0, 2.0}) {
          QTest::addRow("%s %s %.0f", dark ? "dark" : "light", hidden ? "hidden" : "shown", ratio)
              << dark << hidden << ratio;
        }
      }
    }
  }

  void exportsShowTheCurve() {
    QFETCH(bool, dark);
    QFETCH(bool, hidden);
    QFETCH(double, ratio);
    const Theme theme = dark ? darkTheme() : lightTheme();
    LineChart chart;
    chart.applyTheme(theme);
    chart.setXAxis(axis("Lag"));
    chart.setYAxis(axis("Value"));
    const Samples samples = wave(200);
    CurveStyle style;
    style.width = 3.0;
    chart.setCurve("wave", "Wave", samples.x, samples.y, style);
    if (!hidden) {
      chart.resize(300, 200);
      chart.show();
      QVERIFY(QTest::qWaitForWindowExposed(&chart));
    }
    const QImage picture = chart.figure({420, 300}, ratio);
    QCOMPARE(picture.size(), QSize(420, 300) * ratio);
    QCOMPARE(picture.devicePixelRatio(), ratio);
    QVERIFY2(pixelsOf(picture, theme.lines[0]) > 400 * ratio,
             qPrintable(QString::number(pixelsOf(picture, theme.lines[0]))));
    QVERIFY(pixelsOf(picture, theme.surface) > picture.width() * picture.height() / 2);
    if (!hidden) QCOMPARE(chart.size(), QSize(300, 200));
  }

  void rolesAreAllDrawn() {
    LineChart chart;
    chart.setYAxis(axis("Value"));
    const std::vector<double> x = {0, 1, 2, 3};
    int colour = 0;
    for (const CurveRole role : {CurveRole::Filled, CurveRole::Line, CurveRole::Dashed,
                                 CurveRole::Points, CurveRole::Stems}) {
      CurveStyle style;
      style.role = role;
      style.colour = colour;
      style.width = 3.0;
      style.point_size = 9.0;
      const std::vector<double> y = {1.0 + colour, 2.0 + colour, 1.5 + colour, 2.2 + colour};
      chart.setCurve(QString::number(colour), {}, x, y, style);
      ++colour;
    }
    const QImage picture = chart.figure({500, 400}, 1.0);
    for (std::size_t i = 0; i < 5; ++i) {
      QVERIFY2(pixelsOf(picture, chart.theme().lines[i]) > 30,
               qPrintable(QString("role %1").arg(i)));
    }
  }

  void equalAspectMakesCirclesRound() {
    Shown shown;
    shown.chart.setEqualAspect(true);
    shown.chart.resize(700, 300);
    shown.chart.grab();
    const QPointF origin = shown.chart.toPixel(0, 0);
    const double across = shown.chart.toPixel(1, 0).x() - origin.x();
    const double up = origin.y() - shown.chart.toPixel(0, 1).y();
    QVERIFY(std::abs(across - up) < 1e-9 * across + 1e-9);
  }

  void theTableHoldsWhatIsSeen() {
    Shown shown;
    const std::vector<double> x = {0, 1};
    shown.chart.setBand("band", "Spread", x, std::vector<double>{1, 2}, std::vector<double>{3, 4});
    const auto table = shown.chart.table();
    const std::vector<std::string> names = {"Lag (steps)", "Wave", "Lag (steps)", "Spread, lower",
                                            "Spread, upper"};
    QCOMPARE(table.names, names);
    QCOMPARE(table.columns[1], wave(100).y);
    QCOMPARE(table.columns[4], (std::vector<double>{3, 4}));
  }

  void smallAndEmptyChartsPaint() {
    LineChart chart;
    QVERIFY(!chart.figure({140, 100}, 1.0).isNull());
    QVERIFY(!chart.figure({1, 1}, 1.0).isNull());
    chart.setNotice("Nothing to show");
    chart.setSelected("none", {3});
    chart.setMarkers({{Qt::Vertical, kNaN, "nowhere"}});
    chart.setTimeCursors({kNaN});
    chart.setCurve("empty", "Empty", {}, {});
    QVERIFY(!chart.figure({400, 300}, 1.0).isNull());
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(!chart.readOut().has_value());
  }

  void theUnitStaysInALowChart() {
    const auto picture = [](const QString& unit) {
      LineChart chart;
      chart.setXAxis(axis("Frequency", unit));
      chart.setYAxis(axis("Value"));
      const Samples samples = wave(100);
      chart.setCurve("wave", {}, samples.x, samples.y);
      return chart.figure({240, 160}, 1.0);  // the title with its unit has no room beside the ticks
    };
    QVERIFY(picture("rad/step") != picture("lap/step"));
  }

  void theReadOutGoesWithThePointer() {
    Shown shown;
    shown.move(shown.chart.toPixel(90, -0.59));
    QVERIFY(shown.chart.readOut().has_value());
    // A legend lies on the chart: the pointer that goes there does not leave the chart.
    auto* const legend = shown.chart.findChild<QWidget*>("legend");
    QEnterEvent entered(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1));
    QApplication::sendEvent(legend, &entered);
    QVERIFY(!shown.chart.readOut().has_value());
  }

  void aReadOutOfGoneSamplesGoes() {
    Shown shown;
    shown.move(shown.chart.toPixel(90, -0.59));
    QCOMPARE(shown.chart.readOut()->index, 90);
    shown.give(wave(50));
    QVERIFY(!shown.chart.readOut().has_value());
  }
};

QTEST_MAIN(TestLineChart)
#include "test_line_chart.moc"
