// The parts of the ring view that are no widgets: its scales, the picture of its past, its caption.
#include <QTest>
#include <cmath>

#include "core/ring/ring_motion.hpp"
#include "tests/core/ring/ring_field.hpp"
#include "ui/views/ring/past_image.hpp"
#include "ui/views/ring/ring_caption.hpp"
#include "ui/views/ring/steady_scale.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;
using test::field;
using test::impulse;
using test::lin;

class TestRingParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_past_keeps_its_rows_in_order() {
    const Scenario scenario = lin(8, 0.25);
    ring::RingMotion motion(field(scenario, impulse(50)));
    const RingLook look(lightTheme());
    PastImage past;
    past.setRows(17);
    QVERIFY(past.update(motion, look, 1.0, 30));
    QVERIFY(!past.update(motion, look, 1.0, 30));
    QVERIFY(past.update(motion, look, 1.0, 31));
    PastImage fresh;
    fresh.setRows(17);
    fresh.update(motion, look, 1.0, 31);
    QCOMPARE(past.image(), fresh.image());
    for (int row = 31 - 15; row <= 31; ++row) {
      for (int j = 0; j < 8; ++j)
        QCOMPARE(past.image().pixel(j, past.lineOf(row)),
                 look.area(motion.row(row)[static_cast<std::size_t>(j)], 1.0));
    }
    past.update(motion, look, 1.0, 3);  // backwards, and before the first row
    QCOMPARE(past.image().pixel(0, past.lineOf(-2)), lightTheme().raised.rgb());
  }

  void a_scale_stands_still_until_it_must_move() {
    SteadyScale scale;
    scale.fit(1.0);
    QCOMPARE(scale.shown(), 1.0);
    scale.fit(0.6);
    QCOMPARE(scale.goal(), 1.0);
    scale.fit(3.0);
    QCOMPARE(scale.goal(), 3.0);
    QCOMPARE(scale.shown(), 1.0);
    int frames = 0;
    while (scale.ease(0.016)) ++frames;
    QVERIFY(frames > 3 && frames < 100);
    QCOMPARE(scale.shown(), 3.0);
    scale.fit(0.0);
    scale.fit(std::nan(""));
    QCOMPARE(scale.goal(), 3.0);

    SteadyScale magnified;
    magnified.magnify(0.13, 1.0);
    QCOMPARE(magnified.goal(), 0.25);
    magnified.magnify(0.11, 1.0);  // not at the first number below an octave
    QCOMPARE(magnified.goal(), 0.25);
    magnified.magnify(0.09, 1.0);
    QCOMPARE(magnified.goal(), 0.125);
    magnified.magnify(0.2, 1.0);
    QCOMPARE(magnified.goal(), 0.25);
    magnified.magnify(0.0, 1.0);
    QVERIFY(std::isfinite(magnified.goal()) && magnified.goal() > 0.0);
  }

  void the_caption_tells_travel_and_loss() {
    const Scenario scenario = lin(32, 2.0 / 32);
    auto result = field(scenario, impulse(80));
    result->lap_steps = 32.0;
    const QString same = ringCaption(*result, scenario);
    QVERIFY2(same.contains("one node a step") && same.contains("every 32 steps"), qPrintable(same));
    QVERIFY2(same.contains("factor 2.7 a lap"), qPrintable(same));
    test::slow_down(*result, 3, 0.25);
    QVERIFY2(ringCaption(*result, scenario).contains("0.25 to 1 nodes"),
             qPrintable(ringCaption(*result, scenario)));
    for (double& frequency : result->dispersion.frequency) frequency += 1000.0;
    QVERIFY(ringCaption(*result, scenario).contains("32 of 32 modes"));
  }

  void the_caption_promises_no_shape_that_is_lost() {
    const Scenario bilinear = lin(32, 2.0 / 32, Rule::Bilinear);
    const QString bent = ringCaption(*field(bilinear, impulse(4)), bilinear);
    QVERIFY2(bent.contains("a pulse spreads") && !bent.contains("keeps"), qPrintable(bent));
    const Scenario zoh = lin(32, 2.0 / 32);
    const auto uneven = field(zoh, impulse(80));
    uneven->lap_steps = 32.0;
    uneven->turn[5] -= 0.01;  // one mode fades faster
    const QString faded = ringCaption(*uneven, zoh);
    QVERIFY2(faded.contains("changes its shape") && !faded.contains("keeps"), qPrintable(faded));
    QVERIFY2(!faded.contains("a lap"), qPrintable(faded));
  }
};

QTEST_APPLESS_MAIN(TestRingParts)
#include "test_ring_parts.moc"
