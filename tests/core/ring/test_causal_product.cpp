// The causal product against its sum.
#include <QtTest>

#include "core/ring/causal_product.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

class TestCausalProduct : public QObject {
  Q_OBJECT
 private slots:
  void causal_product_is_the_sum();
  void long_products_equal_short_ones();
};

void TestCausalProduct::causal_product_is_the_sum() {
  compute::Progress progress;
  const std::vector<double> memory{2.0, 0.0, -1.0}, input{1.0, 3.0, 5.0, 7.0};
  QCOMPARE(ring::causal_product(memory, input, progress), (std::vector<double>{2, 6, 9, 11}));
  QCOMPARE(ring::causal_product(memory, std::vector<double>{4.0}, progress),
           std::vector<double>{8.0});
  QVERIFY(ring::causal_product(memory, {}, progress).empty());
}

void TestCausalProduct::long_products_equal_short_ones() {
  compute::Random random(4);
  compute::Progress progress;
  std::vector<double> memory(3000), input(3001);  // beyond the direct sum's limit
  for (double& x : memory) x = random.normal();
  for (double& x : input) x = random.normal();
  const auto y = ring::causal_product(memory, input, progress);
  for (const std::size_t t : {0u, 1u, 100u, 2999u, 3000u}) {
    double sum = 0.0;
    for (std::size_t s = 0; s <= std::min<std::size_t>(t, 2999); ++s)
      sum += memory[s] * input[t - s];
    QVERIFY(std::abs(y[t] - sum) < 1e-11);
  }
  CountingProgress cancels(1);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled, ring::causal_product(memory, input, cancels));
}

QTEST_APPLESS_MAIN(TestCausalProduct)
#include "test_causal_product.moc"
