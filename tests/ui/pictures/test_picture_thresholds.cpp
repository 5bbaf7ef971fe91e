// What the comparison of pictures must see: at the thresholds in use, a chart without one of its
// curves, with two colours swapped, without its legend or an axis' title is not its baseline; nor
// is a ring that turned.
#include <QApplication>
#include <QComboBox>
#include <QTest>
#include <cmath>
#include <vector>

#include "tests/ui/pictures/baselines.hpp"
#include "tests/ui/pictures/fixed_look.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "ui/plot/line_chart.hpp"
#include "ui/views/ring/ring_view.hpp"
#include "ui/workbench/style.hpp"
#include "ui/workbench/workbench.hpp"

namespace ssmscope::ui {

namespace {

constexpr QSize kSize(440, 300);
constexpr double kTwice = 2.0;

struct Drawing {
  int swapped = 0;         ///< 1: the colours of the first two curves are swapped
  int without = -1;        ///< the curve that is left out
  double shift = 0.0;      ///< of the first curve, upwards, of a range of 2
  bool legend = true;      ///< false: no curve has an entry
  QString title = "gain";  ///< of the axis
};

/// A chart as the views draw them: three curves, a legend, titles.
QImage chart(const Drawing& drawing, bool dark) {
  LineChart made;
  made.applyTheme(dark ? darkTheme() : lightTheme());
  AxisSpec x, y;
  x.title = QStringLiteral("lag");
  x.unit = QStringLiteral("steps");
  y.title = drawing.title;
  made.setXAxis(x);
  made.setYAxis(y);
  made.setTitle(QStringLiteral("Kernel"));
  std::vector<double> at, values;
  for (int i = 0; i <= 200; ++i) at.push_back(i);
  for (int curve = 0; curve < 3; ++curve) {
    if (curve == drawing.without) continue;
    values.clear();
    for (const double t : at)
      values.push_back(std::exp(-0.01 * t) * std::cos(0.03 * (curve + 1) * t) +
                       (curve == 0 ? drawing.shift : 0.0));
    CurveStyle style;
    style.colour = curve < 2 && drawing.swapped == 1 ? 1 - curve : curve;
    style.in_legend = drawing.legend;
    const QString name = QStringLiteral("curve %1").arg(curve);
    made.setCurve(name, name, at, values, style);
  }
  return test::halved(made.figure(kSize, kTwice));
}

}  // namespace

class TestPictureThresholds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDefectOfAChartIsSeen_data() {
    QTest::addColumn<Drawing>("defect");
    Drawing defect;
    QTest::newRow("nothing") << defect;
    for (defect.without = 0; defect.without < 3; ++defect.without)
      QTest::addRow("curve %d is gone", defect.without) << defect;
    defect = {};
    defect.swapped = 1;
    QTest::newRow("two colours are swapped") << defect;
    defect = {};
    defect.legend = false;
    QTest::newRow("the legend is gone") << defect;
    defect = {};
    defect.shift = 0.02;
    QTest::newRow("a curve is a hundredth too high") << defect;
    defect = {};
    defect.title = QStringLiteral("gait");
    QTest::newRow("another word on an axis") << defect;
    defect.title.clear();
    QTest::newRow("an axis has no title") << defect;
  }
  void aDefectOfAChartIsSeen() {
    QFETCH(Drawing, defect);
    const bool none = QLatin1String(QTest::currentDataTag()) == QLatin1String("nothing");
    for (const bool dark : {false, true}) {
      const test::Similarity likeness = test::similarity(chart(defect, dark), chart({}, dark));
      qInfo("mean %.4f, worst %.4f", likeness.mean, likeness.worst);
      QCOMPARE(test::passes(likeness, test::kDrawn), none);
    }
  }

  void aDefectOfTheRingIsSeen() {
    test::ViewFixture fixture;
    applyToApplication(lightTheme());
    RingView ring(fixture.workspace);
    ring.applyTheme(lightTheme());
    fixture.clock.setRange(0, 512);
    fixture.clock.setTime(24);
    ring.resize(760, 520);
    QVERIFY(test::show_scenario(ring, Scenario{}));
    const auto draw = [&ring] { return test::halved(ring.figure(ring.size(), kTwice)); };
    const auto seen = [&draw](const QImage& before) {
      const test::Similarity likeness = test::similarity(draw(), before);
      qInfo("mean %.4f, worst %.4f", likeness.mean, likeness.worst);
      return !test::passes(likeness, test::kRing);
    };
    const QImage before = draw();
    QVERIFY(!seen(before));
    fixture.clock.setTime(26);
    QVERIFY2(seen(before), "a wave two steps farther");
    fixture.clock.setTime(24);
    QVERIFY(!seen(before));
    CanvasCamera camera = ring.canvas()->camera();
    camera.yaw += 3.0;
    ring.canvas()->setCamera(camera);
    QVERIFY2(seen(before), "a ring turned by three degrees");
    ring.canvas()->resetCamera();
    QVERIFY(!seen(before));
    ring.findChild<QComboBox*>(QStringLiteral("ring.colour"))->setCurrentIndex(1);
    QVERIFY2(seen(before), "other colours");
  }
};

}  // namespace ssmscope::ui

int main(int argc, char** argv) {
  return ssmscope::test::runInFixedLook<ssmscope::ui::TestPictureThresholds>(
      QStringLiteral(SSMSCOPE_BINARY_DIR "/pictures"), argc, argv);
}
#include "test_picture_thresholds.moc"
