// The ring between steps and nodes, its scales and the picture of its past.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/compute/random.hpp"
#include "core/ssm/diagonal.hpp"
#include "ui/views/ring/past_image.hpp"
#include "ui/views/ring/ring_caption.hpp"
#include "ui/views/ring/ring_motion.hpp"
#include "ui/views/ring/steady_scale.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

/// Sums of some hundred terms of size one, in double.
constexpr double kRounding = 1e-12;

Scenario lin(int pairs, double delta, Rule rule = Rule::Zoh) {
  Scenario scenario;
  scenario.model.pairs = pairs;
  scenario.model.C = Seeded{1};
  scenario.discretisation.delta = delta;
  scenario.discretisation.rule = rule;
  return scenario;
}

/// The field by the definition: the recurrence of every mode, then F by direct summation.
std::shared_ptr<ring::RingResult> field(const Scenario& scenario,
                                        const std::vector<double>& input) {
  const ssm::ContinuousModel model = ssm::continuous_model(scenario.model);
  const ssm::DiscreteModel discrete =
      ssm::discretise(model, scenario.discretisation.rule, scenario.discretisation.delta);
  auto result = std::make_shared<ring::RingResult>();
  const std::size_t count = discrete.modes();
  result->nodes = static_cast<int>(count);
  result->steps = static_cast<int>(input.size());
  result->input = input;
  result->mode_of_wavenumber = ring::ring_order(model.lambda);
  std::vector<Complex> x(count);
  for (const double u : input) {
    for (std::size_t m = 0; m < count; ++m) {
      const auto mode = static_cast<std::size_t>(result->mode_of_wavenumber[m]);
      x[m] = discrete.abar[mode] * x[m] + discrete.bbar[mode] * u;
    }
    for (std::size_t j = 0; j < count; ++j) {
      Complex sum;
      for (std::size_t m = 0; m < count; ++m)
        sum += x[m] * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(j * m) /
                                          static_cast<double>(count));
      result->field.push_back(sum / std::sqrt(static_cast<double>(count)));
    }
  }
  for (const Complex z : result->field)
    result->largest_displacement = std::max(result->largest_displacement, std::abs(z));
  return result;
}

