// Complexities of memory functions and the floor that every linear model stays above.
#include <Eigen/SVD>
#include <QtTest>
#include <cmath>

#include "core/compute/random.hpp"
#include "core/target/complexity.hpp"
#include "core/target/dense.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/golden.hpp"

using namespace ssmscope;
using target::error_floor;
using target::hankel_singular_values;

namespace {

std::vector<double> noise(std::size_t length, std::uint64_t seed) {
  compute::Random random(seed);
  std::vector<double> rho(length);
  for (double& v : rho) v = random.normal();
  return rho;
}

std::vector<double> hankel_values_by_svd(const std::vector<double>& rho) {
  const auto n = static_cast<Eigen::Index>(rho.size());
  Eigen::MatrixXd hankel = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; i + j < n; ++j) hankel(i, j) = rho[static_cast<std::size_t>(i + j)];
  }
  const auto values = Eigen::JacobiSVD<Eigen::MatrixXd>(hankel).singularValues().eval();
  return {values.begin(), values.end()};
}

double relative_error(const std::vector<double>& rho, const std::vector<double>& fit) {
  double off = 0.0, total = 0.0;
  for (std::size_t s = 0; s < rho.size(); ++s) {
    off += (rho[s] - fit[s]) * (rho[s] - fit[s]);
    total += rho[s] * rho[s];
  }
  return off / total;
}

}  // namespace

class TestComplexity : public QObject {
  Q_OBJECT

 private slots:
  void ranksMatchGolden();
  void hankelValuesMatchAnSvd();
  void hankelOfOneAndNone();
  void effectiveRanksAsSeen();
  void tailEnergyOfKnownShares();
  void tailEnergyIgnoresScale();
  void floorsAsSeen();
  void floorOfSumsIsZeroAtTheirStates();
  void floorHoldsForRandomModels();
  void floorWithDirectTermNeedsOneMore();
  void floorFallsAndIsAShare();
  void floorOfZeroAndExtremeSizes();
};

