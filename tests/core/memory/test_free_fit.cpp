// The free fit: recovery of exact sums, the figures of MATHS section 6, and its promises.
#include <QtTest>
#include <cmath>

#include "core/compute/random.hpp"
#include "core/memory/exponentials.hpp"
#include "core/memory/memory_analysis.hpp"
#include "core/target/complexity.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/golden.hpp"

using namespace ssmscope;
using memory::FittedMode;
using memory::free_fit;
using memory::FreeFit;
using memory::quick_fit;

namespace {

FreeFit cold_fit(const std::vector<double>& rho, int pairs) {
  compute::Progress progress;
  return free_fit(rho, pairs, {}, progress);
}

std::vector<double> noise(std::size_t length, std::uint64_t seed) {
  compute::Random random(seed);
  std::vector<double> rho(length);
  for (double& v : rho) v = random.normal();
  return rho;
}

int states_of(const FreeFit& fit) {
  int states = 0;
  for (const FittedMode& mode : fit.modes) states += memory::is_real(mode.rate) ? 1 : 2;
  return states;
}

// Every kind and length: what is said of a fit is what its modes give.
bool is_made_of_its_modes(const FreeFit& fit) {
  std::vector<Complex> rates, amplitudes;
  for (const FittedMode& mode : fit.modes) {
    rates.push_back(mode.rate);
    amplitudes.push_back(mode.amplitude);
  }
  const auto sum = memory::sum_of_modes(rates, amplitudes, fit.values.size());
  double size = 0.0, off = 0.0;
  for (const Complex a : amplitudes) size += std::abs(a);
  for (std::size_t s = 0; s < sum.size(); ++s) {
    off = std::max(off, std::abs(sum[s] - fit.values[s]));
  }
  return off <= 1e-14 * size;
}

// The fit's modes in the order of `wanted`, nearest first come.
std::vector<FittedMode> matched(const FreeFit& fit, const std::vector<Complex>& wanted) {
  std::vector<FittedMode> left = fit.modes, ordered;
  for (const Complex rate : wanted) {
    const auto nearest = std::min_element(left.begin(), left.end(), [&](auto& a, auto& b) {
      return std::abs(a.rate - rate) < std::abs(b.rate - rate);
    });
    if (nearest == left.end()) break;
    ordered.push_back(*nearest);
    left.erase(nearest);
  }
  return ordered;
}

// relative_mse is what values and rho say.
bool is_consistent(const std::vector<double>& rho, const FreeFit& fit) {
  double off = 0.0, total = 0.0;
  for (std::size_t s = 0; s < rho.size(); ++s) {
    off += (rho[s] - fit.values[s]) * (rho[s] - fit.values[s]);
    total += rho[s] * rho[s];
  }
  // A residual r off by the rounding e of rho moves r^2 by 2 r e + e^2.
  constexpr double kRounding = 1e-15;
  return std::abs(off / total - fit.relative_mse) <= 2.0 * kRounding * std::sqrt(fit.relative_mse) +
                                                         kRounding * kRounding +
                                                         1e-12 * fit.relative_mse;
}

class Counting : public compute::Progress {
 public:
  explicit Counting(long cancel_at = -1) : cancel_at_(cancel_at) {}
  bool cancelled() const override { return ++checks_ == cancel_at_; }
  void report(double fraction) override {
    rising_ = rising_ && fraction >= last_ && fraction <= 1.0;
    last_ = fraction;
  }
  long checks() const { return checks_; }
  bool rising() const { return rising_ && last_ > 0.0; }

 private:
  long cancel_at_;
  mutable long checks_ = 0;
  double last_ = 0.0;
  bool rising_ = true;
};

}  // namespace

class TestFreeFit : public QObject {
  Q_OBJECT

 private slots:
  void recoversGoldenSums();
  void reachesTheStatedErrors_data();
  void reachesTheStatedErrors();
  void errorNeverGrowsWithPairs_data();
  void errorNeverGrowsWithPairs();
  void floorHoldsForEveryFit();
  void warmIsNeverWorseThanCold();
  void quickFollowsADrag();
  void quickWithoutAnAnswerBefore();
  void zeroConstantAndAlternating();
  void tinyLengths();
  void scaleDoesNotMatter();
  void morePairsThanStates();
  void modesAreFoldedAndSorted();
  void progressIsCheckedAndReported();
  void cancellingThrows();
};

