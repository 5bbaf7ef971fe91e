// Waves one by one: their sum is the field, each has its age, and a hand may add one.
#include <QtTest>

#include "core/data/signals.hpp"
#include "core/ring/single_wave.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/ring/solved_ring.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kSum = 1e-12;  // relative to the largest: sums of some ten waves

Scenario noisy(Init init, int pairs, Rule rule = Rule::Zoh) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  scenario.model.B = Seeded{5};
  scenario.model.C = Seeded{6};
  scenario.discretisation = {rule, 0.03, "s"};
  scenario.input = NoiseInput{3, 1.0};
  scenario.resolution.steps = 40;
  return scenario;
}

}  // namespace

class TestSingleWave : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_sum_of_all_waves_is_the_field() {
    DirectBackend backend;
    compute::Progress progress;
    for (const auto kind : {ring::RingKind::Complex, ring::RingKind::Real}) {
      for (const Init init : {Init::Lin, Init::Inv, Init::Legs}) {
        for (const Rule rule : {Rule::Zoh, Rule::Bilinear, Rule::BackwardEuler}) {
          for (const int pairs : {1, 2, 9}) {
            Scenario scenario = noisy(init, pairs, rule);
            scenario.resolution.first_step = 13;  // older inputs are waves too
            const SolvedRing one = solved(scenario, kind);
            const auto u = data::input_signal(scenario.input, 0, 53);
            std::vector<Complex> sum(one.result.field.size());
            for (long at = 0; at < 53; ++at) {
              const auto wave = ring::single_wave(one.model, at, u[static_cast<std::size_t>(at)],
                                                  13, 40, backend, progress);
              for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += wave[i];
            }
            QVERIFY(largest_difference(sum, one.result.field) <
                    kSum * one.result.largest_displacement);
          }
        }
      }
    }
  }

  void alone_it_has_its_own_output() {
    DirectBackend backend;
    compute::Progress progress;
    for (const long at : {4L, 13L, 20L, 99L}) {
      Scenario scenario = noisy(Init::Inv, 6);
      scenario.resolution.first_step = 13;
      const SolvedRing one = solved(scenario);
      const auto rho = target::memory_function(scenario.target);
      const auto alone = ring::wave_alone(one.result, one.model, at, 0.7, rho, backend, progress);
      scenario.input = ImpulseInput{static_cast<int>(at)};
      const auto impulse = solved(scenario).result;
      for (std::size_t i = 0; i < alone.field.size(); ++i)
        QVERIFY(std::abs(alone.field[i] - 0.7 * impulse.field[i]) <=
                kSum * std::max(impulse.largest_displacement, 1e-300));
      for (std::size_t t = 0; t < 40; ++t) {
        QVERIFY(std::abs(alone.input[t] - 0.7 * impulse.input[t]) < kSum);
        QVERIFY(std::abs(alone.output[t] - 0.7 * impulse.output[t]) < kSum);
        QVERIFY(std::abs(alone.target_output[t] - 0.7 * impulse.target_output[t]) < kSum);
      }
    }
  }

  void a_dead_mode_leaves_no_nan() {
    // Bilinear with delta lambda = -2: abar = 0; its wave is gone after a step.
    Scenario scenario = explicit_scenario({Complex(-2.0, 0.0), Complex(-1.0, 3.0)}, 1.0);
    scenario.discretisation.rule = Rule::Bilinear;
    scenario.resolution.first_step = 7;
    scenario.resolution.steps = 5;
    const SolvedRing one = solved(scenario);
    DirectBackend backend;
    compute::Progress progress;
    const auto wave = ring::single_wave(one.model, 0, 1.0, 7, 5, backend, progress);
    QVERIFY(largest_difference(wave, one.result.field) < kSum);
  }

  void a_pulse_is_on_its_node_and_moves_on_freely() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario;
    scenario.model.pairs = 16;
    scenario.model.C = Seeded{6};
    scenario.discretisation.delta = 2.0 / 16;  // one node a step
    scenario.resolution.steps = 40;
    const SolvedRing one = solved(scenario);
    const ring::Pluck pluck{5, 10, 3.0};
    const auto plucked =
        ring::with_plucks(one.result, one.model, std::span(&pluck, 1), backend, progress);
    for (std::size_t t = 0; t < 40; ++t) {
      for (std::size_t j = 0; j < 16; ++j) {
        const bool here = t >= 10 && j == (5 + t - 10) % 16;
        const double pulse = here ? 3.0 * std::exp(-0.0625 * static_cast<double>(t - 10)) : 0.0;
        QVERIFY(std::abs(plucked.field[t * 16 + j] - one.result.field[t * 16 + j] - pulse) < 1e-12);
      }
      // y = 2 Re(C F* r) + D u of the field that is shown.
      Complex y = 0.0;
      for (std::size_t m = 0; m < 16; ++m)
        for (std::size_t j = 0; j < 16; ++j)
          y += one.model.discrete.c[m] * plucked.field[t * 16 + j] *
               std::polar(0.25, 2.0 * kPi * static_cast<double>(j * m) / 16.0);
      QVERIFY(std::abs(plucked.output[t] - 2.0 * y.real()) < 1e-11);
    }
    QVERIFY(plucked.largest_displacement >= 3.0);
    const ring::Pluck outside[] = {{-1, 3, 1.0}, {16, 3, 1.0}, {2, -1, 1.0}, {2, 40, 1.0}};
    const auto same = ring::with_plucks(one.result, one.model, outside, backend, progress);
    QVERIFY(largest_difference(same.field, one.result.field) == 0.0);
  }

  void a_pulse_on_a_real_ring_is_real_and_dies_out() {
    DirectBackend backend;
    compute::Progress progress;
    for (const Init init : {Init::Lin, Init::Inv}) {
      Scenario scenario = noisy(init, 6);
      scenario.input = ImpulseInput{100000};
      scenario.discretisation.delta = 0.5;
      scenario.resolution.steps = 200;
      const SolvedRing one = solved(scenario, ring::RingKind::Real);
      const ring::Pluck pluck{2, 0, 1.0};
      const auto plucked =
          ring::with_plucks(one.result, one.model, std::span(&pluck, 1), backend, progress);
      const auto nodes = static_cast<std::size_t>(plucked.nodes);
      // Without a mode on wavenumber 0 the mean of the pulse has nowhere to go.
      const double mean = init == Init::Lin ? 0.0 : 1.0 / plucked.nodes;
      for (std::size_t j = 0; j < nodes; ++j) {
        QVERIFY(std::abs(plucked.field[j] - ((j == 2 ? 1.0 : 0.0) - mean)) < 1e-12);
        QVERIFY(std::abs(plucked.field[199 * nodes + j]) < 1e-9);
      }
      for (const Complex& r : plucked.field) QCOMPARE(r.imag(), 0.0);
    }
  }

  void the_age_of_the_ruling_wave() {
    // One node a step: the wave at node j of an impulse train is the youngest that got there, for
    // older ones have lost more.
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario = noisy(Init::Lin, 8);
    ComplexList B;
    const double delta = 2.0 / 8;
    for (const Complex& lambda : ssm::initial_poles(Init::Lin, 8, 1))
      B.push_back(1.0 / (delta * ssm::expm1_over(delta * lambda)));
    scenario.model.B = B;
    scenario.discretisation.delta = delta;
    const SolvedRing one = solved(scenario);
    const ring::WaveAges ages(one.model, 40, backend, progress);
    std::vector<int> out(8);
    std::vector<double> input(40, 0.0);
    ages.at(input, 20, out);
    for (const int age : out) QCOMPARE(age, -1);
    input.assign(40, 1.0);
    ages.at(input, 20, out);
    for (int j = 0; j < 8; ++j) QCOMPARE(out[static_cast<std::size_t>(j)], j);
    input[17] = 1e-3;  // what came in three steps ago is too small: the lap before rules
    ages.at(input, 20, out);
    QCOMPARE(out[3], 11);
    ages.at(input, 1, out);
    QCOMPARE(out[0], 0);
    QCOMPARE(out[1], 1);
    QVERIFY(ring::WaveAges().empty());
  }
};

QTEST_APPLESS_MAIN(TestSingleWave)
#include "test_single_wave.moc"
