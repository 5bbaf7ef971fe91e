// The heat map: cells in their places, gaps blank, read-outs, export.
#include <QSignalSpy>
#include <QtTest>
#include <cmath>
#include <limits>

#include "ui/plot/heat_map.hpp"

using namespace ssmscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void give(HeatMap& map) {
  AxisSpec x;
  x.title = "Step";
  AxisSpec y;
  y.title = "Row";
  AxisSpec value;
  value.title = "Value";
  map.setXAxis(x);
  map.setYAxis(y);
  map.setValueAxis(value, ColourMap::Diverging);
  map.setPlaces(0.0, 1.0, 1.0, 1.0);
  map.setValues(2, 3, std::vector<double>{-1.0, 0.0, 0.5, kNaN, 1.0, -0.25});
}

QPoint cell(const HeatMap& map, int row, int column) {
  const QRectF plot = map.plotArea();
  return QPointF(plot.left() + (column + 0.5) * plot.width() / 3,
                 plot.top() + (row + 0.5) * plot.height() / 2)
      .toPoint();
}

bool near(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) < 12 && std::abs(a.green() - b.green()) < 12 &&
         std::abs(a.blue() - b.blue()) < 12;
}

}  // namespace

class TestHeatMap : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cellsStandInTheirPlaces() {
    HeatMap map;
    give(map);
    const QImage picture = map.figure({400, 300}, 1.0);
    const AxisRange range = map.valueRange();
    QCOMPARE(range.lower, -range.upper);  // zero in the middle
    QVERIFY(range.upper >= 1.0);
    const auto expected = [&](double value) {
      return QColor(colourRgb(ColourMap::Diverging, (value - range.lower) / range.span()));
    };
    map.resize(400, 300);
    QVERIFY(near(picture.pixelColor(cell(map, 0, 0)), expected(-1.0)));
    QVERIFY(near(picture.pixelColor(cell(map, 0, 1)), expected(0.0)));
    QVERIFY(near(picture.pixelColor(cell(map, 1, 1)), expected(1.0)));
    QVERIFY(near(picture.pixelColor(cell(map, 1, 0)), lightTheme().grid));
  }

  void aPointerReadsAndPicks() {
    HeatMap map;
    give(map);
    map.resize(400, 300);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    QTest::mouseMove(&map, cell(map, 1, 2));
    QTRY_VERIFY(map.readOut().has_value());
    QCOMPARE(map.readOut()->row, 1);
    QCOMPARE(map.readOut()->column, 2);
    QVERIFY(map.readOutText().contains("Row: 2"));
    QVERIFY(map.readOutText().contains("Step: 2"));
    QVERIFY(map.readOutText().contains("Value: −0.25"));
    QSignalSpy picked(&map, &HeatMap::picked);
    QTest::mouseClick(&map, Qt::LeftButton, {}, cell(map, 0, 2));
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked[0][0].toInt(), 0);
    QCOMPARE(picked[0][1].toInt(), 2);
  }

  void keysWalkTheCells() {
    HeatMap map;
    give(map);
    QTest::keyClick(&map, Qt::Key_Right);
    QTest::keyClick(&map, Qt::Key_Right);
    QTest::keyClick(&map, Qt::Key_Down);
    QTest::keyClick(&map, Qt::Key_Down);
    QVERIFY(map.readOut() == (MatrixCell{1, 1}));
    QSignalSpy picked(&map, &HeatMap::picked);
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(picked.count(), 1);
    map.setValues(1, 1, std::vector<double>{2.0});
    QVERIFY(!map.readOut().has_value());
  }

  void emptyAndAllGapsPaint() {
    HeatMap map;
    QVERIFY(!map.figure({200, 120}, 1.0).isNull());
    map.setValues(0, 5, {});
    QVERIFY(!map.figure({400, 300}, 2.0).isNull());
    map.setValues(2, 2, std::vector<double>(4, kNaN));
    map.setSelectedRow(7, "gone");
    QVERIFY(!map.figure({400, 300}, 1.0).isNull());
    map.setValues(3, 3, std::vector<double>{1.0});  // too few: the rest is blank
    QVERIFY(!map.figure({400, 300}, 1.0).isNull());
  }

  void theTableHoldsTheRows() {
    HeatMap map;
    give(map);
    const auto table = map.table();
    QCOMPARE(table.columns.size(), std::size_t{3});
    QCOMPARE(table.columns[0], (std::vector<double>{0, 1, 2}));
    QCOMPARE(table.columns[1], (std::vector<double>{-1.0, 0.0, 0.5}));
    QCOMPARE(table.names[2], std::string("Row 2"));
  }
};

QTEST_MAIN(TestHeatMap)
#include "test_heat_map.moc"
