// A run over many steps in turns: the same numbers however it is cut, and what it keeps.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/experiments/long_run.hpp"
#include "core/ring/stack_analysis.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using experiments::LongRun;
using experiments::Turn;

namespace {

Scenario small(int steps) {
  Scenario s;
  s.model.pairs = 4;
  s.model.C = Seeded{3};
  s.target.length = 32;
  s.input = NoiseInput{5, 1.0};
  s.decoder.channels = 2;
  s.stack = {StackFamily::InTurn, 3, steps};
  return s;
}

}  // namespace

class TestLongRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isThatOfTheAnalysis() {
    Scenario s = small(700);
    s.resolution.steps = 700;
    const auto result = ring::analyse_stack(s, cpu_.backend(), progress_);
    LongRun run(s);
    const auto known = run_to_end(run, cpu_.backend(), progress_);
    QCOMPARE(known->steps, std::size_t{700});
    QCOMPARE(known->bucket, std::size_t{1});
    QCOMPARE(known->value, result.value);
    for (std::size_t t = 0; t < 700; ++t) {
      QCOMPARE(known->lower[t], result.outputs.back()[t]);
      QCOMPARE(known->upper[t], result.outputs.back()[t]);
    }
  }

  void turnsChangeNoNumber() {
    const Scenario s = small(30'001);
    LongRun whole(s), cut(s);
    const auto expected = run_to_end(whole, cpu_.backend(), progress_);
    int turns = 0;
    double fraction = 0.0;
    // A turn that is over at once does one piece of work.
    while (cut.advance(Turn(std::chrono::seconds(0), cpu_.pool()), cpu_.backend(), progress_)) {
      ++turns;
      QVERIFY(cut.fraction() > fraction && cut.fraction() < 1.0);
      fraction = cut.fraction();
    }
    QCOMPARE(turns, 3);
    QCOMPARE(cut.fraction(), 1.0);
    const auto known = cut.snapshot();
    QCOMPARE(known->steps, std::size_t{30'001});
    QCOMPARE(known->value, expected->value);
    QCOMPARE(known->lower, expected->lower);
    QCOMPARE(known->upper, expected->upper);
    QCOMPARE(known->bucket, std::size_t{30});
    QCOMPARE(known->lower.size(), std::size_t{1001});
    QVERIFY(test::all_finite(to_json(*known)));
  }

  void aSnapshotStaysWhatItWas() {
    LongRun run(small(30'000));
    run.advance(Turn(std::chrono::seconds(0), cpu_.pool()), cpu_.backend(), progress_);
    const auto early = run.snapshot();
    const std::size_t steps = early->steps;
    run.advance(Turn(std::chrono::seconds(0), cpu_.pool()), cpu_.backend(), progress_);
    QCOMPARE(early->steps, steps);
    QVERIFY(run.snapshot()->steps > steps);
  }

  void oneStep() {
    LongRun run(small(1));
    const auto known = run_to_end(run, cpu_.backend(), progress_);
    QCOMPARE(known->steps, std::size_t{1});
    QCOMPARE(known->lower.size(), std::size_t{1});
  }

  void growthIsCutAndSaid() {
    Scenario s = small(20'000);
    s.stack.family = StackFamily::S4d;
    s.model.init = Init::Explicit;
    s.model.pairs = 1;
    s.model.lambda = {Complex(5.0, 1.0)};
    s.model.C = ComplexList{1.0};
    s.discretisation.delta = 0.1;
    LongRun run(s);
    const auto known = run_to_end(run, cpu_.backend(), progress_);
    QVERIFY(known->steps < 20'000);
    QVERIFY(std::ranges::any_of(known->notes, [](const std::string& note) {
      return note.find("cut at step") != std::string::npos;
    }));
    QCOMPARE(run.fraction(), 1.0);
  }

  void isCancelledBetweenChunks() {
    LongRun run(small(100'000'000));
    test::CountingProgress stopped(200);
    QVERIFY_EXCEPTION_THROWN(run_to_end(run, cpu_.backend(), stopped), compute::Cancelled);
  }

 private:
  test::OnCpu cpu_{2};
  compute::Progress progress_;
};

QTEST_GUILESS_MAIN(TestLongRun)
#include "test_long_run.moc"
