// Sums of exponentials, their least squares and condition numbers against golden numbers.
#include <QtTest>
#include <array>
#include <cmath>

#include "core/compute/random.hpp"
#include "core/memory/exponentials.hpp"
#include "core/memory/variable_projection.hpp"
#include "core/target/dense.hpp"
#include "tests/core/golden.hpp"

using namespace ssmscope;
using memory::Projection;
using memory::RateList;

namespace {

std::vector<test::Json> cases_of(const std::string& part) {
  std::vector<test::Json> found;
  for (auto& c : test::golden_cases("prony.json")) {
    if (c.at("part") == part) found.push_back(c);
  }
  return found;
}

// A golden case's rates a step; its own are a unit of time, on an even grid.
RateList rates_a_step(const test::Json& c) {
  const auto t = test::golden_reals(c.at("t"));
  RateList rates;
  for (const double rate : test::golden_reals(c.at("rates"))) rates.push_back(-rate * t[1]);
  return rates;
}

// Real columns e^{-rate t}, as the golden file has them.
std::vector<double> columns_of(const test::Json& c) {
  std::vector<double> columns;
  const auto t = test::golden_reals(c.at("t"));
  for (const double rate : test::golden_reals(c.at("rates"))) {
    for (const double time : t) columns.push_back(std::exp(-rate * time));
  }
  return columns;
}

RateList random_rates(compute::Random& random, int modes) {
  RateList rates;
  for (int k = 0; k < modes; ++k) {
    rates.push_back({-std::exp(-4.0 + 4.0 * random.uniform()), 3.0 * random.uniform() + 0.05});
  }
  return rates;
}

}  // namespace

class TestExponentials : public QObject {
  Q_OBJECT

 private slots:
  void powersMatchClosedForm();
  void realModesStayReal();
  void sumsMatchGolden();
  void conditionMatchesGolden();
  void fixedRatesMatchGolden();
  void vandermondeConditionOfOrthogonalAndEqualModes();
  void projectionLeavesWhatItCannotFit();
  void gradientMatchesDifferences();
  void modeEnergiesAreTheirSquares();
  void moreColumnsThanSteps();
};

void TestExponentials::powersMatchClosedForm() {
  compute::Random random(3);
  for (const std::size_t length : {1u, 15u, 16u, 17u, 1000u}) {
    for (int i = 0; i < 20; ++i) {
      const Complex rate(-std::exp(-8.0 + 10.0 * random.uniform()), 3.14 * random.uniform());
      std::vector<double> re(length), im(length);
      memory::powers(rate, re, im);
      for (std::size_t s = 0; s < length; ++s) {
        const Complex expected = std::exp(rate * static_cast<double>(s));
        // The phase 3.14 s is known to its own last digit only.
        const double allowed = 4e-16 * (16.0 + 4.0 * static_cast<double>(s)) * std::abs(expected);
        QVERIFY(std::abs(Complex(re[s], im[s]) - expected) <= allowed + 1e-200);
      }
    }
  }
}

void TestExponentials::realModesStayReal() {
  std::vector<double> re(100), im(100);
  memory::powers({-0.1, memory::kNyquist}, re, im);
  for (std::size_t s = 0; s < 100; ++s) {
    QCOMPARE(im[s], 0.0);
    const double expected = (s % 2 == 0 ? 1.0 : -1.0) * std::exp(-0.1 * static_cast<double>(s));
    QVERIFY(std::abs(re[s] / expected - 1.0) < 1e-14);
  }
  memory::powers({-0.1, 1e-12}, re, im);
  for (std::size_t s = 1; s < 100; ++s) {
    const auto t = static_cast<double>(s);
    QVERIFY(std::abs(im[s] / (1e-12 * t * std::exp(-0.1 * t)) - 1.0) < 1e-13);
  }
}

