// The decoders' nonlinear functions and their derivatives.
#include <QtTest>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/ring/decoder.hpp"

using namespace ssmscope::ring;

namespace {

// Sums of 40 terms below the radius of convergence, rounded once each.
constexpr double kSeries = 1e-13;
// A few roundings of a closed form.
constexpr double kRounding = 4e-15;

double sum_of_series(Activation kind, double y, double step, std::size_t terms) {
  std::vector<double> coefficients(terms);
  taylor_coefficients(kind, y, coefficients);
  double sum = 0.0;
  for (std::size_t p = terms; p-- > 0;) sum = sum * step + coefficients[p];
  return sum;
}

}  // namespace

class TestDecoder : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesAreTheDefinitions() {
    QCOMPARE(activate(Activation::Identity, -1.5), -1.5);
    QCOMPARE(activate(Activation::Relu, -1.5), 0.0);
    QCOMPARE(activate(Activation::Relu, 1.5), 1.5);
    QCOMPARE(activate(Activation::Tanh, 0.5), std::tanh(0.5));
    // y Phi(y), Phi(1) to 16 digits from tables of the normal distribution.
    QVERIFY(std::abs(activate(Activation::Gelu, 1.0) - 0.8413447460685429) < kRounding);
    QVERIFY(std::abs(activate(Activation::Gelu, -1.0) + 0.1586552539314571) < kRounding);
    QVERIFY(std::abs(activate(Activation::Glu, 2.0) - 2.0 / (1.0 + std::exp(-2.0))) < kRounding);
  }

  void seriesFollowsTheFunction() {
    for (const Activation kind : {Activation::Gelu, Activation::Tanh}) {
      for (const double y : {-3.0, -0.7, 0.0, 0.2, 1.9, 4.0}) {
        for (const double step : {-0.6, -0.05, 0.0, 0.3, 0.7}) {
          const double expected = activate(kind, y + step);
          QVERIFY(std::abs(sum_of_series(kind, y, step, 40) - expected) < kSeries);
        }
      }
    }
  }

  /// tanh's nearest pole is pi/2 from the axis: beyond it the series does not converge.
  void tanhSeriesEndsAtItsPole() {
    const double far = std::numbers::pi;
    QVERIFY(std::abs(sum_of_series(Activation::Tanh, 0.0, far, 60) - std::tanh(far)) > 1.0);
    QVERIFY(std::abs(sum_of_series(Activation::Gelu, 0.0, far, 60) -
                     activate(Activation::Gelu, far)) < 1e-10);
  }

  void secondDerivativeIsTheClosedForm() {
    for (const double y : {-6.0, -1.0, 0.0, 0.3, 2.5, 5.0}) {
      const double density = std::exp(-0.5 * y * y) / std::sqrt(2.0 * std::numbers::pi);
      QVERIFY(std::abs(second_derivative(Activation::Gelu, y) - density * (2.0 - y * y)) <
              kRounding);
      const double tanh = std::tanh(y);
      QVERIFY(std::abs(second_derivative(Activation::Tanh, y) + 2.0 * tanh * (1.0 - tanh * tanh)) <
              kRounding);
      QCOMPARE(second_derivative(Activation::Identity, y), 0.0);
      QCOMPARE(second_derivative(Activation::Relu, y), 0.0);
    }
  }

  void highOrdersStayFinite() {
    for (const double y : {-60.0, -10.0, 10.0, 60.0, 1e300}) {
      for (const Activation kind : {Activation::Gelu, Activation::Tanh}) {
        std::vector<double> coefficients(64);
        taylor_coefficients(kind, y, coefficients);
        for (const double value : coefficients) QVERIFY(std::isfinite(value));
      }
    }
  }

  void fewCoefficientsAreEnough() {
    std::vector<double> none;
    taylor_coefficients(Activation::Gelu, 1.0, none);
    std::vector<double> one(1);
    taylor_coefficients(Activation::Relu, -2.0, one);
    QCOMPARE(one[0], 0.0);
  }

  void logisticKeepsItsDigits() {
    for (const double b : {-700.0, -40.0, -1.0, 0.0, 1.0, 40.0, 700.0}) {
      const Logistic s = logistic(b);
      const double small = std::exp(-std::abs(b));
      // s' = s(1 - s) is even and about e^{-|b|} far out, where 1 - s would cancel.
      const double first = small / ((1.0 + small) * (1.0 + small));
      QVERIFY(std::abs(s.first - first) <= kRounding * first);
      QVERIFY(std::abs(s.value + logistic(-b).value - 1.0) < kRounding);
      QVERIFY(std::abs(s.second - first * std::tanh(-0.5 * b)) <= kRounding * first);
    }
  }
};

QTEST_APPLESS_MAIN(TestDecoder)
#include "test_decoder.moc"
