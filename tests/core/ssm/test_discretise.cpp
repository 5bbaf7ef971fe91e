// The hold rules: golden data, closed forms, and cases 2, 3, 5 and 13 of people's questions.
#include <Eigen/Eigenvalues>
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/ssm/diagonal.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/golden_models.hpp"

using namespace ssmscope;

namespace {

constexpr double kPi = std::numbers::pi;

ssm::ContinuousModel one_mode(Complex lambda, double factor = 2.0, Complex c = 1.0) {
  ssm::ContinuousModel model;
  model.lambda = {lambda};
  model.B = {1.0};
  model.C = {c};
  model.factor = factor;
  return model;
}

double dc_gain(const ssm::DiscreteModel& model) {
  return test::response_at(model, 0.0).value.real();
}

Eigen::MatrixXd golden_matrix(const test::Json& rows) {
  const auto values = test::golden_reals(rows);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      values.data(), static_cast<Eigen::Index>(rows.size()),
      static_cast<Eigen::Index>(rows.at(0).size()));
}

/// A dense system A, B, C, D as diagonal ones, one from each input to each output: all its modes,
/// so without the factor 2.
class DenseSystem {
 public:
  explicit DenseSystem(const test::Json& c)
      : modes_(golden_matrix(c.at("A"))), D_(golden_matrix(c.at("D"))) {
    B_ = modes_.eigenvectors().partialPivLu().solve(golden_matrix(c.at("B")).cast<Complex>());
    C_ = golden_matrix(c.at("C")).cast<Complex>() * modes_.eigenvectors();
  }

  /// Without D.
  ssm::ContinuousModel from_to(Eigen::Index input, Eigen::Index output) const {
    ssm::ContinuousModel model;
    for (Eigen::Index m = 0; m < modes_.eigenvalues().size(); ++m) {
      model.lambda.push_back(modes_.eigenvalues()(m));
      model.B.push_back(B_(m, input));
      model.C.push_back(C_(output, m));
    }
    model.factor = 1.0;
    return model;
  }
  const Eigen::MatrixXd& D() const { return D_; }

 private:
  Eigen::EigenSolver<Eigen::MatrixXd> modes_;
  Eigen::MatrixXcd B_, C_;
  Eigen::MatrixXd D_;
};

/// What SciPy's rules put on the present input, the rest being on the one before: its alpha, and 0
/// under ZOH.
double present_share(Rule rule) {
  if (rule == Rule::Bilinear) return 0.5;
  return rule == Rule::BackwardEuler ? 1.0 : 0.0;
}

}  // namespace

class TestDiscretise : public QObject {
  Q_OBJECT

 private slots:
  void goldenSystems();
  void goldenDenseSystemsThroughTheirModes();
  void expm1AgreesWithLongDouble();
  void expm1OverIsOneAtZero();
  void holdRulesOfOneRealMode();
  void directCurrentErrorOfEulerB();
  void conjugatesAndSign();
  void zeroAndTinyPoles();
  void bilinearDeadStep();
  void zohIsTheMatrixExponential();
  void farPolesStayFinite();

