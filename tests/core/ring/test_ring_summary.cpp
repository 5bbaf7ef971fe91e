// What a ring and the two knobs say in a few numbers.
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ring/knob_readout.hpp"
#include "core/ring/ring_summary.hpp"
#include "tests/core/ring/ring_field.hpp"

using namespace ssmscope;
using test::field;
using test::impulse;
using test::lin;

class TestRingSummary : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void speeds_loss_and_aliases() {
    const Scenario scenario = lin(32, 2.0 / 32);
    const auto result = field(scenario, impulse(80));
    result->lap_steps = 32.0;
    ring::RingSummary now = ring::summarise(*result, scenario.discretisation);
    QVERIFY(now.travels && now.alike && now.keeps_shape);
    QCOMPARE(now.fastest, 1.0);
    // Re lambda = -1/2: a lap of 32 steps of 1/16 falls by e.
    constexpr double kRounding = 1e-9;
    QVERIFY(now.loss_a_lap && std::abs(*now.loss_a_lap - std::numbers::e) < kRounding);
    QCOMPARE(now.aliased, 15);  // pi m/16 > pi
    test::slow_down(*result, 3, 0.25);
    for (double& frequency : result->dispersion.frequency) frequency += 1000.0;
    now = ring::summarise(*result, scenario.discretisation);
    QVERIFY(!now.alike);
    QCOMPARE(now.slowest, 0.25);
    QCOMPARE(now.aliased, 32);
    Discretisation bilinear = scenario.discretisation;
    bilinear.rule = Rule::Bilinear;
    QCOMPARE(ring::summarise(*result, bilinear).aliased, 0);  // it warps instead
    result->lap_steps = 100.0;                                // no whole lap in the window
    QVERIFY(!ring::summarise(*result, scenario.discretisation).loss_a_lap);
  }

  // The words are about the steps that are taken, not about the poles of continuous time.
  void bilinear_steps_disperse() {
    const Scenario scenario = lin(32, 2.0 / 32, Rule::Bilinear);
    const auto result = field(scenario, impulse(4));
    const ring::RingSummary now = ring::summarise(*result, scenario.discretisation);
    QVERIFY(now.travels && !now.alike && !now.keeps_shape);
    // arg abar_m = 2 arctan2(delta pi m/2, 1) but for the damping: fastest next to m = 0.
    QVERIFY(now.fastest < 1.0 && now.fastest > 0.95);
    QVERIFY(now.slowest > 0.0 && now.slowest < 0.2);
    compute::Progress progress;
    QVERIFY(std::isnan(ring::read_knobs(scenario, progress).lap_steps));
  }

  void unequal_damping_changes_the_shape() {
    Scenario scenario = lin(2, 0.1);
    scenario.model.init = Init::Explicit;
    scenario.model.lambda = {Complex(-0.5, 3.0), Complex(0.1, 1.0)};
    const auto result = field(scenario, impulse(80));
    const ring::RingSummary now = ring::summarise(*result, scenario.discretisation);
    QVERIFY(now.alike && !now.keeps_shape);
    compute::Progress progress;
    QVERIFY(std::isnan(ring::read_knobs(scenario, progress).lap_steps));
  }

  void modes_of_one_frequency_stand() {
    Scenario scenario = lin(3, 1.5, Rule::Bilinear);
    scenario.model.init = Init::Real;  // abar_3 < 0: its sign turns every step, but nothing travels
    const auto result = field(scenario, impulse(4));
    const ring::RingSummary now = ring::summarise(*result, scenario.discretisation);
    QVERIFY(now.travels && now.alike && !now.keeps_shape);
    QCOMPARE(now.fastest, 0.0);
  }

  void only_even_spacing_has_a_lap() {
    const ComplexList even = {Complex(-0.05, 0.1), Complex(-0.05, 0.2), Complex(-0.05, 0.3)};
    constexpr double kRounding = 1e-12;
    QVERIFY(std::abs(ring::even_lap(even) - 20.0 * std::numbers::pi) < kRounding * 100.0);
    QVERIFY(std::isnan(ring::even_lap({Complex(0, 1), Complex(0, 2), Complex(0, 4)})));
    QVERIFY(std::isnan(ring::even_lap({Complex(0, 1), Complex(-0.1, 2), Complex(0, 3)})));
    QVERIFY(std::isnan(ring::even_lap({Complex(0, 1)})));
    QVERIFY(std::isnan(ring::even_lap({Complex(0, 1), Complex(0, 1)})));
    const double gone = -std::numeric_limits<double>::infinity();  // log of abar = 0
    QVERIFY(std::isnan(ring::even_lap({Complex(gone, 0), Complex(gone, 1)})));
  }

  void the_knobs_read_the_default() {
    compute::Progress progress;
    const Scenario scenario;
    const ring::KnobReadout now = ring::read_knobs(scenario, progress);
    constexpr double kRounding = 1e-9;
    QVERIFY(std::abs(now.memory_steps - 200.0) < kRounding);
    QVERIFY(std::abs(now.lap_steps - 200.0) < kRounding);
    QCOMPARE(now.modes, 32);
    QCOMPARE(now.aliased, 0);
    QVERIFY(now.instability.empty() && !now.warped);
    Scenario other = scenario;
    other.resolution.steps = 64;
    QVERIFY(ring::same_knobs(scenario, other));
    other.discretisation.delta = 0.1;
    QVERIFY(!ring::same_knobs(scenario, other));
    QCOMPARE(ring::read_knobs(other, progress).aliased, 21);
    other.discretisation.rule = Rule::Bilinear;
    QVERIFY(ring::read_knobs(other, progress).warped);
    other.discretisation.rule = Rule::Euler;
    QVERIFY(!ring::read_knobs(other, progress).instability.empty());
  }
};

QTEST_APPLESS_MAIN(TestRingSummary)
#include "test_ring_summary.moc"
