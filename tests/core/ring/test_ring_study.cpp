// What `analyse ring` says beside the field.
#include <QtTest>

#include "core/ring/comparison.hpp"
#include "core/ring/ring_study.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

class TestRingStudy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void all_of_it_is_numbers() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario;
    scenario.model.pairs = 8;
    scenario.model.C = Seeded{2};
    scenario.discretisation.delta = 2.0 / 15;
    scenario.resolution.steps = 30;
    const auto result = ring::analyse_ring(scenario, backend, progress);
    const auto study = ring::study_ring(result, scenario, backend, progress, {}, true);
    QVERIFY(study.network.holds() && study.exact.holds());
    QCOMPARE(study.real->nodes, 15);
    QVERIFY(study.real->output_difference < 1e-12);
    QVERIFY(std::abs(study.real->group_speed - 1.0) < 1e-12);
    auto json = ring::to_json(result);
    ring::add_study(json, study);
    for (const char* key : {"position", "width", "speed", "group_speed", "phase_speed", "energy",
                            "decay_a_lap", "predicted_decay_a_lap", "order_parameter"})
      QCOMPARE(json.at("tracker").at(key).size(), std::size_t{30});
    QVERIFY(json.at("tracker").at("speed").at(0).is_null());
    QCOMPARE(json.at("network").at("steps").get<int>(), 30);
    QCOMPARE(json.at("real_ring").at("nodes").get<int>(), 15);
    QVERIFY(all_finite(json));
    bool says_why = false;
    for (const std::string note : json.at("notes"))
      says_why |= note.find("tracker values are null") != std::string::npos;
    QVERIFY(says_why);
  }

  void a_real_ring_is_studied_too_and_none_is_said() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario;
    scenario.model.pairs = 5;
    scenario.resolution.steps = 20;
    const auto real = ring::analyse_ring(scenario, backend, progress, {}, ring::RingKind::Real);
    QVERIFY(ring::study_ring(real, scenario, backend, progress).network.holds());
    scenario.model.init = Init::Real;
    const auto result = ring::analyse_ring(scenario, backend, progress);
    const auto study = ring::study_ring(result, scenario, backend, progress, {}, true);
    QVERIFY(!study.real);
    auto json = ring::to_json(result);
    ring::add_study(json, study);
    QCOMPARE(json.at("real_ring").at("offered").get<bool>(), false);
  }

  void results_of_another_scenario_do_no_harm() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario;
    scenario.model.pairs = 5;
    ring::RingResult odd;
    odd.nodes = 3;
    odd.steps = 10;
    odd.field.assign(7, Complex(1.0, std::nan("")));
    const auto study = ring::study_ring(odd, scenario, backend, progress);
    QCOMPARE(study.network.steps, std::size_t{0});
    QVERIFY(study.track.position.size() <= 2);
  }

  void the_other_model_of_a_comparison() {
    Scenario s;
    QVERIFY(ring::compared(s, ring::Comparison::None) == s);
    QVERIFY(ring::compared(s, ring::Comparison::OtherPoles).model.init == Init::Inv);
    QCOMPARE(ring::compared(s, ring::Comparison::DoubleStep).discretisation.delta, 0.02);
    s.model.init = Init::Explicit;
    s.model.lambda = ComplexList(32, Complex(-1.0, 2.0));
    const Scenario other = ring::compared(s, ring::Comparison::OtherPoles);
    QVERIFY(other.model.init == Init::Lin && other.model.lambda.empty());
  }
};

QTEST_APPLESS_MAIN(TestRingStudy)
#include "test_ring_study.moc"