 private:
  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestDiscretise::goldenSystems() {
  std::size_t compared = 0, simulated = 0;
  for (const test::Json& c : test::golden_cases("discretization.json")) {
    if (c.at("kind") != "diagonal") continue;
    const auto model = test::golden_model(c);
    const auto discrete = ssm::discretise(model, test::golden_rule(c.at("method")), c.at("dt"));
    double radius = 0.0;
    for (const Complex a : discrete.abar) radius = std::max(radius, std::abs(a));
    std::string wrong = test::golden_difference(discrete.abar, c, "Abar") +
                        test::golden_difference(discrete.bbar, c, "Bbar") +
                        test::golden_difference(radius, c, "spectral_radius");
    if (c.at("expected").contains("y_undelayed")) {
      const auto y = test::response_of(*backend_, discrete, test::golden_reals(c.at("u")));
      wrong += test::golden_difference(y, c, "y_undelayed");
      ++simulated;
    } else {
      QVERIFY(!ssm::is_stable(discrete));
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QVERIFY(compared >= 24 && simulated >= 16);
}

// The S4 convention keeps C and D and does not delay. SciPy's changes C and D too: its output is
// that of S4 shared between a step and the one before, (1 + 1/z)/2 of it under the bilinear rule.
void TestDiscretise::goldenDenseSystemsThroughTheirModes() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("discretization.json")) {
    if (c.at("kind") != "dense") continue;
    const DenseSystem system(c);
    const Rule rule = test::golden_rule(c.at("method"));
    const Eigen::MatrixXd u = golden_matrix(c.at("u"));
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(u.rows(), system.D().rows());
    for (Eigen::Index i = 0; i < u.cols(); ++i) {
      const std::vector<double> input(u.col(i).begin(), u.col(i).end());
      for (Eigen::Index k = 0; k < y.cols(); ++k) {
        const auto discrete = ssm::discretise(system.from_to(i, k), rule, c.at("dt"));
        const auto output = test::response_of(*backend_, discrete, input);
        y.col(k) += Eigen::Map<const Eigen::VectorXd>(output.data(), y.rows());
      }
    }
    Eigen::MatrixXd before = Eigen::MatrixXd::Zero(y.rows(), y.cols());
    before.bottomRows(y.rows() - 1) = y.topRows(y.rows() - 1);
    const double share = present_share(rule);
    const Eigen::MatrixXd direct = u * system.D().transpose();
    const Eigen::MatrixXd ours = (y + direct).transpose();  // row by row in memory
    const Eigen::MatrixXd scipys = (share * y + (1.0 - share) * before + direct).transpose();
    const auto all = [](const Eigen::MatrixXd& m) {
      return std::span(m.data(), static_cast<std::size_t>(m.size()));
    };
    const std::string wrong = test::golden_difference(all(ours), c, "y_undelayed") +
                              test::golden_difference(all(scipys), c, "y");
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QCOMPARE(compared, std::size_t{24});
}

void TestDiscretise::expm1AgreesWithLongDouble() {
  compute::Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10.0, 18.0 * random.uniform() - 16.0);
    const Complex z = size * random.complex_normal();
    const auto x = static_cast<long double>(z.real());
    const auto y = static_cast<long double>(z.imag());
    const long double s = std::sin(y / 2);
    const std::complex<long double> exact(std::expm1(x) * std::cos(y) - 2 * s * s,
                                          std::exp(x) * std::sin(y));
    const Complex value = ssm::expm1(z);
    const std::complex<long double> difference = std::complex<long double>(value) - exact;
    QVERIFY(std::abs(difference) <= 1e-15L * std::abs(exact));
    const auto quotient = exact / std::complex<long double>(z);
    const auto over = std::complex<long double>(ssm::expm1_over(z)) - quotient;
    QVERIFY(std::abs(over) <= 2e-15L * std::abs(quotient));
  }
}

void TestDiscretise::expm1OverIsOneAtZero() {
  QCOMPARE(ssm::expm1_over(0.0), Complex(1.0));
  QCOMPARE(ssm::expm1(0.0), Complex(0.0));
  for (const double tiny : {1e-300, 5e-324, -1e-320}) {
    QVERIFY(std::abs(ssm::expm1_over(tiny) - 1.0) < 1e-15);
    QVERIFY(std::abs(ssm::expm1_over(Complex(0.0, tiny)) - 1.0) < 1e-15);
  }
}

void TestDiscretise::holdRulesOfOneRealMode() {
  const auto model = one_mode(-16.0, 1.0);
  const auto zoh = ssm::discretise(model, Rule::Zoh, 0.1);
  const auto euler_b = ssm::discretise(model, Rule::EulerB, 0.1);
  const auto bilinear = ssm::discretise(model, Rule::Bilinear, 0.1);
  constexpr double kPrinted = 5e-8;  // seven digits are given
  QVERIFY(std::abs(zoh.abar[0] - 0.2018965) < kPrinted);
  QVERIFY(std::abs(zoh.bbar[0] - 0.0498815) < kPrinted);
  QVERIFY(std::abs(euler_b.abar[0] - 0.2018965) < kPrinted);
  QVERIFY(std::abs(euler_b.bbar[0] - 0.1) < 1e-16);
  QVERIFY(std::abs(bilinear.abar[0] - 0.1111111) < kPrinted);
  QVERIFY(std::abs(bilinear.bbar[0] - 0.0555556) < kPrinted);
  QVERIFY(std::abs(dc_gain(zoh) - 0.0625) < 1e-15);
  QVERIFY(std::abs(dc_gain(bilinear) - 0.0625) < 1e-15);
  QVERIFY(std::abs(dc_gain(euler_b) - 0.1252970) < kPrinted);
  QVERIFY(std::abs(ssm::continuous_response(model, 0.0) - 0.0625) < 1e-16);
}

