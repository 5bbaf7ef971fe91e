// The simulated network of oscillators is the field of the modes.
#include <QtTest>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/ring/network.hpp"
#include "tests/core/ring/solved_ring.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kNetworkToModes = 1e-12;  // relative, MATHS section 2

Scenario noisy(Init init, int pairs, Rule rule) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  scenario.model.B = Seeded{5};
  scenario.model.C = Seeded{6};
  scenario.discretisation.rule = rule;
  scenario.discretisation.delta = rule == Rule::Euler ? 0.0005 : 0.03;
  scenario.input = NoiseInput{3, 1.0};
  scenario.resolution.steps = 200;
  return scenario;
}

}  // namespace

class TestNetwork : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_network_is_the_field() {
    compute::Progress progress;
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      for (const Init init : {Init::Lin, Init::Inv, Init::Legs, Init::Random}) {
        for (const int pairs : {1, 2, 7, 32}) {
          const SolvedRing one = solved(noisy(init, pairs, rule));
          const auto agreement = ring::compare_network(one.model, one.result, progress);
          QCOMPARE(agreement.steps, std::size_t{200});
          QVERIFY2(agreement.difference < kNetworkToModes,
                   qPrintable(QString::number(agreement.difference)));
          QVERIFY(agreement.holds());
        }
      }
    }
  }

  void a_real_ring_is_simulated_by_real_numbers() {
    compute::Progress progress;
    for (const Init init : {Init::Lin, Init::Inv}) {
      const SolvedRing one = solved(noisy(init, 12, Rule::Zoh), ring::RingKind::Real);
      for (const Complex& g : ring::network_of(one.model).column)
        QVERIFY(std::abs(g.imag()) < 1e-15);
      QVERIFY(ring::compare_network(one.model, one.result, progress).difference < kNetworkToModes);
    }
  }

  void one_node_a_step_is_a_shift() {
    // S4D-Lin with M delta/2 = 1: G moves every node by one and shrinks it by e^{-delta/2}.
    const double delta = 2.0 / 16;
    Scenario scenario = noisy(Init::Lin, 16, Rule::Zoh);
    scenario.discretisation.delta = delta;
    const ring::RingNetwork network = ring::network_of(solved(scenario).model);
    for (std::size_t d = 0; d < 16; ++d)
      QVERIFY(std::abs(network.column[d] - (d == 1 ? std::exp(-0.5 * delta) : 0.0)) < 1e-14);
  }

  void a_later_window_starts_from_its_first_row() {
    compute::Progress progress;
    Scenario scenario = noisy(Init::Lin, 8, Rule::Zoh);
    scenario.resolution.first_step = 37;
    const SolvedRing one = solved(scenario);
    const auto agreement = ring::compare_network(one.model, one.result, progress);
    QCOMPARE(agreement.steps, std::size_t{199});
    QVERIFY(agreement.difference < kNetworkToModes);
  }

  void a_wrong_field_is_found() {
    compute::Progress progress;
    SolvedRing one = solved(noisy(Init::Lin, 8, Rule::Zoh));
    one.result.field[8 * 20 + 3] += 1e-6 * one.result.largest_displacement;
    const auto agreement = ring::compare_network(one.model, one.result, progress);
    QVERIFY(agreement.difference > 0.9e-6 && agreement.difference < 1.1e-6);
    QVERIFY(!agreement.holds());
  }

  void large_rings_are_compared_over_fewer_steps() {
    compute::Pool pool(2);
    const auto cpu = compute::make_cpu_backend(pool);
    compute::Backend& backend = *cpu;
    compute::Progress progress;
    const target::Solutions solutions;
    Scenario scenario = noisy(Init::Lin, 2048, Rule::Zoh);
    scenario.discretisation.delta = 0.001;
    const auto result = ring::analyse_ring(scenario, backend, progress, solutions);
    const auto model = ring::complex_ring(*solutions.model(scenario, progress), Rule::Zoh, 0.001);
    const auto agreement = ring::compare_network(model, result, progress);
    QCOMPARE(agreement.steps, std::size_t{16});
    QVERIFY(agreement.holds());
    CountingProgress cancels(3);
    QVERIFY_THROWS_EXCEPTION(compute::Cancelled, ring::compare_network(model, result, cancels));
  }

  void nothing_to_compare_is_no_difference() {
    compute::Progress progress;
    ring::RingResult empty;
    const auto agreement =
        ring::compare_network(solved(noisy(Init::Lin, 4, Rule::Zoh)).model, empty, progress);
    QCOMPARE(agreement.steps, std::size_t{0});
    QVERIFY(agreement.holds());
  }
};

QTEST_APPLESS_MAIN(TestNetwork)
#include "test_network.moc"
