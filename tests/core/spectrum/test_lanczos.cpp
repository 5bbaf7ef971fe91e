// The largest eigenpairs by Lanczos: equal to the dense solution, and right where one start sees
// too little.
#include <QtTest>

#include "core/compute/random.hpp"
#include "core/spectrum/hankel_product.hpp"
#include "core/spectrum/kernel_spectrum.hpp"
#include "core/spectrum/lanczos.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

// Values are right to the square of the residual, so that only rounding is left: products by FFT
// and the dense solution each leave some 1e-14 of the largest.
constexpr double kToDense = 1e-12;

std::vector<double> decaying(std::size_t length, double steps) {
  std::vector<double> h(length);
  for (std::size_t l = 0; l < length; ++l) h[l] = std::exp(-static_cast<double>(l) / steps);
  return h;
}

std::vector<double> random_modes(std::size_t length) {
  compute::Random random(5);
  std::vector<double> h(length, 0.0);
  for (int m = 0; m < 16; ++m) {
    const Complex c = random.complex_normal(), a = std::exp(Complex(-0.01, 0.19 * m));
    Complex power = c;
    for (double& value : h) {
      value += power.real();
      power *= a;
    }
  }
  return h;
}

/// Every `gap`-th step alone: the matrix is `gap` independent ones, and so every value is there
/// `gap` times (where the length allows).
std::vector<double> comb(std::size_t length, std::size_t gap) {
  std::vector<double> h = decaying(length, 30.0);
  for (std::size_t l = 0; l < length; ++l)
    if (l % gap != 0) h[l] = 0.0;
  return h;
}

double departure_from_orthonormal(const std::vector<std::vector<double>>& vectors) {
  double worst = 0.0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double product = 0.0;
      for (std::size_t t = 0; t < vectors[i].size(); ++t) product += vectors[i][t] * vectors[j][t];
      worst = std::max(worst, std::abs(product - (i == j ? 1.0 : 0.0)));
    }
  }
  return worst;
}

double largest_residual(const std::vector<double>& kernel,
                        const spectrum::LargestEigenpairs& pairs) {
  spectrum::HankelProduct product(kernel);
  std::vector<double> image(kernel.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < pairs.values.size(); ++i) {
    product(pairs.vectors[i], image);
    double sum = 0.0;
    for (std::size_t t = 0; t < image.size(); ++t)
      sum += std::pow(image[t] - pairs.values[i] * pairs.vectors[i][t], 2);
    worst = std::max(worst, std::sqrt(sum));
  }
  return worst;
}

/// Cancelled at the n-th question.
class CancelledAt : public compute::Progress {
 public:
  explicit CancelledAt(int asked) : left_(asked) {}
  bool cancelled() const override { return --left_ < 0; }

 private:
  mutable int left_;
};

}  // namespace

class TestLanczos : public QObject {
  Q_OBJECT
 private slots:
  void a_product_is_that_of_the_matrix() {
    compute::Random random(2);
    for (const std::size_t length : {1u, 2u, 3u, 17u, 100u, 513u}) {
      std::vector<double> h(length), x(length), y(length);
      for (double& value : h) value = random.normal();
      for (double& value : x) value = random.normal();
      spectrum::HankelProduct product(h);
      product(x, y);
      for (std::size_t i = 0; i < length; ++i) {
        double sum = 0.0;  // (T J)_ij = h(i - (L - 1 - j))
        for (std::size_t j = length - 1 - i; j < length; ++j) sum += h[i + j + 1 - length] * x[j];
        QVERIFY(std::abs(y[i] - sum) < 1e-13 * static_cast<double>(length));
      }
    }
  }

