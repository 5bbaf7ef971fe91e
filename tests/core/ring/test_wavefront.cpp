// The tracker against closed forms: S4D-Lin at any step, pulses put on the ring by hand, nothing
// where there is nothing.
#include <QtTest>

#include "core/ring/wavefront.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

// Sums of some hundred terms.
constexpr double kRounding = 1e-10;

Scenario unit_pulse(Init init, int pairs, double delta, int steps) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  ComplexList B;
  for (const Complex& lambda : ssm::initial_poles(init, pairs, 1))
    B.push_back(1.0 / (delta * ssm::expm1_over(delta * lambda)));
  scenario.model.B = B;
  scenario.model.C = ComplexList(static_cast<std::size_t>(pairs), 1.0);
  scenario.discretisation.delta = delta;
  scenario.resolution.steps = steps;
  return scenario;
}

ring::WaveTrack tracked(const Scenario& scenario, ring::RingResult* out = nullptr,
                        ring::RingKind kind = ring::RingKind::Complex) {
  DirectBackend backend;
  compute::Progress progress;
  const auto result = ring::analyse_ring(scenario, backend, progress, {}, kind);
  if (out != nullptr) *out = result;
  return ring::track_wave(result, progress);
}

}  // namespace

class TestWavefront : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lin_is_exact_at_any_step() {
    // Also where the wave laps more than half the ring a step (delta > 1) and modes alias.
    for (const double delta : {0.001, 2.0 / 64, 0.0371, 0.4, 1.3, 2.9}) {
      const int pairs = 64;
      const ring::WaveTrack track = tracked(unit_pulse(Init::Lin, pairs, delta, 60));
      const double speed = 0.5 * pairs * delta;
      for (std::size_t t = 0; t < 60; ++t) {
        const double place = speed * static_cast<double>(t);
        QVERIFY(std::abs(track.position[t] - place) < kRounding * (1.0 + place));
        QCOMPARE(track.width[t], 0.0);
        if (t == 0) continue;
        QVERIFY(std::abs(track.speed[t] - speed) < kRounding * (1.0 + speed));
        QVERIFY(std::abs(track.group_speed[t] - speed) < kRounding * (1.0 + speed));
        QVERIFY(std::abs(track.phase_speed[t] - speed) < kRounding * (1.0 + speed));
        // A factor e a lap of 2/delta steps.
        QVERIFY(std::abs(track.decay[t] - std::exp(1.0)) < kRounding / delta);
        QVERIFY(std::abs(track.predicted_decay[t] - std::exp(1.0)) < kRounding / delta);
      }
      QVERIFY(std::isnan(track.speed[0]));
      QVERIFY(std::isnan(track.decay[0]));
    }
  }

  void the_smeared_pulse_of_zoh_moves_as_exactly() {
    Scenario scenario = unit_pulse(Init::Lin, 32, 2.0 / 32, 100);
    scenario.model.B = Ones{};
    const ring::WaveTrack track = tracked(scenario);
    for (std::size_t t = 1; t < 100; ++t) {
      QVERIFY(std::abs(track.speed[t] - 1.0) < kRounding);
      QVERIFY(std::abs(track.width[t] - track.width[0]) < kRounding);
    }
    QVERIFY(track.position[0] > 0.3 && track.position[0] < 0.7);  // between nodes 0 and 1
  }

  void the_real_ring_carries_the_pulse_at_its_own_speed() {
    ring::RingResult result;
    const ring::WaveTrack track =
        tracked(unit_pulse(Init::Lin, 32, 2.0 / 63, 90), &result, ring::RingKind::Real);
    QCOMPARE(result.nodes, 63);
    for (std::size_t t = 1; t < 90; ++t) {
      QVERIFY(std::abs(track.position[t] - static_cast<double>(t)) < kRounding);
      QVERIFY(std::abs(track.group_speed[t] - 1.0) < kRounding);
    }
  }

  void inv_spreads_at_once() {
    const ring::WaveTrack track = tracked(unit_pulse(Init::Inv, 32, 2.0 / 32, 20));
    QCOMPARE(track.width[0], 0.0);
    for (std::size_t t = 1; t < 20; ++t) QVERIFY(track.width[t] > 2.0);
  }

  void a_pulse_of_any_size_has_a_place_and_phases_an_order() {
    ring::RingResult result;
    const std::size_t nodes = 24;
    result.nodes = 24;
    result.steps = 1;
    result.input = {0.0};
    result.field.assign(nodes, 0.0);
    result.field[4] = Complex(0.0, 1e-200);  // small waves count as large ones do
    for (std::size_t m = 0; m < nodes; ++m)
      result.mode_of_wavenumber.push_back(static_cast<int>(m));
    compute::Progress progress;
    ring::WaveTrack track = ring::track_wave(result, progress);
    QVERIFY(std::abs(track.position[0] - 4.0) < kRounding);
    QCOMPARE(track.width[0], 0.0);
    QVERIFY(std::abs(track.order[0] - 1.0) < kRounding);
    result.field[16] = Complex(0.0, -1e-200);  // of the opposite phase, half a lap away
    track = ring::track_wave(result, progress);
    QVERIFY(track.order[0] < kRounding);
  }

  void nothing_where_there_is_no_wave() {
    Scenario scenario = unit_pulse(Init::Lin, 8, 0.1, 20);
    scenario.input = ImpulseInput{12};
    const ring::WaveTrack track = tracked(scenario);
    for (std::size_t t = 0; t < 12; ++t) {
      QVERIFY(std::isnan(track.position[t]) && std::isnan(track.width[t]));
      QVERIFY(std::isnan(track.order[t]) && std::isnan(track.decay[t]));
      QCOMPARE(track.energy[t], 0.0);
    }
    QVERIFY(std::isnan(track.decay[12]));  // the input comes in
    QVERIFY(std::abs(track.position[19] - 7 * 0.4) < kRounding);
  }

  void every_size_and_a_model_without_waves() {
    for (const int pairs : {1, 2, 3, 101}) {
      const ring::WaveTrack track = tracked(unit_pulse(Init::Lin, pairs, 0.05, 5));
      for (const auto* list :
           {&track.position, &track.width, &track.speed, &track.group_speed, &track.phase_speed,
            &track.energy, &track.decay, &track.predicted_decay, &track.order})
        QCOMPARE(list->size(), std::size_t{5});
      QCOMPARE(std::isnan(track.position[2]), pairs == 1);  // one oscillator: no place
    }
    const ring::WaveTrack still = tracked(unit_pulse(Init::Real, 6, 0.05, 9));
    for (std::size_t t = 1; t < 9; ++t) {
      QVERIFY(std::abs(still.position[t]) < kRounding);  // it fades where it is
      QVERIFY(std::isnan(still.decay[t]));               // there is no lap
    }
  }

  void can_be_cancelled() {
    DirectBackend backend;
    compute::Progress progress;
    const auto result = ring::analyse_ring(unit_pulse(Init::Lin, 64, 0.1, 4096), backend, progress);
    CountingProgress counting;
    ring::track_wave(result, counting);
    QVERIFY(counting.count() >= 8);
    CountingProgress cancels(3);
    QVERIFY_THROWS_EXCEPTION(compute::Cancelled, ring::track_wave(result, cancels));
  }
};

QTEST_APPLESS_MAIN(TestWavefront)
#include "test_wavefront.moc"