void TestFreeFit::recoversGoldenSums() {
  int seen = 0;
  for (const auto& c : test::golden_cases("prony.json")) {
    if (c.at("part") != "exact_sum" || c.at("kind") == "complex") continue;
    ++seen;
    const bool pairs = c.at("kind") == "conjugate_pairs";
    const double dt = c.at("dt").get<double>();
    const auto fit = cold_fit(test::golden_reals(c.at("expected").at("y")), c.at("K").get<int>());
    auto wanted = test::golden_complexes(c.at("rates_s"));
    for (Complex& rate : wanted) rate *= dt;
    std::vector<Complex> rates, amplitudes;
    for (const FittedMode& mode : matched(fit, wanted)) {
      rates.push_back(mode.rate / dt);
      amplitudes.push_back(pairs ? mode.amplitude : 2.0 * mode.amplitude);
    }
    std::string wrong = test::golden_difference(rates, c, "recovered_s");
    QVERIFY2(wrong.empty(), wrong.c_str());
    wrong = test::golden_difference(amplitudes, c, "recovered_c");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
  QVERIFY(seen >= 12);
}

void TestFreeFit::reachesTheStatedErrors_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<double>("alpha");
  QTest::addColumn<int>("pairs");
  QTest::addColumn<double>("seen");
  const int polynomial = static_cast<int>(MemoryKind::Polynomial);
  const int airy = static_cast<int>(MemoryKind::Airy);
  const int impulse = static_cast<int>(MemoryKind::Impulse);
  QTest::newRow("polynomial 1") << polynomial << 0.5 << 1 << 3.3e-2;
  QTest::newRow("polynomial 2") << polynomial << 0.5 << 2 << 8.5e-4;
  QTest::newRow("polynomial 4") << polynomial << 0.5 << 4 << 1.5e-7;
  QTest::newRow("airy 1") << airy << 0.5 << 1 << 0.77;
  QTest::newRow("airy 2") << airy << 0.5 << 2 << 0.61;
  QTest::newRow("airy 4") << airy << 0.5 << 4 << 0.33;
  QTest::newRow("impulse 1") << impulse << 0.5 << 1 << 0.979;
  QTest::newRow("impulse 2") << impulse << 0.5 << 2 << 0.950;
  QTest::newRow("impulse 4") << impulse << 0.5 << 4 << 0.885;
  // What random starts are said to reach.
  QTest::newRow("polynomial, alpha 0") << polynomial << 0.0 << 2 << 1.9e-3;
}

void TestFreeFit::reachesTheStatedErrors() {
  QFETCH(int, kind);
  QFETCH(double, alpha);
  QFETCH(int, pairs);
  QFETCH(double, seen);
  const auto rho = target::memory_function(static_cast<MemoryKind>(kind), alpha, 128);
  const auto fit = cold_fit(rho, pairs);
  QVERIFY2(fit.relative_mse <= 1.05 * seen, qPrintable(QString::number(fit.relative_mse)));
  // Far below would be an error of ours, not a better minimum.
  QVERIFY2(fit.relative_mse >= 0.8 * seen, qPrintable(QString::number(fit.relative_mse)));
  QVERIFY(is_consistent(rho, fit));
}

void TestFreeFit::errorNeverGrowsWithPairs_data() {
  QTest::addColumn<std::vector<double>>("rho");
  for (const double alpha : {0.0, 0.4, 1.0}) {
    const auto name = [&](const char* kind) { return QString("%1 %2").arg(kind).arg(alpha); };
    QTest::newRow(qPrintable(name("exponential")))
        << target::memory_function(MemoryKind::Exponential, alpha, 96);
    QTest::newRow(qPrintable(name("polynomial")))
        << target::memory_function(MemoryKind::Polynomial, alpha, 96);
    QTest::newRow(qPrintable(name("impulse")))
        << target::memory_function(MemoryKind::Impulse, alpha, 97);
    QTest::newRow(qPrintable(name("airy"))) << target::memory_function(MemoryKind::Airy, alpha, 96);
  }
  QTest::newRow("noise 50") << noise(50, 1);
  QTest::newRow("noise 9") << noise(9, 2);
}

void TestFreeFit::errorNeverGrowsWithPairs() {
  // Where only rounding is left it may go either way: an impulse is made of large modes that
  // cancel, and 1e-16 of its energy is what their sum is known to.
  constexpr double kRounding = 1e-16;
  QFETCH(std::vector<double>, rho);
  double before = 1.0;
  for (int pairs = 0; pairs <= 8; ++pairs) {
    const auto fit = cold_fit(rho, pairs);
    QVERIFY(is_consistent(rho, fit) && is_made_of_its_modes(fit));
    QVERIFY(fit.modes.size() <= static_cast<std::size_t>(pairs));
    QVERIFY2(fit.relative_mse <= before * (1.0 + 1e-9) + kRounding,
             qPrintable(QString("%1 pairs").arg(pairs)));
    before = fit.relative_mse;
  }
}

