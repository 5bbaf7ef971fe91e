// The model of a scenario: C fitted to the target, against an independent least squares.
#include <Eigen/SVD>
#include <QtTest>
#include <cmath>

#include "core/compute/random.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"

using namespace ssmscope;
using target::scenario_model;
using target::ScenarioModel;

namespace {

// h_l = factor Re sum c bbar abar^l + d [l = 0], plainly.
std::vector<double> kernel_of(const ssm::DiscreteModel& model, std::size_t length) {
  std::vector<double> h(length, 0.0);
  for (std::size_t m = 0; m < model.modes(); ++m) {
    Complex power = 1.0;
    for (std::size_t l = 0; l < length; ++l) {
      h[l] += model.factor * (model.c[m] * model.bbar[m] * power).real();
      power *= model.abar[m];
    }
  }
  if (length > 0) h[0] += model.d;
  return h;
}

double relative_error(const std::vector<double>& rho, const std::vector<double>& h) {
  double off = 0.0, total = 0.0;
  for (std::size_t s = 0; s < rho.size(); ++s) {
    off += (rho[s] - h[s]) * (rho[s] - h[s]);
    total += rho[s] * rho[s];
  }
  return off / total;
}

double relative_error(const Scenario& scenario) {
  const auto rho = target::memory_function(scenario.target);
  return relative_error(rho, kernel_of(scenario_model(scenario).discrete, rho.size()));
}

// The least relative error over all C, by a singular value decomposition of unit columns.
double least_error(const ssm::DiscreteModel& model, std::vector<double> rho) {
  const auto rows = static_cast<Eigen::Index>(rho.size());
  const auto modes = static_cast<Eigen::Index>(model.modes());
  Eigen::MatrixXd basis(rows, 2 * modes);
  for (Eigen::Index m = 0; m < modes; ++m) {
    const auto i = static_cast<std::size_t>(m);
    Complex value = model.factor * model.bbar[i];
    for (Eigen::Index l = 0; l < rows; ++l) {
      basis(l, 2 * m) = value.real();
      basis(l, 2 * m + 1) = -value.imag();
      value *= model.abar[i];
    }
  }
  // A column that is only the rounding of its mode's other one is no column.
  for (Eigen::Index m = 0; m < modes; ++m) {
    const double whole = basis.middleCols(2 * m, 2).norm();
    for (Eigen::Index j = 2 * m; j < 2 * m + 2; ++j) {
      const double size = basis.col(j).norm();
      if (size < 1e-11 * whole) {
        basis.col(j).setZero();
      } else {
        basis.col(j) /= size;
      }
    }
  }
  double total = 0.0;
  for (const double v : rho) total += v * v;
  rho[0] -= model.d;
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(rho.data(), rows);
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(basis, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(1e-12);
  return (basis * svd.solve(b) - b).squaredNorm() / total;
}

Scenario with_poles(ComplexList lambda, double delta, Rule rule = Rule::Zoh) {
  Scenario scenario;
  scenario.model.init = Init::Explicit;
  scenario.model.pairs = static_cast<int>(lambda.size());
  scenario.model.lambda = std::move(lambda);
  scenario.discretisation = {rule, delta, "s"};
  return scenario;
}

bool is_finite(const ScenarioModel& model) {
  return std::ranges::all_of(model.discrete.c, [](Complex c) {
    return std::isfinite(c.real()) && std::isfinite(c.imag());
  });
}

}  // namespace

class TestScenarioModel : public QObject {
  Q_OBJECT

