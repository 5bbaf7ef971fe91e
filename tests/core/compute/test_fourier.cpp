// Transforms of any length against their sums.
#include <QtTest>

#include "core/compute/fourier.hpp"
#include "tests/core/golden.hpp"
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
  void golden_kernels_transformed();
};

void TestFourier::forward_is_the_sum() {
  compute::Random random(1);
  for (const std::size_t size : {1u, 2u, 3u, 4u, 5u, 17u, 32u, 64u, 65u, 100u, 257u, 1000u}) {
    const auto in = random_list(random, size);
    std::vector<Complex> out(size);
    compute::forward_dft(in, out);
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
      compute::forward_dft(in, out);
      QVERIFY(largest_difference(out, direct_dft(in, size)) < 1e-13);
    }
  }
}

void TestFourier::inverse_undoes_forward() {
  compute::Random random(3);
  for (const std::size_t size : {1u, 2u, 31u, 48u, 512u, 1001u}) {
    const auto in = random_list(random, size);
    std::vector<Complex> there(size), back(size);
    compute::forward_dft(in, there);
    compute::inverse_dft(there, back);
    QVERIFY(largest_difference(in, back) < 1e-13);
  }
}

void TestFourier::golden_kernels_transformed() {
  for (const Json& c : golden_cases("toeplitz_spectrum.json")) {
    const std::vector<Complex> h = golden_complexes(c.at("h"));
    std::vector<Complex> out(h.size());
    compute::forward_dft(h, out);
    std::vector<double> squared;
    squared.reserve(out.size());
    for (const Complex value : out) squared.push_back(std::norm(value));
    const std::string wrong = golden_difference(squared, c, "H2_truncated");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

QTEST_APPLESS_MAIN(TestFourier)
#include "test_fourier.moc"