void TestFreeFit::floorHoldsForEveryFit() {
  for (int trial = 0; trial < 40; ++trial) {
    const auto rho = noise(3 + static_cast<std::size_t>(trial) * 2, 50 + trial);
    const auto floor = target::error_floor(rho, 12);
    for (const int pairs : {1, 2, 4, 6}) {
      const auto fit = cold_fit(rho, pairs);
      const auto states = static_cast<std::size_t>(states_of(fit));
      QVERIFY(fit.relative_mse >= floor[states] * (1.0 - 1e-9) - 1e-24);
    }
  }
  for (const MemoryKind kind : {MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    const auto rho = target::memory_function(kind, 0.3, 100);
    const auto floor = target::error_floor(rho, 16);
    for (const int pairs : {1, 3, 8}) {
      const auto fit = cold_fit(rho, pairs);
      const auto states = static_cast<std::size_t>(states_of(fit));
      QVERIFY(fit.relative_mse >= floor[states] * (1.0 - 1e-9) - 1e-24);
    }
  }
}

void TestFreeFit::warmIsNeverWorseThanCold() {
  compute::Progress progress;
  for (const MemoryKind kind : {MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    const auto before = cold_fit(target::memory_function(kind, 0.45, 96), 3);
    const auto rho = target::memory_function(kind, 0.5, 96);
    const auto cold = cold_fit(rho, 3);
    const auto warm = free_fit(rho, 3, before.modes, progress);
    QVERIFY(warm.relative_mse <= cold.relative_mse * (1.0 + 1e-9) + 1e-24);
    // Also from an answer with another number of modes.
    for (const int other : {1, 5}) {
      const auto from = cold_fit(target::memory_function(kind, 0.45, 96), other);
      const auto fit = free_fit(rho, 3, from.modes, progress);
      QVERIFY(fit.modes.size() <= 3);
      QVERIFY(fit.relative_mse <= cold.relative_mse * (1.0 + 1e-9) + 1e-24);
    }
  }
}

// A hand drags alpha over half its range: each preview starts from the one before.
void TestFreeFit::quickFollowsADrag() {
  // How far previews fall behind the full answer, as a share of rho's energy: at the worst moment,
  // and on average. Seen: 0.14 (Airy, as its first lobe enters) and 0.014.
  constexpr double kWorst = 0.25;
  constexpr double kMean = 0.03;
  constexpr int kLooks = 11;
  compute::Progress progress;
  for (const MemoryKind kind :
       {MemoryKind::Exponential, MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    auto fit = cold_fit(target::memory_function(kind, 0.25, 128), 4);
    double sum = 0.0;
    for (int i = 0; i < 5 * kLooks; ++i) {
      const auto rho = target::memory_function(kind, 0.25 + 0.01 * i, 128);
      fit = quick_fit(rho, 4, fit.modes, progress);
      QVERIFY(is_consistent(rho, fit));
      if (i % 5 != 0) continue;
      const double behind = fit.relative_mse - cold_fit(rho, 4).relative_mse;
      QVERIFY2(behind <= kWorst,
               qPrintable(
                   QString("kind %1 step %2: %3").arg(static_cast<int>(kind)).arg(i).arg(behind)));
      sum += behind;
    }
    QVERIFY2(sum / kLooks <= kMean, qPrintable(QString::number(sum / kLooks)));
  }
}

void TestFreeFit::quickWithoutAnAnswerBefore() {
  compute::Progress progress;
  const auto rho = target::memory_function(MemoryKind::Polynomial, 0.5, 128);
  const auto fit = quick_fit(rho, 4, {}, progress);
  QVERIFY(fit.relative_mse < 1e-5);
  // The pencil alone finds nothing for an impulse; the preview is still a fit.
  const auto impulse = target::memory_function(MemoryKind::Impulse, 0.5, 128);
  const auto other = quick_fit(impulse, 4, {}, progress);
  QVERIFY(other.relative_mse <= 1.0 && is_consistent(impulse, other));
}

void TestFreeFit::zeroConstantAndAlternating() {
  const auto zero = cold_fit(std::vector<double>(20, 0.0), 4);
  QVERIFY(zero.modes.empty());
  QCOMPARE(zero.values, std::vector<double>(20, 0.0));
  QCOMPARE(zero.relative_mse, 0.0);
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> rho(40);
    for (std::size_t s = 0; s < rho.size(); ++s) rho[s] = s % 2 == 0 ? 3.0 : 3.0 * sign;
    const auto fit = cold_fit(rho, 3);
    QVERIFY(fit.relative_mse < 1e-16);
    QVERIFY(is_consistent(rho, fit));
  }
}

void TestFreeFit::tinyLengths() {
  QVERIFY(cold_fit({}, 3).values.empty());
  QVERIFY(cold_fit({2.0}, 3).relative_mse < 1e-24);
  for (const std::size_t length : {2u, 3u, 4u, 5u}) {
    for (int trial = 0; trial < 10; ++trial) {
      const auto rho = noise(length, 900 + static_cast<std::uint64_t>(trial));
      for (const int pairs : {0, 1, 2, 8}) {
        const auto fit = cold_fit(rho, pairs);
        QCOMPARE(fit.values.size(), length);
        QVERIFY(fit.relative_mse >= 0.0 && fit.relative_mse <= 1.0 + 1e-12);
        QVERIFY(is_consistent(rho, fit));
        // A pair has two amplitudes: two samples leave nothing.
        if (length == 2 && pairs > 0) QVERIFY(fit.relative_mse < 1e-12);
      }
      QCOMPARE(cold_fit(rho, 0).relative_mse, 1.0);
    }
  }
}

void TestFreeFit::scaleDoesNotMatter() {
  const auto rho = target::memory_function(MemoryKind::Airy, 0.3, 96);
  const auto fit = cold_fit(rho, 3);
  for (const double scale : {0x1p990, 0x1p-990}) {
    auto scaled = rho;
    for (double& v : scaled) v *= scale;
    const auto other = cold_fit(scaled, 3);
    QCOMPARE(other.relative_mse, fit.relative_mse);
    QCOMPARE(other.modes.size(), fit.modes.size());
    for (std::size_t k = 0; k < fit.modes.size(); ++k) {
      QCOMPARE(other.modes[k].rate, fit.modes[k].rate);
      QVERIFY(std::abs(other.modes[k].amplitude / scale / fit.modes[k].amplitude - 1.0) < 1e-14);
    }
  }
}

void TestFreeFit::morePairsThanStates() {
  const auto rho = target::memory_function(MemoryKind::Exponential, 0.5, 128);
  const auto fit = cold_fit(rho, 8);
  QCOMPARE(fit.modes.size(), std::size_t{1});
  QCOMPARE(fit.modes[0].rate.imag(), 0.0);
  const double tau = target::decay_time(MemoryKind::Exponential, 0.5, 128);
  QVERIFY(std::abs(fit.modes[0].rate.real() * tau + 1.0) < 1e-12);
  QVERIFY(std::abs(fit.modes[0].amplitude - 0.5) < 1e-12);
  QVERIFY(std::abs(fit.vandermonde_condition - 1.0) < 1e-12);
}

void TestFreeFit::modesAreFoldedAndSorted() {
  compute::Progress progress;
  const auto rho = noise(64, 77);
  // The same frequencies turned round and conjugated are the same start.
  const auto fit = cold_fit(rho, 4);
  std::vector<FittedMode> turned;
  for (const FittedMode& m : fit.modes) {
    turned.push_back({{m.rate.real(), 2.0 * memory::kNyquist - m.rate.imag()}, m.amplitude});
  }
  for (const auto& answer : {fit, free_fit(rho, 4, turned, progress)}) {
    double before = 0.0;
    for (const FittedMode& mode : answer.modes) {
      QVERIFY(mode.rate.imag() >= before && mode.rate.imag() <= memory::kNyquist);
      QVERIFY(mode.rate.real() < 0.0);
      before = mode.rate.imag();
    }
    QVERIFY(answer.vandermonde_condition >= 1.0 && answer.gauss_newton_condition >= 1.0);
  }
}

void TestFreeFit::progressIsCheckedAndReported() {
  Counting progress;
  free_fit(target::memory_function(MemoryKind::Airy, 0.5, 256), 8, {}, progress);
  // Tens of milliseconds of work: one check for every step of it.
  QVERIFY(progress.checks() > 500);
  QVERIFY(progress.rising());
}

void TestFreeFit::cancellingThrows() {
  const auto rho = target::memory_function(MemoryKind::Airy, 0.5, 128);
  for (const long at : {1L, 10L, 60L}) {
    Counting progress(at);
    QVERIFY_THROWS_EXCEPTION(compute::Cancelled, free_fit(rho, 4, {}, progress));
    QCOMPARE(progress.checks(), at);
  }
}

QTEST_APPLESS_MAIN(TestFreeFit)
#include "test_free_fit.moc"