 private slots:
  void fitEqualsIndependentLeastSquares_data();
  void fitEqualsIndependentLeastSquares();
  void fitOfRandomModels();
  void ownSumsAreRecovered();
  void seededAndGivenCAreLeftAlone();
  void directTermIsTakenOff();
  void realModesAndSingleFactor();
  void aDoubledRealModeIsNoted();
  void deadStep();
  void aliasedTwinsStayTame();
  void moreStatesThanSteps();
  void unstablePolesAreFittedWhileFinite();
  void extremeTargets();
  void isPure();
};

void TestScenarioModel::fitEqualsIndependentLeastSquares_data() {
  QTest::addColumn<int>("init");
  QTest::addColumn<double>("delta");
  QTest::addColumn<int>("rule");
  for (const Init init : {Init::Lin, Init::Inv, Init::Legs, Init::Real}) {
    for (const double delta : {0.001, 0.01, 0.1}) {
      for (const Rule rule : {Rule::Zoh, Rule::Bilinear}) {
        QTest::addRow("init %d delta %g rule %d", static_cast<int>(init), delta,
                      static_cast<int>(rule))
            << static_cast<int>(init) << delta << static_cast<int>(rule);
      }
    }
  }
}

void TestScenarioModel::fitEqualsIndependentLeastSquares() {
  QFETCH(int, init);
  QFETCH(double, delta);
  QFETCH(int, rule);
  // Singular values near the cut at 1e-12 are kept or not by the last digits of either solver.
  constexpr double kTolerance = 1e-6;
  Scenario scenario;
  scenario.model.init = static_cast<Init>(init);
  scenario.model.pairs = 8;
  scenario.discretisation.delta = delta;
  scenario.discretisation.rule = static_cast<Rule>(rule);
  for (const MemoryKind kind :
       {MemoryKind::Exponential, MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    scenario.target.kind = kind;
    scenario.target.length = 128;
    const double error = relative_error(scenario);
    const double least =
        least_error(scenario_model(scenario).discrete, target::memory_function(scenario.target));
    QVERIFY2(std::abs(error - least) < kTolerance,
             qPrintable(QString("%1 for %2").arg(error).arg(least)));
  }
}

void TestScenarioModel::fitOfRandomModels() {
  compute::Random random(21);
  for (int trial = 0; trial < 60; ++trial) {
    ComplexList lambda;
    for (int m = 0; m < 1 + trial % 6; ++m) {
      lambda.push_back({-0.2 - 3.0 * random.uniform(), 20.0 * random.uniform()});
    }
    Scenario scenario = with_poles(std::move(lambda), 0.03);
    scenario.model.conjugate = trial % 2 == 0;
    scenario.target.kind = MemoryKind::Samples;
    scenario.target.values.resize(2 + static_cast<std::size_t>(random.uniform() * 100));
    for (double& v : scenario.target.values) v = random.normal();
    scenario.target.length = static_cast<int>(scenario.target.values.size());
    const double error = relative_error(scenario);
    const double least = least_error(scenario_model(scenario).discrete, scenario.target.values);
    QVERIFY2(error <= least + 1e-8 && error >= least - 1e-8,
             qPrintable(QString("%1 for %2").arg(error).arg(least)));
  }
}

void TestScenarioModel::ownSumsAreRecovered() {
  Scenario scenario = with_poles({{-1.0, 3.0}, {-0.4, 9.0}, {-2.0, 0.0}}, 0.02);
  const ComplexList wanted = {{1.0, -2.0}, {0.5, 0.25}, {-1.5, 0.0}};
  scenario.model.C = wanted;
  scenario.target.kind = MemoryKind::Samples;
  scenario.target.values = kernel_of(scenario_model(scenario).discrete, 200);
  scenario.target.length = 200;
  scenario.model.C = FitToTarget{};
  const auto model = scenario_model(scenario);
  for (std::size_t m = 0; m < 3; ++m) {
    QVERIFY(std::abs(model.discrete.c[m] - wanted[m]) < 1e-10);
    QCOMPARE(model.discrete.c[m], model.continuous.C[m]);
  }
  QVERIFY(model.notes.empty());
}

void TestScenarioModel::seededAndGivenCAreLeftAlone() {
  Scenario scenario;
  scenario.model.pairs = 4;
  scenario.model.C = ComplexList{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  QCOMPARE(scenario_model(scenario).discrete.c, (ComplexList{{1, 2}, {3, 4}, {5, 6}, {7, 8}}));
  scenario.model.C = Seeded{5};
  const auto seeded = scenario_model(scenario).discrete.c;
  scenario.target.alpha = 0.9;
  QCOMPARE(scenario_model(scenario).discrete.c, seeded);
}

void TestScenarioModel::directTermIsTakenOff() {
  // One real state and D: 0.9^s + 2 at s = 0.
  Scenario scenario = with_poles({{std::log(0.9), 0.0}}, 1.0);
  scenario.model.D = 2.0;
  scenario.target.kind = MemoryKind::Samples;
  for (int s = 0; s < 50; ++s) scenario.target.values.push_back(std::pow(0.9, s));
  scenario.target.values[0] += 2.0;
  scenario.target.length = 50;
  QVERIFY(relative_error(scenario) < 1e-28);
}

void TestScenarioModel::realModesAndSingleFactor() {
  Scenario scenario;
  scenario.model.init = Init::Real;
  scenario.model.pairs = 3;
  for (const bool conjugate : {true, false}) {
    scenario.model.conjugate = conjugate;
    const auto model = scenario_model(scenario);
    // Im C of a real mode has no influence and stays 0.
    for (const Complex c : model.discrete.c) QCOMPARE(c.imag(), 0.0);
    QCOMPARE(model.discrete.factor, conjugate ? 2.0 : 1.0);
  }
  scenario.model.conjugate = true;
  const double doubled = relative_error(scenario);
  scenario.model.conjugate = false;
  QVERIFY(std::abs(relative_error(scenario) - doubled) < 1e-12);
}

void TestScenarioModel::deadStep() {
  // Bilinear with delta lambda = -2: abar = 0, the kernel is one sample.
  Scenario scenario = with_poles({{-2.0, 0.0}}, 1.0, Rule::Bilinear);
  scenario.target.kind = MemoryKind::Impulse;
  scenario.target.length = 20;
  scenario.target.alpha = 0.0;  // at lag 0
  const auto model = scenario_model(scenario);
  QCOMPARE(model.discrete.abar[0], Complex(0.0));
  QVERIFY(relative_error(scenario) < 1e-28);
  scenario.target.alpha = 1.0;
  QVERIFY(std::abs(relative_error(scenario) - 1.0) < 1e-12);
}

void TestScenarioModel::aliasedTwinsStayTame() {
  // 0.3 and 0.3 + 2 pi a step are one mode twice, and half a turn a step has no imaginary part.
  Scenario scenario =
      with_poles({{-0.1, 0.3}, {-0.1, 0.3 + 2.0 * std::acos(-1.0)}, {-0.1, std::acos(-1.0)}}, 1.0);
  scenario.target.kind = MemoryKind::Polynomial;
  scenario.target.length = 100;
  const auto model = scenario_model(scenario);
  QVERIFY(is_finite(model));
  for (const Complex c : model.discrete.c) QVERIFY(std::abs(c) < 100.0);
  const double least = least_error(model.discrete, target::memory_function(scenario.target));
  QVERIFY(std::abs(relative_error(scenario) - least) < 1e-8);
}

void TestScenarioModel::moreStatesThanSteps() {
  Scenario scenario;
  scenario.model.pairs = 32;
  scenario.target.length = 10;
  QVERIFY(relative_error(scenario) < 1e-20);
  QVERIFY(is_finite(scenario_model(scenario)));
}

void TestScenarioModel::unstablePolesAreFittedWhileFinite() {
  // Slow growth: everything is finite, and the note says why the picture is cut elsewhere.
  Scenario slow = with_poles({{0.1, 1.0}, {-1.0, 2.0}}, 0.1);
  const auto model = scenario_model(slow);
  QVERIFY(is_finite(model));
  QCOMPARE(model.notes.size(), std::size_t{1});
  QVERIFY(model.notes[0].find("unstable") != std::string::npos);
  QVERIFY(relative_error(slow) < 1.0);
  // A factor e^5 a step passes 1e120 after 55 steps.
  const auto fast = scenario_model(with_poles({{50.0, 1.0}, {-1.0, 2.0}}, 0.1));
  QVERIFY(is_finite(fast));
  QCOMPARE(fast.notes.size(), std::size_t{2});
  QVERIFY(fast.notes[1].find("of 256 steps") != std::string::npos);
  // And 1e300 at once.
  QVERIFY(is_finite(scenario_model(with_poles({{600.0, 0.0}}, 1.0))));
}

void TestScenarioModel::extremeTargets() {
  Scenario scenario;
  scenario.model.pairs = 4;
  scenario.target.kind = MemoryKind::Samples;
  scenario.target.length = 30;
  scenario.target.values.assign(30, 0.0);
  for (const Complex c : scenario_model(scenario).discrete.c) QCOMPARE(c, Complex(0.0));
  scenario.target.values.assign(30, 1.0);
  const auto unit = scenario_model(scenario).discrete.c;
  for (const double scale : {0x1p990, 0x1p-990}) {
    scenario.target.values.assign(30, scale);
    const auto scaled = scenario_model(scenario).discrete.c;
    for (std::size_t m = 0; m < unit.size(); ++m) QCOMPARE(scaled[m], unit[m] * scale);
  }
  scenario.model.B = ComplexList(4, Complex(1e200));
  scenario.target.values.assign(30, 1.0);
  const auto small = scenario_model(scenario).discrete.c;
  for (std::size_t m = 0; m < unit.size(); ++m) {
    QVERIFY(std::abs(small[m] * 1e200 - unit[m]) < 1e-9 * std::abs(unit[m]) + 1e-9);
  }
}

// Half of the spectrum of five states: its real pole would count twice.
void TestScenarioModel::aDoubledRealModeIsNoted() {
  Scenario scenario;
  Model& model = scenario.model;
  model.init = Init::Explicit;
  model.pairs = 3;
  model.lambda = {Complex(-0.5, 7.456638), -0.5, Complex(-0.5, 1.377881)};
  model.C = ComplexList(3, 1.0);
  const auto notes = scenario_model(scenario).notes;
  QCOMPARE(notes.size(), std::size_t{1});
  QVERIFY2(notes[0].starts_with("mode 1 is real and counts twice"), notes[0].c_str());
  model.conjugate = false;  // nothing is doubled
  QVERIFY(scenario_model(scenario).notes.empty());
  model.conjugate = true;
  model.C = FitToTarget{};  // allows for it
  QVERIFY(scenario_model(scenario).notes.empty());
  model.C = ComplexList(3, 1.0);
  model.lambda = {-1.0, -2.0, -3.0};  // S4D-Real with its factor 2, as asked for
  QVERIFY(scenario_model(scenario).notes.empty());
}

void TestScenarioModel::isPure() {
  Scenario a, b;
  b.target.alpha = 0.8;
  const auto first = scenario_model(a).discrete.c;
  scenario_model(b);
  QCOMPARE(scenario_model(a).discrete.c, first);
  QVERIFY(scenario_model(b).discrete.c != first);
}

QTEST_APPLESS_MAIN(TestScenarioModel)
#include "test_scenario_model.moc"
