// The dense parts of a target can be given up: they ask at least once for every so many
// operations, whatever the size, and stop at the very time they are told to.
#include <QtTest>
#include <functional>

#include "core/target/complexity.hpp"
#include "core/target/dense.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/solutions.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using test::CountingProgress;

namespace {

/// Of one panel of a reduction, and of one block of rows: about 2 ms on one core.
constexpr double kOperationsAPoll = 5e7;

using Work = std::function<void(const compute::Progress&)>;

std::vector<double> airy(int length) {
  return target::memory_function(MemoryKind::Airy, 0.5, length);
}

double cube(double n) { return n * n * n; }

}  // namespace

class TestCancellation : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void polls_follow_the_work_data() {
    QTest::addColumn<Work>("work");
    QTest::addColumn<double>("operations");
    for (const int length : {256, 1024}) {
      const auto name = [length](const char* what) {
        return QByteArray(what) + ' ' + QByteArray::number(length);
      };
      QTest::newRow(name("hankel values")) << Work([length](const compute::Progress& progress) {
        target::hankel_singular_values(airy(length), progress);
      }) << 4.0 / 3.0 * cube(length);
      // The widest of 16 splits alone: 8/3 m^3, m = T/2.
      QTest::newRow(name("floor")) << Work([length](const compute::Progress& progress) {
        target::error_floor(airy(length), 8, progress);
      }) << 8.0 / 3.0 * cube(0.5 * length);
    }
    QTest::newRow("fit of C") << Work([](const compute::Progress& progress) {
      Scenario scenario;
      scenario.model.pairs = 64;
      scenario.target.length = 8192;
      target::Solutions().model(scenario, progress);
    }) << 2.0 * 8192 * 128 * 128;
  }

  void polls_follow_the_work() {
    QFETCH(Work, work);
    QFETCH(double, operations);
    CountingProgress whole;
    work(whole);
    QVERIFY2(static_cast<double>(whole.count()) >= operations / kOperationsAPoll,
             qPrintable(QStringLiteral("asked %1 times").arg(whole.count())));
    for (const double part : {0.0, 0.3, 0.6, 0.99}) {
      const long at = 1 + static_cast<long>(part * static_cast<double>(whole.count() - 1));
      CountingProgress stopped(at);
      QVERIFY_THROWS_EXCEPTION(compute::Cancelled, work(stopped));
      QCOMPARE(stopped.count(), at);
    }
  }

  void solutions_are_the_functions_themselves() {
    const target::Solutions solutions;
    const compute::Progress progress;
    Scenario scenario;
    const auto first = solutions.model(scenario, progress);
    QCOMPARE(first->continuous.C, target::scenario_model(scenario).continuous.C);
    QCOMPARE(*solutions.memory(scenario, progress), target::memory_function(scenario.target));
    scenario.resolution.steps = 77;  // nothing that a model is made of
    QCOMPARE(solutions.model(scenario, progress), first);
    scenario.target.alpha = 0.6;
    QVERIFY(solutions.model(scenario, progress) != first);
    QCOMPARE(solutions.model(scenario, progress)->continuous.C,
             target::scenario_model(scenario).continuous.C);
    // The target is no part of a model whose C is given.
    scenario.model.C = Seeded{3};
    const auto seeded = solutions.model(scenario, progress);
    scenario.target.alpha = 0.7;
    QCOMPARE(solutions.model(scenario, progress), seeded);
  }

  void tall_least_squares_agree_with_one_block() {
    // 1,000 rows go in four blocks; the answer is that of the normal equations.
    constexpr std::size_t kRows = 1000, kColumns = 3;
    compute::Random random(5);
    std::vector<double> a(kRows * kColumns), b(kRows, 0.0);
    for (double& value : a) value = random.normal();
    const double x[kColumns] = {1.5, -2.0, 0.25};
    for (std::size_t j = 0; j < kColumns; ++j)
      for (std::size_t i = 0; i < kRows; ++i) b[i] += x[j] * a[j * kRows + i];
    const auto fit = target::truncated_least_squares(a, kRows, kColumns, b, 1e-12);
    QCOMPARE(fit.rank, kColumns);
    for (std::size_t j = 0; j < kColumns; ++j) QVERIFY(std::abs(fit.x[j] - x[j]) < 1e-13);
    // A repeated column is no rank: the least norm shares its coefficient.
    std::copy_n(a.begin(), kRows, a.begin() + static_cast<std::ptrdiff_t>(2 * kRows));
    const auto shared = target::truncated_least_squares(a, kRows, kColumns, b, 1e-12);
    QCOMPARE(shared.rank, kColumns - 1);
    QVERIFY(std::abs(shared.x[0] - shared.x[2]) < 1e-13);
  }
};

QTEST_APPLESS_MAIN(TestCancellation)
#include "test_cancellation.moc"