void TestDiscretise::directCurrentErrorOfEulerB() {
  const auto model = one_mode(-1.0, 1.0);
  const double expected[3][2] = {{0.5, 27.07}, {0.1, 5.08}, {0.01, 0.50}};
  for (const auto& [delta, percent] : expected) {
    const double gain = dc_gain(ssm::discretise(model, Rule::EulerB, delta));
    QVERIFY(std::abs(100.0 * (gain - 1.0) - percent) < 0.005);
  }
}

void TestDiscretise::conjugatesAndSign() {
  const Complex lambda(-0.5, kPi);
  const auto both = ssm::discretise(one_mode(lambda, 2.0, {1.0, 1.0}), Rule::Zoh, 0.01);
  const auto alone = ssm::discretise(one_mode(lambda, 1.0, {1.0, 1.0}), Rule::Zoh, 0.01);
  const auto flipped =
      ssm::discretise(one_mode(std::conj(lambda), 2.0, {1.0, 1.0}), Rule::Zoh, 0.01);
  const auto k = test::kernel_of(*backend_, both, 51);
  const auto half = test::kernel_of(*backend_, alone, 51);
  const auto wrong = test::kernel_of(*backend_, flipped, 51);
  QVERIFY(std::abs(k[0] - 0.01963372) < 5e-9);
  QVERIFY(std::abs(20.0 * std::log10(k[0] / half[0]) - 6.0206) < 5e-5);
  QVERIFY(std::abs(k[50] + 0.0157784) < 5e-8);
  QVERIFY(std::abs(wrong[50] - 0.0152908) < 5e-8);
}

void TestDiscretise::zeroAndTinyPoles() {
  for (const double lambda : {0.0, 1e-9, 1e-6, 1e-4}) {
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      for (const Complex pole : {Complex(lambda), Complex(-lambda), Complex(0.0, lambda)}) {
        const auto discrete = ssm::discretise(one_mode(pole), rule, 1e-3);
        // bbar/delta = 1 + O(delta lambda), and delta lambda is 1e-7 at the most
        QVERIFY(std::abs(discrete.bbar[0] - 1e-3) <= 1.01e-7 * 1e-3);
      }
    }
  }
}

void TestDiscretise::bilinearDeadStep() {
  const auto discrete = ssm::discretise(one_mode(-20.0, 2.0, 3.0), Rule::Bilinear, 0.1);
  QCOMPARE(discrete.abar[0], Complex(0.0));
  const auto kernel = test::kernel_of(*backend_, discrete, 1000);
  QVERIFY(std::abs(kernel[0] - 2.0 * 3.0 * discrete.bbar[0].real()) < 1e-16);
  for (std::size_t l = 1; l < kernel.size(); ++l) QCOMPARE(kernel[l], 0.0);
}

void TestDiscretise::zohIsTheMatrixExponential() {
  // exp of [[lambda, 1], [0, 0]] delta holds abar and bbar: sum its series in long double.
  compute::Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Complex lambda(-random.uniform(), 3.0 * random.normal());
    const double delta = random.uniform();
    const auto z = test::LongComplex(lambda) * static_cast<long double>(delta);
    test::LongComplex a = 0, b = 0, term = 1;  // term = z^k/k!
    for (int k = 0; k < 80; ++k) {
      a += term;
      term /= static_cast<long double>(k + 1);
      b += term;
      term *= z;
    }
    b *= static_cast<long double>(delta);
    const auto discrete = ssm::discretise(one_mode(lambda), Rule::Zoh, delta);
    QVERIFY(std::abs(test::LongComplex(discrete.abar[0]) - a) < 1e-15L);
    QVERIFY(std::abs(test::LongComplex(discrete.bbar[0]) - b) < 1e-15L);
  }
}

void TestDiscretise::farPolesStayFinite() {
  for (const Rule rule : {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler}) {
    for (const Complex pole : {Complex(-1e8), Complex(-1e8, 1e9), Complex(-1e300)}) {
      const auto discrete = ssm::discretise(one_mode(pole), rule, 1.0);
      QVERIFY(std::isfinite(discrete.abar[0].real()) && std::isfinite(discrete.abar[0].imag()));
      QVERIFY(std::isfinite(discrete.bbar[0].real()) && std::isfinite(discrete.bbar[0].imag()));
    }
  }
}

QTEST_APPLESS_MAIN(TestDiscretise)
#include "test_discretise.moc"
