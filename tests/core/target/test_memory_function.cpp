// Memory functions against golden Airy numbers, closed forms and the stated decay times.
#include <QtTest>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/scenario/error.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/golden.hpp"

using namespace ssmscope;
using target::airy;
using target::decay_time;
using target::memory_function;
using target::remembered_steps;

class TestMemoryFunction : public QObject {
  Q_OBJECT

 private slots:
  void airyMatchesGolden();
  void airySolvesItsEquation();
  void airyAtTheEnds();
  void decayTimesAsStated();
  void decayTimeSolvesItsEquation();
  void decayTimeGrowsWithAlpha();
  void impulseSitsAtRoundedPlace();
  void airyTurnsWhereStated();
  void mixtureIsTheWeightedSum();
  void samplesAreTakenAsTheyAre();
  void presetsOfEarlierWorkAsSamples();
  void shortTargetsAreRefused();
};

void TestMemoryFunction::airyMatchesGolden() {
  for (const auto& c : test::golden_cases("airy.json")) {
    std::vector<double> values;
    for (const double x : test::golden_reals(c.at("x"))) values.push_back(airy(x));
    const std::string wrong = test::golden_difference(values, c, "Ai");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

// y'' = x y by a difference of the sixth order, across every change of expansion.
void TestMemoryFunction::airySolvesItsEquation() {
  // 1e-14 of rounding in each value over h^2 = 2.5e-3.
  constexpr double kTolerance = 2e-10;
  constexpr double h = 0.05;
  for (double x = -20.0; x <= 12.0; x += 0.0371) {
    const double second =
        (2 * airy(x - 3 * h) - 27 * airy(x - 2 * h) + 270 * airy(x - h) - 490 * airy(x) +
         270 * airy(x + h) - 27 * airy(x + 2 * h) + 2 * airy(x + 3 * h)) /
        (180 * h * h);
    // The rule's own error is (h x)^6 |x| |Ai| x^.../560: small, as |x| h < 1.
    const double rule = std::pow(h, 6) * std::pow(std::abs(x) + 1.0, 4) / 560.0;
    QVERIFY2(std::abs(second - x * airy(x)) < kTolerance + rule, qPrintable(QString::number(x)));
  }
}

void TestMemoryFunction::airyAtTheEnds() {
  QCOMPARE(airy(1e4), 0.0);
  QCOMPARE(airy(std::numeric_limits<double>::infinity()), 0.0);
  QVERIFY(std::isnan(airy(std::nan(""))));
  // |Ai(-x)| <= 1/(sqrt(pi) x^{1/4}) far out, where only its envelope can be trusted.
  QVERIFY(std::abs(airy(-1e6)) <= 0.565 / std::pow(1e6, 0.25));
  QCOMPARE(airy(-1e300), 0.0);
  QCOMPARE(airy(-std::numeric_limits<double>::infinity()), 0.0);
}

void TestMemoryFunction::decayTimesAsStated() {
  struct Stated {
    MemoryKind kind;
    double alpha, tau;
  };
  const Stated all[] = {
      {MemoryKind::Exponential, 0.0, 5.585}, {MemoryKind::Exponential, 0.5, 28.55},
      {MemoryKind::Exponential, 1.0, 51.88}, {MemoryKind::Polynomial, 0.0, 3.124},
      {MemoryKind::Polynomial, 0.5, 19.44},  {MemoryKind::Polynomial, 1.0, 40.99}};
  for (const auto& [kind, alpha, tau] : all) {
    // Four digits are stated.
    QVERIFY(std::abs(decay_time(kind, alpha, 256) / tau - 1.0) < 2e-4);
  }
}

void TestMemoryFunction::decayTimeSolvesItsEquation() {
  for (const MemoryKind kind : {MemoryKind::Exponential, MemoryKind::Polynomial}) {
    for (const int length : {2, 3, 5, 49, 256, 1001, 4096}) {
      for (const double alpha : {0.0, 0.3, 1.0}) {
        const auto rho = memory_function(kind, alpha, length);
        const double sum = std::accumulate(rho.begin() + 1, rho.end(), 0.0);
        const double wanted = remembered_steps(kind, alpha, length);
        QVERIFY(std::abs(sum / wanted - 1.0) < 1e-12);
        QCOMPARE(rho[0], 1.0);
        QCOMPARE(rho.size(), static_cast<std::size_t>(length));
      }
    }
  }
}

void TestMemoryFunction::decayTimeGrowsWithAlpha() {
  for (const MemoryKind kind : {MemoryKind::Exponential, MemoryKind::Polynomial}) {
    for (const int length : {2, 17, 256}) {
      double before = 0.0;
      for (int i = 0; i <= 20; ++i) {
        const double tau = decay_time(kind, i / 20.0, length);
        QVERIFY(tau > before);
        before = tau;
      }
    }
  }
}

void TestMemoryFunction::impulseSitsAtRoundedPlace() {
  for (const int length : {2, 3, 128, 256}) {
    for (const double alpha : {0.0, 0.5, 1.0}) {
      const auto rho = memory_function(MemoryKind::Impulse, alpha, length);
      const double mu = 0.02 + 0.8 * alpha;
      const auto at = static_cast<std::size_t>(std::floor(mu * (length - 1) + 0.5));
      for (std::size_t s = 0; s < rho.size(); ++s) QCOMPARE(rho[s], s == at ? 1.0 : 0.0);
    }
  }
}

void TestMemoryFunction::airyTurnsWhereStated() {
  const auto rho = memory_function(MemoryKind::Airy, 0.5, 128);
  // mu T = 0.42 * 128 = 53.76, w = 4.
  for (const int s : {0, 53, 54, 127}) {
    QCOMPARE(rho[static_cast<std::size_t>(s)], airy((s - 53.76) / 4.0));
  }
}

void TestMemoryFunction::mixtureIsTheWeightedSum() {
  Target target;
  target.kind = MemoryKind::Mixture;
  target.length = 100;
  target.parts = {{2.0, MemoryKind::Exponential, 0.1}, {-0.5, MemoryKind::Impulse, 0.7}};
  const auto rho = memory_function(target);
  const auto a = memory_function(MemoryKind::Exponential, 0.1, 100);
  const auto b = memory_function(MemoryKind::Impulse, 0.7, 100);
  for (std::size_t s = 0; s < 100; ++s) QCOMPARE(rho[s], 2.0 * a[s] - 0.5 * b[s]);
  QVERIFY(std::isnan(remembered_steps(MemoryKind::Mixture, 0.5, 100)));
}

void TestMemoryFunction::samplesAreTakenAsTheyAre() {
  Target target;
  target.kind = MemoryKind::Samples;
  target.values = {0.0, -2.5, 1e300};
  target.length = 3;
  QCOMPARE(memory_function(target), target.values);
}

// Ai(t - 6), one of the presets of the same group's earlier work, is the airy kind's own shape.
void TestMemoryFunction::presetsOfEarlierWorkAsSamples() {
  QVERIFY(std::abs(airy(-6.0) + 0.3291451736298926) < 1e-13);
  QVERIFY(std::abs(airy(0.0) - 0.355028053887817239) < 1e-16);
  QVERIFY(std::abs(airy(4.0) / 9.515638512048023e-4 - 1.0) < 1e-13);
}

void TestMemoryFunction::shortTargetsAreRefused() {
  QVERIFY_THROWS_EXCEPTION(InputError, memory_function(MemoryKind::Airy, 0.5, 63));
  QVERIFY_THROWS_EXCEPTION(InputError, memory_function(MemoryKind::Exponential, 0.5, 1));
  QVERIFY_THROWS_EXCEPTION(InputError, memory_function(MemoryKind::Mixture, 0.5, 100));
  QVERIFY_THROWS_EXCEPTION(InputError, decay_time(MemoryKind::Impulse, 0.5, 100));
  Target target;
  target.kind = MemoryKind::File;
  target.file.path = "no such file.csv";
  QVERIFY_THROWS_EXCEPTION(InputError, memory_function(target));
}

QTEST_APPLESS_MAIN(TestMemoryFunction)
#include "test_memory_function.moc"
