// How long the powers of a dense matrix stay finite, and how long they remember.
#include <QtTest>
#include <cmath>

#include "core/ssm/dense.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/ssm/legs.hpp"
#include "tests/core/ring/analysis_support.hpp"
#include "tests/core/ssm/plain_systems.hpp"

using namespace ssmscope;

namespace {

ssm::DiscreteDense with_abar(std::size_t states, std::vector<double> abar) {
  return {states,
          1,
          1,
          std::move(abar),
          std::vector<double>(states, 1.0),
          std::vector<double>(states, 1.0),
          {0.0}};
}

}  // namespace

class TestDenseReadouts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneStateIsTheDiagonalModel() {
    for (const double a : {2.0, -1.001, 1.0 + 1e-6, 1.0, 0.5, 0.0}) {
      const ssm::DiscreteModel diagonal{{a}, {1.0}, {1.0}, 0.0, 1.0};
      for (const std::size_t length : {0u, 1u, 2u, 100u, 129u, 100000u}) {
        for (const double limit : {1e10, 1e150}) {
          const auto got = ssm::finite_steps(with_abar(1, {a}), length, limit);
          const auto expected = ssm::finite_steps(diagonal, length, limit);
          // The last step is where rounding of a product of 10^5 factors decides.
          QVERIFY(got <= expected + 1 && expected <= got + 1);
        }
      }
    }
  }

  void growthInTheMiddleIsFound() {  // a power of two is within, the step after it is not
    const auto model = with_abar(1, {10.0});
    QCOMPARE(ssm::finite_steps(model, 200, 1.5e140), std::size_t{141});
    QCOMPARE(ssm::finite_steps(model, 130, 1.5e140), std::size_t{130});
    QCOMPARE(ssm::finite_steps(model, 1000, 0.5), std::size_t{1});
    QCOMPARE(ssm::finite_steps(with_abar(1, {std::nan("")}), 50, 1e100), std::size_t{1});
  }

  /// States that first grow, by a factor near 1e6 here, and fade at last.
  void growthBeforeFadingIsFound() {
    const auto model = with_abar(2, {0.99, 4e4, 0.0, 0.98});
    double largest = 0.0;
    std::size_t first_above = 0;
    for (std::size_t l = 1; l < 500; ++l) {  // entry 0, 1 of the power is 4e4 (a^l - b^l)/(a - b)
      const auto n = static_cast<double>(l);
      const double entry = 4e4 * (std::pow(0.99, n) - std::pow(0.98, n)) / 0.01;
      if (entry > 5e5 && first_above == 0) first_above = l;
      largest = std::max(largest, entry);
    }
    QVERIFY(largest > 9e5 && largest < 1.1e6);
    QCOMPARE(ssm::finite_steps(model, 100000, 2e6), std::size_t{100000});
    const auto steps = ssm::finite_steps(model, 100000, 5e5);
    QVERIFY(steps + 1 >= first_above && steps <= first_above + 1);
  }

  void memoryIsThatOfTheSlowestState() {
    for (const double steps : {0.5, 3.0, 100.0, 12345.0}) {
      const double a = std::exp(-1.0 / steps);
      const auto model = with_abar(3, {a, 0.3, 0.1, 0.0, 0.5 * a, 0.2, 0.0, 0.0, -0.25 * a});
      const double memory = ssm::longest_memory(model, 1000000);
      QVERIFY2(memory >= steps && memory < 1.1 * steps, qPrintable(QString::number(memory)));
    }
    QCOMPARE(ssm::longest_memory(with_abar(1, {1.0}), 700), 700.0);
    QCOMPARE(ssm::longest_memory(with_abar(1, {1.5}), 700), 700.0);
    QCOMPARE(ssm::longest_memory(with_abar(1, {0.0}), 700), 0.0);
    QCOMPARE(ssm::longest_memory(with_abar(1, {std::exp(-1e-6)}), 700), 700.0);
    // Two steps and it is gone.
    QCOMPARE(ssm::longest_memory(with_abar(2, {0.0, 1.0, 0.0, 0.0}), 700), 1.0);
  }

  void legsRemembersItsSlowestPole() {  // the eigenvalues of the matrix are -1, -2, ..
    const auto model =
        ssm::discretise(ssm::legs_dense(std::vector<double>(64, 1.0)), Rule::Zoh, 1e-2);
    const double memory = ssm::longest_memory(model, 100000);
    QVERIFY2(memory >= 100.0 && memory < 125.0, qPrintable(QString::number(memory)));
    QCOMPARE(ssm::finite_steps(model, 100000, 1e150), std::size_t{100000});
  }

  void canBeCancelled() {
    compute::Random random(1);
    const auto model = ssm::discretise(test::random_dense(random, 20, 1, 1), Rule::Zoh, 1e-4);
    for (long question = 1; question < 10; ++question) {
      const test::CountingProgress of_memory(question), of_steps(question);
      QVERIFY_EXCEPTION_THROWN(ssm::longest_memory(model, 1000000, of_memory), compute::Cancelled);
      QVERIFY_EXCEPTION_THROWN(ssm::finite_steps(model, 1000000, 1e150, of_steps),
                               compute::Cancelled);
    }
  }
};

QTEST_APPLESS_MAIN(TestDenseReadouts)
#include "test_dense_readouts.moc"
