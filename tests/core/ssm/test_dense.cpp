// Dense models in steps: golden data, exponentials in extended precision, closed forms.
#include <Eigen/Core>
#include <QtTest>
#include <cmath>

#include "core/ssm/dense.hpp"
#include "core/ssm/diagonal.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/golden_models.hpp"
#include "tests/core/ssm/plain_systems.hpp"

using namespace ssmscope;

namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

constexpr Rule kRules[] = {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler,
                           Rule::EulerB};

ssm::DenseModel golden_dense(const test::Json& c) {
  ssm::DenseModel model;
  model.A = test::golden_reals(c.at("A"));
  model.B = test::golden_reals(c.at("B"));
  model.C = test::golden_reals(c.at("C"));
  model.D = test::golden_reals(c.at("D"));
  model.states = c.at("A").size();
  model.inputs = c.at("B").at(0).size();
  model.outputs = c.at("C").size();
  return model;
}

/// Columns of a rows x columns list one after another.
std::vector<double> transposed(const std::vector<double>& list, std::size_t columns) {
  std::vector<double> out;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < list.size() / columns; ++i) out.push_back(list[i * columns + j]);
  return out;
}

/// exp([A B; 0 0] delta) by a Taylor series at 2^-k of it, squared k times, in long double.
LongMatrix long_exponential(const ssm::DenseModel& model, double delta) {
  const auto n = static_cast<Eigen::Index>(model.states);
  const auto p = static_cast<Eigen::Index>(model.inputs);
  LongMatrix block = LongMatrix::Zero(n + p, n + p);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) block(i, j) = model.A[static_cast<std::size_t>(i * n + j)];
    for (Eigen::Index j = 0; j < p; ++j)
      block(i, n + j) = model.B[static_cast<std::size_t>(i * p + j)];
  }
  block *= static_cast<long double>(delta);
  int halvings = 0;
  for (; block.cwiseAbs().sum() > 0.5L; ++halvings) block /= 2.0L;
  const LongMatrix one = LongMatrix::Identity(n + p, n + p);
  LongMatrix sum = one;
  for (int k = 24; k >= 1; --k) sum = one + block * sum / static_cast<long double>(k);
  for (int k = 0; k < halvings; ++k) sum = (sum * sum).eval();
  return sum;
}

/// Largest difference of Abar and of Bbar from `exact`, each over the largest of its entries.
double exponential_error(const ssm::DiscreteDense& model, const LongMatrix& exact) {
  const auto n = static_cast<Eigen::Index>(model.states);
  const auto p = static_cast<Eigen::Index>(model.inputs);
  long double of_a = 0.0L, of_b = 0.0L;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      of_a =
          std::max(of_a, std::abs(exact(i, j) - model.abar[static_cast<std::size_t>(i * n + j)]));
    for (Eigen::Index j = 0; j < p; ++j)
      of_b = std::max(of_b,
                      std::abs(exact(i, n + j) - model.bbar[static_cast<std::size_t>(i * p + j)]));
  }
  return static_cast<double>(std::max(of_a / exact.topLeftCorner(n, n).cwiseAbs().maxCoeff(),
                                      of_b / exact.topRightCorner(n, p).cwiseAbs().maxCoeff()));
}

}  // namespace

