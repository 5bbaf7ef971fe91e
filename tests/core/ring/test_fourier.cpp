// Transforms of any length and the causal product against their sums.
#include <QtTest>

#include "core/ring/causal_product.hpp"
#include "core/ring/fourier.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

std::vector<Complex> direct_dft(const std::vector<Complex>& in, std::size_t size) {
  std::vector<Complex> out(size);
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t j = 0; j < in.size(); ++j)
      out[k] += in[j] * std::polar(1.0, -2.0 * kPi * static_cast<double>(j * k % size) /
                                            static_cast<double>(size));
  return out;
}

std::vector<Complex> random_list(compute::Random& random, std::size_t size) {
  std::vector<Complex> list(size);
  for (Complex& value : list) value = random.complex_normal();
  return list;
}

}  // namespace

class TestFourier : public QObject {
  Q_OBJECT
 private slots:
  void forward_is_the_sum();
  void shorter_and_longer_inputs();
  void inverse_undoes_forward();
  void causal_product_is_the_sum();
  void long_products_equal_short_ones();
};

void TestFourier::forward_is_the_sum() {
  compute::Random random(1);
  for (const std::size_t size : {1u, 2u, 3u, 4u, 5u, 17u, 32u, 64u, 65u, 100u, 257u, 1000u}) {
    const auto in = random_list(random, size);
    std::vector<Complex> out(size);
    ring::forward_dft(in, out);
    // Rounding of log2(size) butterflies over a sum of `size` unit variables.
    const double allowed = 1e-14 * std::sqrt(static_cast<double>(size)) * 10.0;
    QVERIFY2(largest_difference(out, direct_dft(in, size)) < allowed,
             qPrintable(QString("size %1").arg(size)));
  }
}

void TestFourier::shorter_and_longer_inputs() {
  compute::Random random(2);
  for (const std::size_t size : {1u, 7u, 16u}) {
    for (const std::size_t length : {0u, 1u, 5u, 16u, 33u}) {
      const auto in = random_list(random, length);
      std::vector<Complex> out(size, Complex(9.0, 9.0));
      ring::forward_dft(in, out);
      QVERIFY(largest_difference(out, direct_dft(in, size)) < 1e-13);
    }
  }
}

void TestFourier::inverse_undoes_forward() {
  compute::Random random(3);
  for (const std::size_t size : {1u, 2u, 31u, 48u, 512u, 1001u}) {
    const auto in = random_list(random, size);
    std::vector<Complex> there(size), back(size);
    ring::forward_dft(in, there);
    ring::inverse_dft(there, back);
    QVERIFY(largest_difference(in, back) < 1e-13);
  }
}

void TestFourier::causal_product_is_the_sum() {
  compute::Progress progress;
  const std::vector<double> memory{2.0, 0.0, -1.0}, input{1.0, 3.0, 5.0, 7.0};
  QCOMPARE(ring::causal_product(memory, input, progress), (std::vector<double>{2, 6, 9, 11}));
  QCOMPARE(ring::causal_product(memory, std::vector<double>{4.0}, progress),
           std::vector<double>{8.0});
  QVERIFY(ring::causal_product(memory, {}, progress).empty());
}

void TestFourier::long_products_equal_short_ones() {
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

QTEST_APPLESS_MAIN(TestFourier)
#include "test_fourier.moc"
