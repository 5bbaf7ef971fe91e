// The random numbers: the standard's own generator, our distributions by their definition.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/compute/random.hpp"

using ssmscope::compute::Random;

class TestRandom : public QObject {
  Q_OBJECT

 private slots:
  void generatorIsTheStandards();
  void uniformHasFiftyThreeBits();
  void normalIsBoxMuller();
  void complexNormalDrawsRealPartFirst();
  void momentsAreThoseOfTheNormal();
};

void TestRandom::generatorIsTheStandards() {
  // ISO C++ [rand.predef]: the 10,000th value of a default mt19937_64.
  std::mt19937_64 engine;
  engine.discard(9999);
  QCOMPARE(engine(), std::uint64_t{9981545732273789042U});
}

void TestRandom::uniformHasFiftyThreeBits() {
  Random random(42);
  std::mt19937_64 engine(42);
  for (int i = 0; i < 1000; ++i) {
    const double u = random.uniform();
    QCOMPARE(u, std::ldexp(static_cast<double>(engine() >> 11), -53));
    QVERIFY(u >= 0.0 && u < 1.0);
  }
}

void TestRandom::normalIsBoxMuller() {
  Random random(7);
  Random source(7);
  for (int i = 0; i < 100; ++i) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - source.uniform()));
    const double angle = 2.0 * std::numbers::pi * source.uniform();
    const double first = random.normal();
    const double second = random.normal();
    QVERIFY(std::abs(first - radius * std::cos(angle)) < 1e-14);
    QVERIFY(std::abs(second - radius * std::sin(angle)) < 1e-14);
  }
}

void TestRandom::complexNormalDrawsRealPartFirst() {
  Random random(9);
  Random source(9);
  for (int i = 0; i < 10; ++i) {
    const auto z = random.complex_normal();
    const double re = source.normal();
    const double im = source.normal();
    QVERIFY(std::abs(z - std::complex<double>(re, im) / std::numbers::sqrt2) < 1e-15);
  }
}

void TestRandom::momentsAreThoseOfTheNormal() {
  // 4e5 draws: five standard errors of the mean, the variance and the fourth moment.
  constexpr int kDraws = 400000;
  Random random(1);
  double mean = 0.0, square = 0.0, fourth = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    mean += x / kDraws;
    square += x * x / kDraws;
    fourth += x * x * x * x / kDraws;
  }
  const double root = std::sqrt(static_cast<double>(kDraws));
  QVERIFY(std::abs(mean) < 5.0 / root);
  QVERIFY(std::abs(square - 1.0) < 5.0 * std::sqrt(2.0) / root);
  QVERIFY(std::abs(fourth - 3.0) < 5.0 * std::sqrt(96.0) / root);
}

QTEST_APPLESS_MAIN(TestRandom)
#include "test_random.moc"