void TestExponentials::sumsMatchGolden() {
  const auto all = cases_of("exact_sum");
  QCOMPARE(all.size(), std::size_t{18});
  for (const auto& c : all) {
    const auto length = c.at("L").get<std::size_t>();
    auto rates = test::golden_complexes(c.at("rates_s"));
    for (Complex& rate : rates) rate *= c.at("dt").get<double>();
    auto amplitudes = test::golden_complexes(c.at("amplitudes_c"));
    // A sum that is not of pairs has half of 2 Re, and its imaginary part is the real one of -i c.
    const bool pairs = c.at("kind") == "conjugate_pairs";
    for (Complex& a : amplitudes) a *= pairs ? 1.0 : 0.5;
    const auto re = memory::sum_of_modes(rates, amplitudes, length);
    for (Complex& a : amplitudes) a *= Complex(0.0, -1.0);
    const auto im = memory::sum_of_modes(rates, amplitudes, length);
    std::vector<Complex> values;
    for (std::size_t l = 0; l < length; ++l)
      values.emplace_back(re[l], c.at("kind") == "complex" ? im[l] : 0.0);
    std::string wrong = test::golden_difference(values, c, "y");
    QVERIFY2(wrong.empty(), wrong.c_str());
    std::vector<Complex> step;
    for (const Complex rate : rates) {
      std::array<double, 2> a{}, b{};
      memory::powers(rate, a, b);
      step.emplace_back(a[1], b[1]);
    }
    wrong = test::golden_difference(step, c, "z");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

void TestExponentials::conditionMatchesGolden() {
  const auto all = cases_of("condition");
  QVERIFY(all.size() >= 10);
  for (const auto& c : all) {
    const auto rows = c.at("t").size();
    const double condition = target::condition_number(columns_of(c), rows, c.at("rates").size());
    const std::string wrong = test::golden_difference(condition, c, "cond");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

void TestExponentials::fixedRatesMatchGolden() {
  const auto all = cases_of("fixed_rates");
  QVERIFY(all.size() >= 20);
  for (const auto& c : all) {
    const auto y = test::golden_reals(c.at("y"));
    Projection projection(y);
    const double residual = std::sqrt(projection.project(rates_a_step(c)));
    std::string wrong = test::golden_difference(residual, c, "residual_norm");
    QVERIFY2(wrong.empty(), wrong.c_str());
    if (!c.at("expected").contains("c")) continue;
    std::vector<double> amplitudes;
    for (const Complex a : projection.amplitudes()) amplitudes.push_back(2.0 * a.real());
    wrong = test::golden_difference(amplitudes, c, "c");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

void TestExponentials::vandermondeConditionOfOrthogonalAndEqualModes() {
  // Whole numbers of turns, hardly damped: orthogonal, so condition 1.
  const double turn = 2.0 * memory::kNyquist / 64.0;
  const RateList whole = {{-1e-12, 3 * turn}, {-1e-12, 7 * turn}, {-1e-12, 20 * turn}};
  QVERIFY(std::abs(memory::vandermonde_condition(whole, 64) - 1.0) < 1e-9);
  const RateList equal = {{-0.1, 0.3}, {-0.1, 0.3}};
  QVERIFY(memory::vandermonde_condition(equal, 64) > 1e14);
  QCOMPARE(memory::vandermonde_condition({}, 64), 1.0);
  // A real mode is one column.
  QCOMPARE(memory::vandermonde_condition(RateList{{-0.1, 0.0}}, 64), 1.0);
}

void TestExponentials::projectionLeavesWhatItCannotFit() {
  compute::Random random(11);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<double> rho(20 + static_cast<std::size_t>(trial) * 3);
    for (double& v : rho) v = random.normal();
    Projection projection(rho);
    const auto rates = random_rates(random, 1 + trial % 4);
    const double left = projection.project(rates);
    const auto residual = projection.residual();
    double sum = 0.0;
    for (const double v : residual) sum += v * v;
    QVERIFY(std::abs(sum / left - 1.0) < 1e-9);
    // Orthogonal to every column.
    std::vector<double> re(rho.size()), im(rho.size());
    for (const Complex rate : rates) {
      memory::powers(rate, re, im);
      double along = 0.0, across = 0.0;
      for (std::size_t s = 0; s < rho.size(); ++s) {
        along += re[s] * residual[s];
        across += im[s] * residual[s];
      }
      QVERIFY(std::abs(along) < 1e-10 && std::abs(across) < 1e-10);
    }
  }
}

// Kaufman's Jacobian leaves the gradient exact: -2 triangle^T seen is that of the squared residual.
void TestExponentials::gradientMatchesDifferences() {
  constexpr double kTolerance = 1e-6;  // of the largest entry: central differences at 1e-5
  compute::Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> rho(40);
    for (double& v : rho) v = random.normal();
    Projection projection(rho);
    const RateList rates = random_rates(random, 1 + trial % 3);
    projection.project(rates);
    Projection::Linearised at;
    projection.linearise(at);
    const std::size_t n = 2 * rates.size();
    std::vector<double> gradient(n), differences(n);
    double largest = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i <= j; ++i) gradient[j] -= 2.0 * at.triangle[j * n + i] * at.seen[i];
      const auto moved = [&](double by) {
        RateList next = rates;
        Complex& rate = next[j / 2];
        rate = j % 2 == 0 ? Complex(rate.real() * std::exp(by), rate.imag())
                          : Complex(rate.real(), rate.imag() + by);
        return projection.project(next);
      };
      differences[j] = (moved(1e-5) - moved(-1e-5)) / 2e-5;
      largest = std::max(largest, std::abs(differences[j]));
    }
    for (std::size_t j = 0; j < n; ++j) {
      QVERIFY(std::abs(gradient[j] - differences[j]) < kTolerance * (largest + 1.0));
    }
  }
}

void TestExponentials::modeEnergiesAreTheirSquares() {
  const RateList rates = {{-0.05, 0.4}, {-0.2, 1.7}};
  const std::vector<Complex> amplitudes = {{1.0, 2.0}, {-0.5, 0.25}};
  const auto rho = memory::sum_of_modes(rates, amplitudes, 60);
  Projection projection(rho);
  projection.project(rates);
  const auto energies = projection.mode_energies();
  for (std::size_t k = 0; k < 2; ++k) {
    double sum = 0.0;
    for (const double v : memory::sum_of_modes({&rates[k], 1}, {&amplitudes[k], 1}, 60)) {
      sum += v * v;
    }
    QVERIFY(std::abs(energies[k] / sum - 1.0) < 1e-10);
    QVERIFY(std::abs(projection.amplitudes()[k] - amplitudes[k]) < 1e-11);
  }
}

void TestExponentials::moreColumnsThanSteps() {
  const std::vector<double> rho = {1.0, -2.0, 0.5};
  Projection projection(rho);
  const RateList rates = {{-0.1, 0.3}, {-0.2, 1.0}, {-0.3, 2.0}};
  QVERIFY(projection.project(rates) < 1e-26);
  Projection::Linearised at;
  projection.linearise(at);
  QCOMPARE(at.seen, std::vector<double>(6, 0.0));
  const compute::Progress progress;
  const auto fit = memory::improve(projection, rates, 20, 0.0, progress);
  QVERIFY(fit.error < 1e-26);
}

QTEST_APPLESS_MAIN(TestExponentials)
#include "test_exponentials.moc"
