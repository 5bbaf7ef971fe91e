// Axes without a widget: places, steady ranges, ticks, numbers for people.
#include <QtTest>
#include <cmath>
#include <limits>

#include "ui/plot/axis.hpp"

using namespace ssmscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = 1e-12;  // of a few operations in double

AxisSpec scaled(AxisScale scale) {
  AxisSpec spec;
  spec.scale = scale;
  return spec;
}

QStringList labels(const std::vector<Tick>& ticks) {
  QStringList result;
  for (const Tick& tick : ticks) {
    if (!tick.label.isEmpty()) result << tick.label;
  }
  return result;
}

}  // namespace

class TestAxis : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void placesGoThereAndBack() {
    for (const AxisScale scale : {AxisScale::Linear, AxisScale::Log, AxisScale::Decibel}) {
      for (const double value : {1e-12, 0.5, 1.0, 3e7}) {
        const double back = axisValue(scale, axisPlace(scale, value));
        QVERIFY(std::abs(back - value) <= kRounding * value);
      }
    }
    QCOMPARE(axisPlace(AxisScale::Decibel, 10.0), 20.0);
    QCOMPARE(axisPlace(AxisScale::Log, 1000.0), 3.0);
  }

  void whatALogarithmCannotShowIsAGap() {
    for (const double value : {0.0, -1.0, kNaN, HUGE_VAL}) {
      QVERIFY(std::isnan(axisPlace(AxisScale::Log, value)));
      QVERIFY(std::isnan(axisPlace(AxisScale::Decibel, value)));
    }
    QVERIFY(std::isnan(axisPlace(AxisScale::Linear, -HUGE_VAL)));
    QCOMPARE(axisPlace(AxisScale::Linear, -1.0), -1.0);
  }

  void gapsNeverSpoilTheSpan() {
    const std::vector<double> values = {kNaN, 2.0, HUGE_VAL, -3.0, -HUGE_VAL};
    QCOMPARE(spannedPlaces(AxisScale::Linear, values), (AxisRange{-3.0, 2.0}));
    QCOMPARE(spannedPlaces(AxisScale::Log, values).lower, std::log10(2.0));
    QVERIFY(!spannedPlaces(AxisScale::Linear, std::vector<double>{kNaN}).set());
    QVERIFY(!spannedPlaces(AxisScale::Log, std::vector<double>{-1.0, 0.0}).set());
  }

  void steadyRangeStaysUntilAValueLeavesIt() {
    const AxisSpec spec = scaled(AxisScale::Linear);
    const AxisRange first = nextRange(spec, {0.0, 10.0}, {});
    QVERIFY(first.holds({0.0, 10.0}));
    QCOMPARE(nextRange(spec, {1.0, 9.0}, first), first);
    QCOMPARE(nextRange(spec, {2.0, 7.0}, first), first);
    const AxisRange wider = nextRange(spec, {0.0, 14.0}, first);
    QVERIFY(wider.holds({0.0, 14.0}) && wider != first);
  }

  void steadyRangeShrinksWhenLittleIsFilled() {
    const AxisSpec spec = scaled(AxisScale::Linear);
    const AxisRange first = nextRange(spec, {0.0, 10.0}, {});
    const double third = first.span() / 3.0;
    QCOMPARE(nextRange(spec, {1.0, 1.0 + 1.01 * third}, first), first);
    const AxisRange less = nextRange(spec, {1.0, 1.0 + 0.9 * third}, first);
    QVERIFY(less.span() < 0.6 * first.span());
    QCOMPARE(nextRange(spec, {1.0, 1.0 + 0.9 * third}, less), less);  // and then stays
  }

  void oneValueHasARangeAroundIt() {
    for (const double value : {0.0, 5.0, -1e-9, 1e12}) {
      const AxisRange range = nextRange(scaled(AxisScale::Linear), {value, value}, {});
      QVERIFY(range.lower < value && value < range.upper);
      QCOMPARE(nextRange(scaled(AxisScale::Linear), {value, value}, range), range);
    }
  }

  void roundingNoiseIsNoSpan() {
    const AxisRange range = nextRange(scaled(AxisScale::Linear), {1.0, 1.0 + 1e-15}, {});
    QVERIFY(range.span() > 0.1);
  }

  void nothingToShowKeepsTheRange() {
    const AxisSpec spec = scaled(AxisScale::Linear);
    QVERIFY(nextRange(spec, {}, {}).span() > 0.0);
    QCOMPARE(nextRange(spec, {}, {2.0, 3.0}), (AxisRange{2.0, 3.0}));
  }

  void fixedExactAndIncluded() {
    AxisSpec spec = scaled(AxisScale::Log);
    spec.range = RangePolicy::Fixed;
    spec.lower = 0.01;
    spec.upper = 100.0;
    QCOMPARE(nextRange(spec, {-8.0, 8.0}, {}), (AxisRange{-2.0, 2.0}));
    spec = scaled(AxisScale::Linear);
    spec.range = RangePolicy::Exact;
    QCOMPARE(nextRange(spec, {3.0, 7.0}, {0.0, 9.0}), (AxisRange{3.0, 7.0}));
    spec.range = RangePolicy::Steady;
    spec.include = 0.0;
    const AxisRange bars = nextRange(spec, {3.0, 7.0}, {});
    QCOMPARE(bars.lower, 0.0);
    QVERIFY(bars.upper > 7.0);
  }

  void aDeepZeroDoesNotFlattenTheRest() {
    AxisSpec spec = scaled(AxisScale::Decibel);
    spec.largest_span = 100.0;
    const AxisRange range = nextRange(spec, {-400.0, 0.0}, {});
    QVERIFY(range.lower >= -120.0 && range.lower <= -100.0);
  }

  void ticksAreRoundAndInside_data() {
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("plain") << 0.0 << 3.2 << QStringList({"0", "1", "2", "3"});
    QTest::newRow("halves") << -0.6 << 0.6 << QStringList({"−0.5", "0.0", "0.5"});
    QTest::newRow("tiny") << 0.0 << 2.1e-6 << QStringList({"0", "10⁻⁶", "2×10⁻⁶"});
    QTest::newRow("large") << 0.0 << 2.1e7 << QStringList({"0", "10⁷", "2×10⁷"});
  }

  void ticksAreRoundAndInside() {
    QFETCH(double, lower);
    QFETCH(double, upper);
    QFETCH(QStringList, expected);
    const auto ticks = axisTicks(scaled(AxisScale::Linear), {lower, upper}, 4);
    QCOMPARE(labels(ticks), expected);
    for (const Tick& tick : ticks) QVERIFY(tick.place >= lower && tick.place <= upper);
  }

  // A low chart of a gain from -45 to 35 dB: 50 dB a tick would leave the 0 alone.
  void oneTickIsNoScale() {
    const auto ticks = axisTicks(scaled(AxisScale::Linear), {-45.0, 35.0}, 3);
    QCOMPARE(labels(ticks), QStringList({"−40", "−20", "0", "20"}));
    QCOMPARE(axisTicks(scaled(AxisScale::Linear), {-45.0, 35.0}, 1).size(), std::size_t{1});
  }

  void ticksOfLogAxes() {
    const AxisSpec spec = scaled(AxisScale::Log);
    QCOMPARE(labels(axisTicks(spec, {-2.2, 1.1}, 5)), QStringList({"0.01", "0.1", "1", "10"}));
    QCOMPARE(labels(axisTicks(spec, {-9.5, -6.9}, 5)), QStringList({"10⁻⁹", "10⁻⁸", "10⁻⁷"}));
    QCOMPARE(labels(axisTicks(spec, {0.0, 1.0}, 5)), QStringList({"1", "2", "5", "10"}));
    // Three hundred decades: few labels, no grey wall of minor ticks.
    const auto wide = axisTicks(spec, {-3.0, 300.0}, 8);
    QVERIFY(wide.size() <= 9);
    QVERIFY(labels(wide).contains("10¹⁰⁰"));
  }

  void ticksOfAbsurdRangesEnd() {
    const AxisSpec spec = scaled(AxisScale::Linear);
    QVERIFY(axisTicks(spec, {}, 5).empty());
    QVERIFY(axisTicks(spec, {1.0, 1.0}, 5).empty());
    QVERIFY(axisTicks(spec, {-1e308, 1e308}, 5).size() < 20);
    QVERIFY(axisTicks(spec, {1.0, 1.0 + 1e-15}, 5).size() < 20);
  }

  void wholeNumbersOnly() {
    AxisSpec spec = scaled(AxisScale::Linear);
    spec.whole_numbers = true;
    QCOMPARE(labels(axisTicks(spec, {0.5, 3.5}, 10)), QStringList({"1", "2", "3"}));
  }

  void numbersForPeople_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("minus zero") << -0.0 << "0";
    QTest::newRow("rounded") << 3.14159 << "3.142";
    QTest::newRow("whole") << 16384.0 << "16384";
    QTest::newRow("power") << 1e-5 << "10⁻⁵";
    QTest::newRow("minus power") << -1e-5 << "−10⁻⁵";
    QTest::newRow("small") << -2.5e-12 << "−2.5×10⁻¹²";
    QTest::newRow("undefined") << kNaN << "undefined";
    QTest::newRow("infinite") << -HUGE_VAL << "−∞";
  }

  void numbersForPeople() {
    QFETCH(double, value);
    QFETCH(QString, expected);
    QCOMPARE(numberText(value), expected);
  }

  void readOutsGiveBothUnits() {
    AxisSpec spec;
    spec.title = "Lag";
    spec.unit = "steps";
    spec.second_factor = 0.01;
    spec.second_unit = "s";
    QCOMPARE(readOutText(spec, 25.0), QString("25 steps (0.25 s)"));
    QCOMPARE(axisTitle(spec), QString("Lag (steps)"));
    AxisSpec gain = scaled(AxisScale::Decibel);
    gain.unit = "dB";
    QCOMPARE(readOutText(gain, 0.1), QString("−20 dB"));
  }
};

QTEST_APPLESS_MAIN(TestAxis)
#include "test_axis.moc"