class TestDense : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void goldenSystems() {
    std::size_t compared = 0;
    for (const test::Json& c : test::golden_cases("discretization.json")) {
      if (c.at("kind") != "dense") continue;
      const auto model = golden_dense(c);
      const auto discrete = ssm::discretise(model, test::golden_rule(c.at("method")), c.at("dt"));
      const auto u = transposed(test::golden_reals(c.at("u")), model.inputs);
      const auto y = test::plain_run(discrete, u, u.size() / model.inputs).y;
      const std::string wrong =
          test::golden_difference(discrete.abar, c, "Ad") +
          test::golden_difference(discrete.bbar, c, "Bd") +
          test::golden_difference(transposed(y, u.size() / model.inputs), c, "y_undelayed");
      QVERIFY2(wrong.empty(), wrong.c_str());
      QCOMPARE(discrete.c, model.C);
      QCOMPARE(discrete.d, model.D);
      ++compared;
    }
    QCOMPARE(compared, std::size_t{24});
  }

  void zohIsTheExponential_data() {
    QTest::addColumn<int>("states");
    QTest::addColumn<int>("inputs");
    for (const int states : {1, 2, 3, 7, 16, 33}) {
      for (const int inputs : {1, 3}) {
        QTest::addRow("%d states, %d inputs", states, inputs) << states << inputs;
      }
    }
  }
  void zohIsTheExponential() {
    QFETCH(int, states);
    QFETCH(int, inputs);
    compute::Random random(static_cast<std::uint64_t>(100 * states + inputs));
    const auto model = test::random_dense(random, static_cast<std::size_t>(states),
                                          static_cast<std::size_t>(inputs), 2);
    for (const double delta : {1e-9, 1e-3, 1.0, 100.0}) {
      const auto exact = long_exponential(model, delta);
      const double error = exponential_error(ssm::discretise(model, Rule::Zoh, delta), exact);
      // A delta is rounded, and exp moves by its norm times that; its norm is below 4 delta here.
      const double rounding = 2e-15 * (10.0 + 4.0 * delta);
      QVERIFY2(error < rounding, qPrintable(QString::number(error)));
    }
  }

  void oneStateIsTheDiagonalModel() {
    for (const double lambda : {-3.0, -1e-9, 0.0, 1e-7, 0.4, -40.0}) {
      const ssm::DenseModel dense{1, 1, 1, {lambda}, {1.5}, {2.0}, {0.25}};
      const ssm::ContinuousModel diagonal{{lambda}, {1.5}, {2.0}, 0.25, 1.0};
      for (const Rule rule : kRules) {
        for (const double delta : {1e-6, 0.1, 1.0}) {
          const auto a = ssm::discretise(dense, rule, delta);
          const auto b = ssm::discretise(diagonal, rule, delta);
          constexpr double kRounding = 1e-14;
          QVERIFY(std::abs(a.abar[0] - b.abar[0]) <= kRounding);
          QVERIFY(std::abs(a.bbar[0] - b.bbar[0]) <= kRounding * std::abs(b.bbar[0]));
        }
      }
    }
  }

  void doubleIntegratorIsExact() {  // A is singular and has no eigenvector for its second state
    const ssm::DenseModel model{2, 1, 1, {0.0, 1.0, 0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}, {0.0}};
    const double delta = 0.25;
    const auto zoh = ssm::discretise(model, Rule::Zoh, delta);
    QCOMPARE(zoh.abar, (std::vector<double>{1.0, delta, 0.0, 1.0}));
    QCOMPARE(zoh.bbar, (std::vector<double>{delta * delta / 2.0, delta}));
    const auto bilinear = ssm::discretise(model, Rule::Bilinear, delta);
    QCOMPARE(bilinear.abar, (std::vector<double>{1.0, delta, 0.0, 1.0}));
    QCOMPARE(bilinear.bbar, (std::vector<double>{delta * delta / 2.0, delta}));
    const auto euler_b = ssm::discretise(model, Rule::EulerB, delta);
    QCOMPARE(euler_b.abar, zoh.abar);
    QCOMPARE(euler_b.bbar, (std::vector<double>{0.0, delta}));
  }

  void overflowIsNoCrash() {
    const ssm::DenseModel model{1, 1, 1, {1e308}, {1.0}, {1.0}, {0.0}};
    for (const Rule rule : kRules) {
      const auto discrete = ssm::discretise(model, rule, 1e3);
      QCOMPARE(discrete.abar.size(), std::size_t{1});
      if (rule == Rule::Zoh) QVERIFY(std::isnan(discrete.abar[0]));
    }
    // Far but finite poles: the exponential is 0, not what its squarings make of overflow.
    const ssm::DenseModel far{1, 1, 1, {-1e12}, {1.0}, {1.0}, {0.0}};
    const auto discrete = ssm::discretise(far, Rule::Zoh, 1.0);
    QVERIFY(std::abs(discrete.abar[0]) < 1e-300);
    QVERIFY(std::abs(discrete.bbar[0] - 1e-12) < 1e-16);
  }

  void wrongSizesAreSaid() {
    compute::Random random(1);
    const auto model = test::random_dense(random, 3, 2, 1);
    const auto said = [&](auto change) {
      ssm::DenseModel changed = model;
      change(changed);
      return test::complaint([&] { ssm::discretise(changed, Rule::Zoh, 0.1); });
    };
    QVERIFY(said([](auto&) {}).empty());
    QVERIFY(said([](auto& m) { m.B.pop_back(); }).find("B of the dense model has 5") !=
            std::string::npos);
    QVERIFY(said([](auto& m) { m.C.push_back(0.0); }).find("1 x 3") != std::string::npos);
    QVERIFY(said([](auto& m) { m.A[4] = std::nan(""); }).find("Entry 4 of A") != std::string::npos);
    QVERIFY(said([](auto& m) { m.outputs = 0; }).find("0 outputs") != std::string::npos);
    QVERIFY(said([](auto& m) { m.states = 257; }).find("from 1 to 256") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestDense)
#include "test_dense.moc"
