// The ring between steps and between nodes.
#include <QTest>
#include <cmath>

#include "core/compute/random.hpp"
#include "core/ring/ring_motion.hpp"
#include "core/ring/ring_wave.hpp"
#include "tests/core/ring/ring_field.hpp"

using namespace ssmscope;
using test::field;
using test::impulse;
using test::lin;

namespace {

/// Sums of some hundred terms of size one, in double.
constexpr double kRounding = 1e-12;

double largestDifference(std::span<const Complex> a, std::span<const Complex> b) {
  double largest = a.size() == b.size() ? 0.0 : 1e9;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

class TestRingMotion : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whole_steps_are_the_computed_rows() {
    for (const int pairs : {1, 2, 7, 32}) {
      const Scenario scenario = lin(pairs, 0.03);
      const auto result = field(scenario, {1.0, -0.5, 0.25, 0.0, 2.0});
      ring::RingMotion motion(result);
      for (int t = 0; t < 5; ++t) {
        const ring::RingFrame& frame = motion.at(t);
        QCOMPARE(frame.row, t);
        QVERIFY(largestDifference(frame.nodes, motion.row(t)) == 0.0);
      }
    }
  }

  void between_steps_it_is_the_held_state_of_continuous_time() {
    // ZOH with a quarter of the step and the input held gives the same states at each fourth row.
    for (const double delta : {0.02, 0.13}) {
      const Scenario coarse = lin(9, delta), fine = lin(9, 0.25 * delta);
      std::vector<double> rough, held;
      for (int t = 0; t < 6; ++t) {
        rough.push_back(std::cos(1.7 * t));
        for (int k = 0; k < 4; ++k) held.push_back(rough.back());
      }
      ring::RingMotion motion(field(coarse, rough));
      const auto exact = field(fine, held);
      const ring::RingMotion rows(exact);
      for (int t = 0; t + 1 < 6; ++t) {
        for (int k = 1; k < 4; ++k) {
          const ring::RingFrame& frame = motion.at(t + 0.25 * k);
          QVERIFY(largestDifference(frame.nodes, rows.row(4 * t + 3 + k)) < kRounding);
        }
      }
    }
  }

  void every_rule_joins_its_steps() {
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      const Scenario scenario = lin(6, 0.05, rule);
      ring::RingMotion motion(field(scenario, {1.0, 0.5, -1.0}));
      constexpr double kShort = 1e-9;  // moves modes of 20 rad/s by much less than kNear
      constexpr double kNear = 1e-6;
      const ring::RingFrame before = motion.at(2.0 - kShort);
      const ring::RingFrame at = motion.at(2.0);
      QVERIFY(largestDifference(before.nodes, at.nodes) < kNear);
    }
  }

  void a_dead_step_gives_no_nan() {
    // Bilinear with delta lambda = -2: abar = 0, its logarithm infinite.
    Scenario scenario = lin(2, 1.0, Rule::Bilinear);
    scenario.model.init = Init::Explicit;
    scenario.model.lambda = {Complex(-2.0, 0.0), Complex(-1.0, 3.0)};
    ring::RingMotion motion(field(scenario, {1.0, 0.0, 1.0}));
    for (const Complex z : motion.at(0.5).curve) QVERIFY(std::isfinite(std::abs(z)));
  }

  void the_curve_passes_through_the_nodes_and_is_the_core_s_interpolation() {
    const Scenario scenario = lin(12, 0.07);
    ring::RingMotion motion(field(scenario, {1.0, 0.3, 0.0, -2.0}));
    const ring::RingFrame& frame = motion.at(2.4);
    QVERIFY(motion.points_per_node() > 1);
    for (std::size_t j = 0; j < 12; ++j) {
      const auto s = j * static_cast<std::size_t>(motion.points_per_node());
      QVERIFY(std::abs(frame.curve[s] - frame.nodes[j]) < kRounding);
    }
    std::vector<Complex> modes(frame.nodes.size()), expected(frame.curve.size());
    ring::modes_of_row(frame.nodes, modes);
    ring::wave_of_modes(modes, expected);
    QVERIFY(largestDifference(frame.curve, expected) < kRounding);
  }

  void modes_and_waves_are_inverse() {
    compute::Random random(5);
    for (const std::size_t count : {1U, 2U, 5U, 64U, 101U}) {
      std::vector<Complex> row(count), modes(count), back(count);
      for (Complex& z : row) z = {random.normal(), random.normal()};
      ring::modes_of_row(row, modes);
      ring::wave_of_modes(modes, back);
      QVERIFY(largestDifference(row, back) < kRounding);
    }
  }

  void a_pulse_glides_one_node_a_step() {
    const int pairs = 32;
    const Scenario scenario = lin(pairs, 2.0 / pairs);
    ring::RingMotion motion(field(scenario, impulse(40)));
    for (const double time : {1.0, 3.5, 10.25, 20.75}) {
      const ring::RingFrame& frame = motion.at(time);
      const auto top =
          std::max_element(frame.curve.begin(), frame.curve.end(),
                           [](Complex a, Complex b) { return std::norm(a) < std::norm(b); });
      const double node = static_cast<double>(top - frame.curve.begin()) / motion.points_per_node();
      // ZOH smears the pulse over the first step's way: its middle is half a node on.
      QVERIFY2(std::abs(node - (time + 0.5)) < 0.3, qPrintable(QString::number(node - time)));
    }
  }

  void odd_sizes_and_broken_results_do_no_harm() {
    auto result = std::make_shared<ring::RingResult>();
    ring::RingMotion nothing(result);
    QVERIFY(nothing.empty());
    QCOMPARE(nothing.at(3.0).row, -1);
    result = std::make_shared<ring::RingResult>();
    result->nodes = 3;  // not the model's, and fewer numbers than it says
    result->steps = 10;
    result->field.assign(7, Complex(1.0, std::nan("")));
    ring::RingMotion broken(result);
    QCOMPARE(broken.rows(), 2);
    QCOMPARE(broken.at(1e9).row, 1);
    QVERIFY(broken.at(1e9).beyond);
    QCOMPARE(broken.at(-5.0).row, 0);
    QCOMPARE(broken.at(std::nan("")).row, -1);
    result = std::make_shared<ring::RingResult>();
    result->nodes = 5000;
    result->steps = 2;
    result->field.assign(10000, 0.0);
    result->field[1234] = 3.0;
    ring::RingMotion large(result);
    double peak = 0.0;
    for (const Complex z : large.at(0.0).curve) peak = std::max(peak, std::abs(z));
    QCOMPARE(peak, 3.0);  // the one node that swings is never left out
  }
};

QTEST_APPLESS_MAIN(TestRingMotion)
#include "test_ring_motion.moc"