std::vector<double> impulse(std::size_t steps) {
  std::vector<double> input(steps);
  input[0] = 1.0;
  return input;
}

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
      RingMotion motion(result, scenario);
      for (int t = 0; t < 5; ++t) {
        const RingFrame& frame = motion.at(t);
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
      RingMotion motion(field(coarse, rough), coarse);
      const auto exact = field(fine, held);
      const RingMotion rows(exact, fine);
      for (int t = 0; t + 1 < 6; ++t) {
        for (int k = 1; k < 4; ++k) {
          const RingFrame& frame = motion.at(t + 0.25 * k);
          QVERIFY(largestDifference(frame.nodes, rows.row(4 * t + 3 + k)) < kRounding);
        }
      }
    }
  }

  void every_rule_joins_its_steps() {
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      const Scenario scenario = lin(6, 0.05, rule);
      RingMotion motion(field(scenario, {1.0, 0.5, -1.0}), scenario);
      constexpr double kShort = 1e-9;  // moves modes of 20 rad/s by much less than kNear
      constexpr double kNear = 1e-6;
      const RingFrame before = motion.at(2.0 - kShort);
      const RingFrame at = motion.at(2.0);
      QVERIFY(largestDifference(before.nodes, at.nodes) < kNear);
    }
  }

  void a_dead_step_gives_no_nan() {
    // Bilinear with delta lambda = -2: abar = 0, its logarithm infinite.
    Scenario scenario = lin(2, 1.0, Rule::Bilinear);
    scenario.model.init = Init::Explicit;
    scenario.model.lambda = {Complex(-2.0, 0.0), Complex(-1.0, 3.0)};
    RingMotion motion(field(scenario, {1.0, 0.0, 1.0}), scenario);
    for (const Complex z : motion.at(0.5).curve) QVERIFY(std::isfinite(std::abs(z)));
  }

  void the_curve_passes_through_the_nodes_and_is_the_core_s_interpolation() {
    const Scenario scenario = lin(12, 0.07);
    RingMotion motion(field(scenario, {1.0, 0.3, 0.0, -2.0}), scenario);
    const RingFrame& frame = motion.at(2.4);
    QVERIFY(motion.pointsPerNode() > 1);
    for (std::size_t j = 0; j < 12; ++j) {
      const auto s = j * static_cast<std::size_t>(motion.pointsPerNode());
      QVERIFY(std::abs(frame.curve[s] - frame.nodes[j]) < kRounding);
    }
    std::vector<Complex> expected(frame.curve.size());
    ring::interpolate_row(frame.nodes, expected);
    QVERIFY(largestDifference(frame.curve, expected) < kRounding);
  }

  void modes_and_waves_are_inverse() {
    compute::Random random(5);
    for (const std::size_t count : {1U, 2U, 5U, 64U, 101U}) {
      std::vector<Complex> row(count), modes(count), back(count);
      for (Complex& z : row) z = {random.normal(), random.normal()};
      modesOfRow(row, modes);
      waveOfModes(modes, back);
      QVERIFY(largestDifference(row, back) < kRounding);
    }
  }

  void a_pulse_glides_one_node_a_step() {
    const int pairs = 32;
    const Scenario scenario = lin(pairs, 2.0 / pairs);
    RingMotion motion(field(scenario, impulse(40)), scenario);
    for (const double time : {1.0, 3.5, 10.25, 20.75}) {
      const RingFrame& frame = motion.at(time);
      const auto top =
          std::max_element(frame.curve.begin(), frame.curve.end(),
                           [](Complex a, Complex b) { return std::norm(a) < std::norm(b); });
      const double node = static_cast<double>(top - frame.curve.begin()) / motion.pointsPerNode();
      // ZOH smears the pulse over the first step's way: its middle is half a node on.
      QVERIFY2(std::abs(node - (time + 0.5)) < 0.3, qPrintable(QString::number(node - time)));
    }
  }

  void odd_sizes_and_broken_results_do_no_harm() {
    auto result = std::make_shared<ring::RingResult>();
    const Scenario scenario = lin(4, 0.1);
    RingMotion nothing(result, scenario);
    QVERIFY(nothing.empty());
    QCOMPARE(nothing.at(3.0).row, -1);
    result = std::make_shared<ring::RingResult>();
    result->nodes = 3;  // not the model's, and fewer numbers than it says
    result->steps = 10;
    result->field.assign(7, Complex(1.0, std::nan("")));
    RingMotion broken(result, scenario);
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
    RingMotion large(result, scenario);
    double peak = 0.0;
    for (const Complex z : large.at(0.0).curve) peak = std::max(peak, std::abs(z));
    QCOMPARE(peak, 3.0);  // the one node that swings is never left out
  }

  void the_past_keeps_its_rows_in_order() {
    const Scenario scenario = lin(8, 0.25);
    RingMotion motion(field(scenario, impulse(50)), scenario);
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
    result->dispersion.group_velocity.assign(31, 1.0);
    result->dispersion.frequency.assign(32, 0.0);
    const QString same = ringCaption(*result, scenario);
    QVERIFY2(same.contains("one node a step") && same.contains("every 32 steps"), qPrintable(same));
    QVERIFY2(same.contains("factor 2.7 a lap"), qPrintable(same));
    result->dispersion.group_velocity[3] = 0.25;
    QVERIFY2(ringCaption(*result, scenario).contains("0.25 to 1 nodes"),
             qPrintable(ringCaption(*result, scenario)));
    result->dispersion.frequency.assign(32, 1000.0);
    QVERIFY(ringCaption(*result, scenario).contains("32 of 32 modes"));
  }
};

QTEST_APPLESS_MAIN(TestRingMotion)
#include "test_ring_motion.moc"
