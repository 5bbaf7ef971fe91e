// The real ring of MATHS section 2: real field, real coupling, the complex ring's output.
#include <QtTest>

#include "core/ring/ring_motion.hpp"
#include "core/ring/ring_summary.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kSameOutput = 1e-12;  // relative to the largest

Scenario noisy(Init init, int pairs) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  scenario.model.B = Seeded{5};
  scenario.model.C = Seeded{6};
  scenario.model.D = 0.3;
  scenario.discretisation.delta = 0.04;
  scenario.input = NoiseInput{3, 1.0};
  scenario.resolution.steps = 80;
  return scenario;
}

ring::RingResult ring_result(const Scenario& scenario, ring::RingKind kind) {
  DirectBackend backend;
  compute::Progress progress;
  return ring::analyse_ring(scenario, backend, progress, {}, kind);
}

void compare_outputs(const Scenario& scenario, int nodes) {
  const auto complex = ring_result(scenario, ring::RingKind::Complex);
  const auto real = ring_result(scenario, ring::RingKind::Real);
  QVERIFY(real.kind == ring::RingKind::Real);
  QCOMPARE(real.nodes, nodes);
  double largest = 0.0;
  for (const double y : complex.output) largest = std::max(largest, std::abs(y));
  QVERIFY(largest > 0.0);
  QVERIFY(largest_difference(real.output, complex.output) < kSameOutput * largest);
  for (const Complex& r : real.field) QCOMPARE(r.imag(), 0.0);
  for (const Complex& w : real.coupling) QVERIFY(std::abs(w.imag()) < 1e-10);
}

}  // namespace

class TestRealRing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void one_real_mode_stands_on_wavenumber_0() {
    for (const int pairs : {1, 2, 3, 32}) compare_outputs(noisy(Init::Lin, pairs), 2 * pairs - 1);
  }

  void without_a_real_mode_wavenumber_0_is_empty() {
    for (const Init init : {Init::Inv, Init::Legs})
      for (const int pairs : {1, 2, 7, 32}) compare_outputs(noisy(init, pairs), 2 * pairs + 1);
  }

  void every_rule_and_a_model_that_stands_for_itself() {
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      Scenario scenario = noisy(Init::Lin, 5);
      scenario.discretisation = {rule, 0.002, "s"};
      compare_outputs(scenario, 9);
      scenario.model.conjugate = false;  // y = Re(C x): half as much of each pair
      compare_outputs(scenario, 9);
    }
  }

  void random_poles_of_either_sign() {
    compute::Random random(11);
    for (int round = 0; round < 20; ++round) {
      ComplexList lambda, B, C;
      const int modes = 1 + round % 6;
      for (int m = 0; m < modes; ++m) {
        lambda.emplace_back(-random.uniform(), 20.0 * (random.uniform() - 0.5));
        B.push_back(random.complex_normal());
        C.push_back(random.complex_normal());
      }
      const bool one_real = round % 2 == 0;
      if (one_real) lambda[static_cast<std::size_t>(round) % lambda.size()].imag(0.0);
      Scenario scenario = explicit_scenario(lambda, 0.1, B, C);
      scenario.input = NoiseInput{3, 1.0};
      scenario.resolution.steps = 60;
      compare_outputs(scenario, 2 * modes + (one_real ? -1 : 1));
    }
  }

  void with_more_real_modes_it_is_not_offered() {
    const auto result = ring_result(noisy(Init::Real, 4), ring::RingKind::Real);
    QVERIFY(result.kind == ring::RingKind::Complex);
    QCOMPARE(result.nodes, 4);
    bool says_so = false;
    for (const std::string& note : result.notes)
      says_so |= note.find("no real ring") != std::string::npos;
    QVERIFY(says_so);
  }

  void lin_keeps_its_shape_on_it() {
    // N' delta/2 nodes a step, once around in 2/delta steps as on the complex ring.
    const auto result = ring_result(noisy(Init::Lin, 16), ring::RingKind::Real);
    const auto summary = ring::summarise(result, Discretisation{Rule::Zoh, 0.04, "s"});
    QVERIFY(summary.alike);
    QVERIFY(std::abs(summary.fastest - 31 * 0.02) < 1e-12);
    QVERIFY(std::abs(result.lap_steps - 50.0) < 1e-10);
    QCOMPARE(result.dispersion.wavenumber.size(), std::size_t{16});
    const auto inv = ring_result(noisy(Init::Inv, 16), ring::RingKind::Real);
    QCOMPARE(inv.dispersion.wavenumber.front(), 1);
    QCOMPARE(inv.dispersion.wavenumber.back(), 16);
    QVERIFY(!ring::summarise(inv, Discretisation{Rule::Zoh, 0.04, "s"}).alike);
  }

  void it_is_real_between_nodes_and_steps_too() {
    const auto result = std::make_shared<const ring::RingResult>(
        ring_result(noisy(Init::Lin, 9), ring::RingKind::Real));
    ring::RingMotion motion(result);
    for (const double time : {3.0, 3.4, 17.75}) {
      const ring::RingFrame frame = motion.at(time);
      double largest = 0.0;
      for (const Complex& z : frame.curve) largest = std::max(largest, std::abs(z));
      for (const Complex& z : frame.curve) QVERIFY(std::abs(z.imag()) < 1e-12 * largest);
      for (std::size_t j = 0; j < frame.nodes.size(); ++j)
        QVERIFY(std::abs(frame.curve[j * static_cast<std::size_t>(motion.points_per_node())] -
                         frame.nodes[j]) < 1e-12 * largest);
    }
  }
};

QTEST_APPLESS_MAIN(TestRealRing)
#include "test_real_ring.moc"
