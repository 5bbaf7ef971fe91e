// The poles of the initialisers.
#include <Eigen/Eigenvalues>
#include <QtTest>
#include <numbers>

#include "core/scenario/error.hpp"
#include "core/ssm/diagonal.hpp"
#include "tests/core/golden.hpp"

using namespace ssmscope;

namespace {

Init init_of(const std::string& name) {
  if (name == "S4D-Lin") return Init::Lin;
  if (name == "S4D-Inv") return Init::Inv;
  if (name == "S4D-LegS") return Init::Legs;
  return Init::Real;
}

/// The normal part of HiPPO-LegS from its golden matrices.
Eigen::MatrixXd normal_part(const test::Json& c) {
  const Eigen::Index n = c.at("N");
  const auto values = test::golden_reals(c.at("expected").at("normal_part"));
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(values.data(), n, n);
}

}  // namespace

class TestInitialPoles : public QObject {
  Q_OBJECT

 private slots:
  void goldenPoles();
  void legsPolesAreTheEigenvaluesOfTheMatrix();
  void legsOfFour();
  void legsOfOnePair();
  void largeLegsKeepsItsTrace();
  void randomPolesFollowTheirRule();
  void seedsDecideEverything();
  void otherFamiliesAreRefused();
  void wrongLengthsAreRefused();
};

void TestInitialPoles::goldenPoles() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("s4d_init.json")) {
    if (c.at("kind") != "eigenvalues") continue;
    const int pairs = c.at("N").get<int>() / 2;
    const auto poles = ssm::initial_poles(init_of(c.at("init")), pairs, 1);
    const std::string wrong = test::golden_difference(poles, c, "A");
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QVERIFY(compared >= 20);
}

void TestInitialPoles::legsPolesAreTheEigenvaluesOfTheMatrix() {
  for (const test::Json& c : test::golden_cases("s4d_init.json")) {
    if (c.at("kind") != "hippo_legs") continue;
    const Eigen::MatrixXd matrix = normal_part(c);
    const auto poles = ssm::initial_poles(Init::Legs, static_cast<int>(matrix.rows() / 2), 1);
    Eigen::VectorXcd eigenvalues = matrix.eigenvalues();
    for (const Complex pole : poles) {
      const double nearest = (eigenvalues.array() - pole).abs().minCoeff();
      QVERIFY(nearest < 1e-12 * matrix.norm());
      QCOMPARE(pole.real(), -0.5);
      QVERIFY(pole.imag() > 0.0);
    }
  }
}

void TestInitialPoles::legsOfFour() {
  const auto poles = ssm::initial_poles(Init::Legs, 2, 1);
  QVERIFY(std::abs(poles[0].imag() - 4.603293) < 5e-7);
  QVERIFY(std::abs(poles[1].imag() - 0.556501) < 5e-7);
}

void TestInitialPoles::legsOfOnePair() {
  // [[-1/2, s], [-s, -1/2]], s = sqrt(3)/2.
  const auto poles = ssm::initial_poles(Init::Legs, 1, 1);
  QCOMPARE(poles.size(), std::size_t{1});
  QVERIFY(std::abs(poles[0] - Complex(-0.5, 0.5 * std::numbers::sqrt3)) < 1e-15);
}

void TestInitialPoles::largeLegsKeepsItsTrace() {
  // Sum of squared eigenvalues = squared Frobenius norm: 2 sum w^2 = sum_{n<k} (2n+1)(2k+1)/2.
  const int pairs = 150;
  double expected = 0.0;
  for (int n = 0; n < 2 * pairs; ++n) {
    for (int k = n + 1; k < 2 * pairs; ++k) expected += 0.25 * (2.0 * n + 1) * (2.0 * k + 1);
  }
  const auto poles = ssm::initial_poles(Init::Legs, pairs, 1);
  double sum = 0.0;
  for (std::size_t m = 0; m < poles.size(); ++m) {
    sum += poles[m].imag() * poles[m].imag();
    if (m > 0) QVERIFY(poles[m].imag() < poles[m - 1].imag());
  }
  QVERIFY(std::abs(sum - expected) < 1e-12 * expected);
}

void TestInitialPoles::randomPolesFollowTheirRule() {
  const auto poles = ssm::initial_poles(Init::Random, 500, 3);
  double least = 0.0, most = -1.0;
  for (const Complex pole : poles) {
    QVERIFY(pole.real() <= -0.1 && pole.real() > -1.0);
    QVERIFY(pole.imag() >= 0.0 && pole.imag() < 500 * std::numbers::pi);
    least = std::min(least, pole.real());
    most = std::max(most, pole.real());
  }
  QVERIFY(least < -0.95 && most > -0.11);
}

void TestInitialPoles::seedsDecideEverything() {
  Model model;
  model.init = Init::Random;
  model.seed = 5;
  model.B = Seeded{2};
  model.C = Seeded{3};
  const auto one = ssm::continuous_model(model);
  const auto two = ssm::continuous_model(model);
  QVERIFY(one.lambda == two.lambda && one.B == two.B && one.C == two.C);
  model.seed = 6;
  QVERIFY(ssm::continuous_model(model).lambda != one.lambda);
  model.C = Seeded{4};
  QVERIFY(ssm::continuous_model(model).C != one.C);
  model.B = Seeded{4};
  QVERIFY(ssm::continuous_model(model).B == ssm::continuous_model(model).C);
}

void TestInitialPoles::otherFamiliesAreRefused() {
  Model model;
  for (const Family family : {Family::S4, Family::S5, Family::S6}) {
    model.family = family;
    try {
      ssm::continuous_model(model);
      QFAIL("not refused");
    } catch (const InputError& error) {
      QVERIFY(std::string(error.what()).find("not built yet") != std::string::npos);
    }
  }
}

void TestInitialPoles::wrongLengthsAreRefused() {
  Model model;
  model.init = Init::Explicit;
  QVERIFY_EXCEPTION_THROWN(ssm::continuous_model(model), InputError);
  model.lambda = {-1.0, -2.0};
  model.C = ComplexList{1.0};
  QVERIFY_EXCEPTION_THROWN(ssm::continuous_model(model), InputError);
  model.C = ComplexList{1.0, 2.0};
  model.B = ComplexList{1.0, 2.0, 3.0};
  QVERIFY_EXCEPTION_THROWN(ssm::continuous_model(model), InputError);
  model.B = Ones{};
  QCOMPARE(ssm::continuous_model(model).lambda.size(), std::size_t{2});
}

QTEST_APPLESS_MAIN(TestInitialPoles)
#include "test_initial_poles.moc"
