// The ring of a pruned copy against the copy's own states.
#include <QtTest>
#include <cmath>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/ring/kept_waves.hpp"
#include "core/ring/pruning.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

constexpr double kRounding = 1e-12;  // of two transforms of a row

Scenario scenario_of(int pairs) {
  Scenario s;
  s.model.pairs = pairs;
  s.model.C = Seeded{4};
  s.model.D = 0.5;
  s.input = NoiseInput{2, 1.0};
  s.resolution.steps = 50;
  s.discretisation.delta = 0.05;
  return s;
}

struct Field {
  RingResult whole;
  RingModel model;
};

Field field_of(const Scenario& s, RingKind kind) {
  compute::Pool pool{1};
  const auto backend = compute::make_cpu_backend(pool);
  compute::Progress progress;
  const auto model =
      *ring_of(kind, target::scenario_model(s), s.discretisation.rule, s.discretisation.delta);
  Field out{{}, model};
  out.whole = analyse_ring(s, *backend, progress, {}, kind);
  return out;
}

}  // namespace

class TestKeptWaves : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void areThoseOfTheModesAlone_data() {
    QTest::addColumn<int>("pairs");
    QTest::addColumn<bool>("real");
    for (const int pairs : {1, 2, 7, 32})
      for (const bool real : {false, true})
        QTest::addRow("%d pairs, %s ring", pairs, real ? "real" : "complex") << pairs << real;
  }
  void areThoseOfTheModesAlone() {
    QFETCH(int, pairs);
    QFETCH(bool, real);
    const Scenario s = scenario_of(pairs);
    const Field field = field_of(s, real ? RingKind::Real : RingKind::Complex);
    const std::vector<int> kept = pairs == 1 ? std::vector<int>{} : std::vector<int>{0, pairs - 1};
    const RingResult some = kept_waves(field.whole, field.model, kept, compute::Progress());
    // The same model in which nothing drives or reads the others.
    RingModel silent = field.model;
    for (std::size_t m = 0; m < silent.nodes(); ++m)
      if (std::ranges::find(kept, silent.mode_of_wavenumber[m]) == kept.end())
        silent.discrete.bbar[m] = silent.discrete.c[m] = 0.0;
    test::DirectBackend direct;
    compute::Progress progress;
    std::vector<Complex> expected(some.field.size());
    std::vector<double> output(50);
    direct.ring_field(silent.discrete.batch(), 50, some.input, {}, expected, progress);
    direct.response(silent.discrete.batch(), 50, some.input, {}, output, progress);
    if (real)
      for (Complex& r : expected) r = r.real();
    QVERIFY(test::largest_difference(some.field, expected) <= kRounding * 10.0);
    QVERIFY(test::largest_difference(some.output, output) <= 100.0 * kRounding);
  }

  void allOfThemAreTheRing() {
    const Scenario s = scenario_of(9);
    const Field field = field_of(s, RingKind::Complex);
    const auto all = kept_modes(field.model.discrete, 9, compute::Progress());
    const RingResult same = kept_waves(field.whole, field.model, all, compute::Progress());
    QVERIFY(test::largest_difference(same.field, field.whole.field) <= kRounding);
    QVERIFY(test::largest_difference(same.output, field.whole.output) <= 100.0 * kRounding);
  }

  void whatIsKeptIsWhatPruningKeeps() {
    compute::Random random(6);
    const auto model = test::random_discrete(random, 8);
    compute::Pool pool{1};
    const auto backend = compute::make_cpu_backend(pool);
    compute::Progress progress;
    for (const std::size_t keep : {1, 3, 8})
      QCOMPARE(kept_modes(model, keep, progress),
               prune(model, keep, false, 64, *backend, progress).kept);
    ssm::DiscreteModel grows = model;
    grows.abar[0] = 2.0;
    QCOMPARE(kept_modes(grows, 2, progress).size(), std::size_t{8});
  }
};

QTEST_GUILESS_MAIN(TestKeptWaves)
#include "test_kept_waves.moc"