void TestComplexity::ranksMatchGolden() {
  int seen = 0;
  for (const auto& c : test::golden_cases("stats.json")) {
    if (c.at("part") != "ranks") continue;
    ++seen;
    const auto height = c.at("matrix").size();
    const auto width = c.at("matrix").at(0).size();
    const auto by_rows = test::golden_reals(c.at("matrix"));
    // Row by row is the transpose column by column: the same singular values.
    const auto values = target::singular_values(by_rows, width, height);
    std::string wrong = test::golden_difference(values, c, "singular_values");
    QVERIFY2(wrong.empty(), wrong.c_str());
    wrong = test::golden_difference(target::effective_rank(values), c, "effective_rank");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
  QVERIFY(seen >= 6);
}

void TestComplexity::hankelValuesMatchAnSvd() {
  constexpr double kTolerance = 1e-13;  // of the largest, both solvers' rounding
  for (const std::size_t length : {2u, 3u, 17u, 64u}) {
    const auto rho = noise(length, length);
    const auto values = hankel_singular_values(rho);
    const auto expected = hankel_values_by_svd(rho);
    QCOMPARE(values.size(), length);
    for (std::size_t i = 0; i < length; ++i) {
      QVERIFY(std::abs(values[i] - expected[i]) <= kTolerance * expected[0] * 10);
    }
  }
}

void TestComplexity::hankelOfOneAndNone() {
  QVERIFY(hankel_singular_values({}).empty());
  QCOMPARE(hankel_singular_values(std::vector<double>{-3.0}), std::vector<double>{3.0});
  QCOMPARE(target::effective_rank({}), 0.0);
  QCOMPARE(target::effective_rank(hankel_singular_values(std::vector<double>(5, 0.0))), 0.0);
}

void TestComplexity::effectiveRanksAsSeen() {
  struct Seen {
    MemoryKind kind;
    double first, last, digit;
  };
  const Seen all[] = {{MemoryKind::Exponential, 1.0, 2.4, 0.05},
                      {MemoryKind::Polynomial, 5.3, 18.9, 0.05},
                      {MemoryKind::Impulse, 6.0, 210.0, 0.5},
                      {MemoryKind::Airy, 1.3, 30.0, 0.5}};
  for (const auto& [kind, first, last, digit] : all) {
    const auto rank = [&, kind = kind](double alpha) {
      return target::effective_rank(
          hankel_singular_values(target::memory_function(kind, alpha, 256)));
    };
    QVERIFY(std::abs(rank(0.0) - first) < digit);
    QVERIFY(std::abs(rank(1.0) - last) < digit);
  }
}

void TestComplexity::tailEnergyOfKnownShares() {
  const auto tail = target::tail_energy(std::vector<double>{1.0, -3.0, 0.0, 2.0});
  const std::vector<double> expected = {1.0, 5.0 / 14.0, 1.0 / 14.0, 0.0, 0.0};
  QCOMPARE(tail.size(), expected.size());
  for (std::size_t k = 0; k < tail.size(); ++k) QVERIFY(std::abs(tail[k] - expected[k]) < 1e-15);
  QCOMPARE(target::tail_energy(std::vector<double>(3, 0.0)), std::vector<double>(4, 0.0));
}

void TestComplexity::tailEnergyIgnoresScale() {
  auto rho = noise(33, 4);
  const auto tail = target::tail_energy(rho);
  for (double& v : rho) v *= 0x1p1000;
  QCOMPARE(target::tail_energy(rho), tail);
}

void TestComplexity::floorsAsSeen() {
  const auto impulse = target::memory_function(MemoryKind::Impulse, 0.0, 256);
  QVERIFY(std::abs(error_floor(impulse, 4)[4] - 0.29) < 0.005);
  // A delta at lag 5 is rank 6 in every block wide enough.
  QVERIFY(error_floor(impulse, 6)[5] > 0.0);
  QCOMPARE(error_floor(impulse, 6)[6], 0.0);
}

void TestComplexity::floorOfSumsIsZeroAtTheirStates() {
  // Two real modes and a pair: four real states, seen down to rounding.
  std::vector<double> rho(120);
  for (std::size_t s = 0; s < rho.size(); ++s) {
    const auto t = static_cast<double>(s);
    rho[s] = std::exp(-0.02 * t) - 0.5 * std::exp(-0.3 * t) +
             std::exp(-0.01 * t) * std::cos(0.4 * t + 1.0);
  }
  const auto floor = error_floor(rho, 6);
  QVERIFY(floor[3] > 1e-6);
  QVERIFY(floor[4] < 1e-25);
}

void TestComplexity::floorHoldsForRandomModels() {
  compute::Random random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t length = 2 + static_cast<std::size_t>(random.uniform() * 60);
    const auto rho = noise(length, 100 + static_cast<std::uint64_t>(trial));
    const int pairs = 1 + trial % 4;
    // Close to rho on purpose: its own leading samples by least squares over random poles.
    std::vector<double> columns;
    for (int k = 0; k < pairs; ++k) {
      const Complex z = std::polar(0.4 + 0.65 * random.uniform(), 3.1 * random.uniform());
      for (std::size_t s = 0; s < length; ++s) columns.push_back(std::pow(z, s).real());
      for (std::size_t s = 0; s < length; ++s) columns.push_back(std::pow(z, s).imag());
    }
    const auto count = 2 * static_cast<std::size_t>(pairs);
    const auto fit = target::truncated_least_squares(columns, length, count, rho, 1e-12);
    std::vector<double> values(length, 0.0);
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t s = 0; s < length; ++s) values[s] += fit.x[j] * columns[j * length + s];
    }
    const double error = relative_error(rho, values);
    const double floor = error_floor(rho, 2 * pairs)[count];
    QVERIFY2(error >= floor * (1.0 - 1e-10) - 1e-20,
             qPrintable(QString("%1 below %2").arg(error).arg(floor)));
  }
}

void TestComplexity::floorWithDirectTermNeedsOneMore() {
  std::vector<double> rho(80);
  for (std::size_t s = 0; s < rho.size(); ++s) rho[s] = std::pow(0.9, static_cast<double>(s));
  rho[0] += 1.0;
  const auto floor = error_floor(rho, 3);
  QVERIFY(floor[1] > 1e-3);
  QVERIFY(floor[2] < 1e-28);
}

void TestComplexity::floorFallsAndIsAShare() {
  for (const std::size_t length : {1u, 2u, 3u, 31u, 200u}) {
    const auto floor = error_floor(noise(length, 5), 12);
    QCOMPARE(floor.size(), std::size_t{13});
    QCOMPARE(floor[0], 1.0);
    for (std::size_t n = 1; n < floor.size(); ++n) {
      QVERIFY(floor[n] >= 0.0 && floor[n] <= floor[n - 1]);
    }
  }
}

void TestComplexity::floorOfZeroAndExtremeSizes() {
  QCOMPARE(error_floor(std::vector<double>(9, 0.0), 2), std::vector<double>(3, 0.0));
  auto rho = noise(40, 3);
  const auto floor = error_floor(rho, 5);
  for (const double scale : {0x1p1000, 0x1p-1000}) {
    auto scaled = rho;
    for (double& v : scaled) v *= scale;
    QCOMPARE(error_floor(scaled, 5), floor);
  }
}

QTEST_APPLESS_MAIN(TestComplexity)
#include "test_complexity.moc"