  void equals_the_dense_solution_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("length");
    for (const int length : {1, 2, 3, 33, 129, 513, 1000})
      for (const char* kind : {"one mode", "many modes", "comb of 2", "comb of 3", "first step",
                               "late step", "ones", "sharp"})
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(kind).arg(length)))
            << QString(kind) << length;
  }
  void equals_the_dense_solution() {
    QFETCH(QString, kind);
    QFETCH(int, length);
    const auto size = static_cast<std::size_t>(length);
    std::vector<double> h(size, 0.0);
    if (kind == "one mode") h = decaying(size, 30.0);
    if (kind == "many modes") h = random_modes(size);
    if (kind == "comb of 2") h = comb(size, 2);
    if (kind == "comb of 3") h = comb(size, 3);
    if (kind == "first step") h[0] = -2.0;
    if (kind == "late step") h[size / 3] = 1.0;
    if (kind == "ones") std::fill(h.begin(), h.end(), 1.0);
    if (kind == "sharp")
      for (std::size_t l = 0; l < size; ++l) h[l] = std::cos(0.7 * static_cast<double>(l));

    compute::Progress progress;
    const auto pairs = spectrum::largest_eigenpairs(h, 32, progress);
    const auto full = spectrum::toeplitz_spectrum(h, 0, progress);
    QCOMPARE(pairs.values.size(), std::min<std::size_t>(size, 32));
    QVERIFY(pairs.converged);
    const double top = full.values.front();
    for (std::size_t i = 0; i < pairs.values.size(); ++i)
      QVERIFY2(std::abs(std::abs(pairs.values[i]) - full.values[i]) <= kToDense * top,
               qPrintable(QString("rank %1: %2 for %3")
                              .arg(i)
                              .arg(pairs.values[i], 0, 'g', 17)
                              .arg(full.values[i], 0, 'g', 17)));
    QVERIFY(departure_from_orthonormal(pairs.vectors) < 1e-12);  // rounding of 1,000 products
    QVERIFY(largest_residual(h, pairs) <= spectrum::kLanczosTolerance * top);
  }

  void a_zero_kernel_has_zeros_and_a_basis() {
    compute::Progress progress;
    const auto pairs = spectrum::largest_eigenpairs(std::vector<double>(300, 0.0), 5, progress);
    QCOMPARE(pairs.values, std::vector<double>(5, 0.0));
    QVERIFY(departure_from_orthonormal(pairs.vectors) < 1e-13);
    QVERIFY(spectrum::largest_eigenpairs({}, 5, progress).values.empty());
    QVERIFY(spectrum::largest_eigenpairs(decaying(40, 3.0), 0, progress).values.empty());
  }

  void long_windows_follow_the_response() {
    // At L = 6,000 the 32 largest lie within 11 % of each other and the dense solution is far.
    const std::vector<double> h = decaying(6000, 28.5);
    compute::Progress progress;
    const auto pairs = spectrum::largest_eigenpairs(h, 32, progress);
    QVERIFY(pairs.converged);
    QVERIFY(largest_residual(h, pairs) <= spectrum::kLanczosTolerance * std::abs(pairs.values[0]));
    const double a = std::exp(-1.0 / 28.5), most = 1.0 / (1.0 - a);
    QVERIFY(std::abs(pairs.values[0]) < most);
    QVERIFY(std::abs(pairs.values[0]) > 0.999 * most);
    // T^-1 = I - a S: the eigenvalues of (T^T T)^-1 are those of a tridiagonal matrix, whose count
    // below a number is Sturm's.
    const auto below = [&](double x) {
      int count = 0;
      double pivot = 1.0;
      for (std::size_t i = 0; i < h.size(); ++i) {
        const double diagonal = i == 0 ? 1.0 : 1.0 + a * a;
        pivot = diagonal - x - (i == 0 ? 0.0 : a * a / pivot);
        if (pivot < 0.0) ++count;
      }
      return count;
    };
    for (std::size_t i = 0; i < pairs.values.size(); ++i) {
      const double inverse = 1.0 / (pairs.values[i] * pairs.values[i]);
      QCOMPARE(below(inverse * (1.0 - 1e-9)), static_cast<int>(i));
      QCOMPARE(below(inverse * (1.0 + 1e-9)), static_cast<int>(i) + 1);
    }
  }

  void scale_and_delay() {
    compute::Progress progress;
    std::vector<double> h = random_modes(700);
    const auto plain = spectrum::largest_eigenpairs(h, 8, progress);
    for (double& value : h) value *= -3.0;
    const auto scaled = spectrum::largest_eigenpairs(h, 8, progress);
    // A delayed kernel's matrix is that of the shorter window and zeros around it.
    std::vector<double> late(100, 0.0);
    late.insert(late.end(), h.begin(), h.end());
    const auto delayed = spectrum::largest_eigenpairs(late, 8, progress);
    for (std::size_t i = 0; i < 8; ++i) {
      const double expected = 3.0 * std::abs(plain.values[i]);
      QVERIFY(std::abs(std::abs(scaled.values[i]) - expected) < kToDense * expected);
      QVERIFY(std::abs(std::abs(delayed.values[i]) - expected) < kToDense * expected);
    }
  }

  void is_the_same_every_time_and_can_be_cancelled() {
    const std::vector<double> h = random_modes(3000);
    compute::Progress progress;
    const auto one = spectrum::largest_eigenpairs(h, 32, progress);
    const auto two = spectrum::largest_eigenpairs(h, 32, progress);
    QCOMPARE(one.values, two.values);
    QCOMPARE(one.vectors, two.vectors);
    for (const int asked : {0, 10, 500}) {
      CancelledAt soon(asked);
      QVERIFY_THROWS_EXCEPTION(compute::Cancelled, spectrum::largest_eigenpairs(h, 32, soon));
    }
  }
};

QTEST_APPLESS_MAIN(TestLanczos)
#include "test_lanczos.moc"
