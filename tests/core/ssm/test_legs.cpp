// HiPPO-LegS dense and as diagonal plus low rank: golden data, and that the two are one system.
#include <Eigen/Core>
#include <QtTest>
#include <cmath>

#include "core/ssm/legs.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/golden.hpp"
#include "tests/core/ssm/plain_systems.hpp"

using namespace ssmscope;

namespace {

using Index = Eigen::Index;

/// 2 Re(V diag(d) V*) row by row: what a diagonal is on all states, conjugates included.
std::vector<double> on_states(const ssm::LegsDplr& legs, const ComplexList& diagonal) {
  const std::size_t pairs = diagonal.size(), states = 2 * pairs;
  std::vector<double> out;
  for (std::size_t n = 0; n < states; ++n) {
    for (std::size_t k = 0; k < states; ++k) {
      Complex sum = 0.0;
      for (std::size_t m = 0; m < pairs; ++m)
        sum += legs.vectors[n * pairs + m] * diagonal[m] * std::conj(legs.vectors[k * pairs + m]);
      out.push_back(2.0 * sum.real());
    }
  }
  return out;
}

/// 2 Re(V z).
std::vector<double> on_states(const ssm::LegsDplr& legs, std::size_t pairs, const ComplexList& z) {
  std::vector<double> out;
  for (std::size_t n = 0; n < 2 * pairs; ++n) {
    Complex sum = 0.0;
    for (std::size_t m = 0; m < pairs; ++m) sum += legs.vectors[n * pairs + m] * z[m];
    out.push_back(2.0 * sum.real());
  }
  return out;
}

std::vector<double> impulse(std::size_t steps) {
  std::vector<double> u(steps);
  u[0] = 1.0;
  return u;
}

/// 4 scale sum_k c_k T_k(2t - 1) by Clenshaw's recurrence.
double chebyshev(const std::vector<double>& c, double scale, double t) {
  const double x = 2.0 * t - 1.0;
  double b1 = 0.0, b2 = 0.0;
  for (std::size_t k = c.size(); k-- > 1;) {
    const double b0 = c[k] + 2.0 * x * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return 4.0 * scale * (c[0] + x * b1 - b2);
}

/// y of x' = A x + B u(t) from 0 at t = k/steps, by the classical Runge-Kutta rule.
template <class Input>
std::vector<double> runge_kutta(const ssm::DenseModel& model, std::size_t steps, const Input& u) {
  const auto n = static_cast<Index>(model.states);
  const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> a(model.A.data(), n, n);
  const Eigen::Map<const Eigen::VectorXd> b(model.B.data(), n), c(model.C.data(), n);
  const double h = 1.0 / static_cast<double>(steps);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  std::vector<double> y{0.0};
  for (std::size_t k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h;
    const double early = u(t), middle = u(t + h / 2.0), late = u(t + h);
    const Eigen::VectorXd k1 = a * x + b * early;
    const Eigen::VectorXd k2 = a * (x + h / 2.0 * k1) + b * middle;
    const Eigen::VectorXd k3 = a * (x + h / 2.0 * k2) + b * middle;
    const Eigen::VectorXd k4 = a * (x + h * k3) + b * late;
    x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    y.push_back(c.dot(x));
  }
  return y;
}

/// The experiment's system, x' = 0.01 (A x + B u).
ssm::DenseModel slowed_legs(const test::Json& c) {
  constexpr double kSpeed = 0.01;
  ssm::DenseModel model = ssm::legs_dense(test::golden_reals(c.at("C")));
  model.B = test::golden_reals(c.at("B"));
  for (double& value : model.A) value *= kSpeed;
  for (double& value : model.B) value *= kSpeed;
  return model;
}

}  // namespace

class TestLegs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void goldenMatrices() {
    std::size_t compared = 0;
    for (const test::Json& c : test::golden_cases("s4d_init.json")) {
      if (c.at("kind") != "hippo_legs") continue;
      const std::size_t states = c.at("N"), pairs = states / 2;
      const std::vector<double> ones(states, 1.0);
      const auto dense = ssm::legs_dense(ones);
      const auto legs = ssm::legs_dplr(ones);
      std::vector<double> sizes;
      for (const Complex b : legs.model.B) sizes.push_back(std::abs(b));
      const std::string wrong =
          test::golden_difference(dense.A, c, "A") + test::golden_difference(dense.B, c, "B") +
          test::golden_difference(on_states(legs, pairs, legs.model.P), c, "P") +
          test::golden_difference(on_states(legs, legs.model.lambda), c, "normal_part") +
          test::golden_difference(sizes, c, "abs_VhB");
      QVERIFY2(wrong.empty(), wrong.c_str());
      ++compared;
    }
    QVERIFY(compared >= 2);
  }

  void lowRankFormIsTheDenseMatrix_data() {
    QTest::addColumn<int>("states");
    for (const int states : {2, 4, 8, 32, 64, 128, 256}) QTest::addRow("%d", states) << states;
  }
  void lowRankFormIsTheDenseMatrix() {
    QFETCH(int, states);
    const auto size = static_cast<std::size_t>(states), pairs = size / 2;
    compute::Random random(static_cast<std::uint64_t>(states));
    const auto C = test::random_input(random, size);
    const auto dense = ssm::legs_dense(C);
    const auto legs = ssm::legs_dplr(C);
    const auto normal = on_states(legs, legs.model.lambda);
    const auto p = on_states(legs, pairs, legs.model.P);
    std::vector<double> a;
    for (std::size_t n = 0; n < size; ++n)
      for (std::size_t k = 0; k < size; ++k) a.push_back(normal[n * size + k] - p[n] * p[k]);
    // Eigenvectors of a Hermitian matrix: some epsilon of its norm, which grows like N^2/pi, while
    // the largest entry is 2 N.
    const double rounding = 1e-15 * (10.0 + states);
    QVERIFY(test::relative_difference(a, dense.A) < rounding);

    const auto real = ssm::dense_form(legs.model);
    for (const Rule rule : {Rule::Zoh, Rule::Bilinear}) {
      for (const double delta : {1e-3, 0.02, 0.5}) {
        constexpr std::size_t kSteps = 100;
        const auto h =
            test::plain_run(ssm::discretise(dense, rule, delta), impulse(kSteps), kSteps);
        const auto other =
            test::plain_run(ssm::discretise(real, rule, delta), impulse(kSteps), kSteps);
        const double error = test::relative_difference(other.y, h.y);
        // The poles turn by up to |lambda| delta a step, with that many roundings each: 256 states
        // and delta = 0.5 are 10,000 radians.
        constexpr double kAllowed = 1e-11;
        QVERIFY2(error < kAllowed, qPrintable(QString("%1").arg(error)));
      }
    }
  }

  /// dense_form() against complex arithmetic on every mode, and on every conjugate where factor
  /// = 2.
  void denseFormIsTheComplexSystem() {
    compute::Random random(5);
    for (const double factor : {1.0, 2.0}) {
      ssm::DplrModel model;
      constexpr std::size_t kModes = 3;
      for (std::size_t m = 0; m < kModes; ++m) {
        model.lambda.emplace_back(-1.0 - random.uniform(), 4.0 * random.normal());
        for (ComplexList* list : {&model.P, &model.Q, &model.B, &model.C})
          list->push_back(0.5 * random.complex_normal());
      }
      model.D = 0.3;
      model.factor = factor;
      ssm::DplrModel all = model;
      if (factor == 2.0) {
        for (ComplexList* list : {&all.lambda, &all.P, &all.Q, &all.B, &all.C})
          for (std::size_t m = 0; m < kModes; ++m) list->push_back(std::conj((*list)[m]));
      }
      // Euler steps of A = diag(lambda) - P Q* as it stands.
      constexpr double kDelta = 0.05;
      constexpr std::size_t kSteps = 60;
      const auto u = test::random_input(random, kSteps);
      ComplexList x(all.lambda.size());
      std::vector<double> expected;
      for (const double now : u) {
        Complex along = 0.0, y = 0.0;
        for (std::size_t m = 0; m < x.size(); ++m) along += std::conj(all.Q[m]) * x[m];
        for (std::size_t m = 0; m < x.size(); ++m) {
          x[m] += kDelta * (all.lambda[m] * x[m] - all.P[m] * along + all.B[m] * now);
          y += all.C[m] * x[m];
        }
        expected.push_back(y.real() + model.D * now);
      }
      const auto discrete = ssm::discretise(ssm::dense_form(model), Rule::Euler, kDelta);
      const auto y = test::plain_run(discrete, u, kSteps).y;
      QVERIFY(test::relative_difference(y, expected) < 1e-13);
    }
  }

  /// Of A + A^T = -1 - 2 P P^T no state grows, in no step: so do not the rules that keep this.
  void noStepEnlargesAState() {
    for (const std::size_t states : {1u, 5u, 64u, 256u}) {
      const auto dense = ssm::legs_dense(std::vector<double>(states, 1.0));
      for (const Rule rule : {Rule::Zoh, Rule::Bilinear, Rule::BackwardEuler}) {
        for (const double delta : {1e-4, 1e-2, 1.0}) {
          const auto discrete = ssm::discretise(dense, rule, delta);
          const auto n = static_cast<Index>(states);
          const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> abar(
              discrete.abar.data(), n, n);
          Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(n, 1.0, 2.0).normalized();
          double norm = 0.0;
          for (int i = 0; i < 50; ++i) {  // the power method on Abar^T Abar
            v = abar.transpose() * (abar * v);
            norm = std::sqrt(v.norm());
            if (!(norm > 0.0)) break;
            v.normalize();
          }
          QVERIFY2(norm < 1.0 + 1e-12, qPrintable(QString("%1 %2").arg(states).arg(norm - 1.0)));
        }
      }
    }
  }

  void goldenRefinement() {
    constexpr std::size_t kFine = std::size_t{1} << 14;
    std::size_t compared = 0;
    for (const test::Json& c : test::golden_cases("continuity.json")) {
      if (c.at("model") != "s4") continue;
      const auto model = slowed_legs(c);
      const auto coefficients = test::golden_reals(c.at("chebyshev"));
      const double scale = c.at("scale");
      const auto u = [&](double t) { return chebyshev(coefficients, scale, t); };
      const auto exact = runge_kutta(model, kFine, u);
      const Rule rule = c.at("rule") == "zoh" ? Rule::Zoh : Rule::Bilinear;
      std::vector<double> errors;
      for (const double tau : test::golden_reals(c.at("tau"))) {
        // y_k of x_{k+1} = Abar x_k + Bbar u_k, x_0 = 0: one step later than ours.
        const auto steps = static_cast<std::size_t>(std::llround(1.0 / tau));
        std::vector<double> held;
        for (std::size_t k = 0; k < steps; ++k) held.push_back(u(static_cast<double>(k) * tau));
        const auto y = test::plain_run(ssm::discretise(model, rule, tau), held, steps).y;
        double worst = 0.0, largest = 0.0;
        for (std::size_t k = 1; k <= steps; ++k) {
          const double expected = exact[k * (kFine / steps)];
          worst = std::max(worst, std::abs(y[k - 1] - expected));
          largest = std::max(largest, std::abs(expected));
        }
        errors.push_back(worst / largest);
      }
      const std::string wrong = test::golden_difference(errors, c, "relative_linf");
      QVERIFY2(wrong.empty(), wrong.c_str());
      ++compared;
    }
    QCOMPARE(compared, std::size_t{12});
  }

  void wrongSizesAreSaid() {
    const auto of = [](std::size_t states) {
      return test::complaint([&] { ssm::legs_dplr(std::vector<double>(states, 1.0)); });
    };
    QVERIFY(of(2).empty());
    for (const std::size_t states : {0u, 3u, 258u})
      QVERIFY(of(states).find(std::to_string(states) + " states") != std::string::npos);
    QVERIFY(!test::complaint([] { ssm::legs_dense({}); }).empty());
    ssm::DplrModel model{{-1.0}, {1.0}, {1.0, 2.0}, {1.0}, {1.0}, 0.0, 2.0};
    QVERIFY(test::complaint([&] { ssm::dense_form(model); }).find("Q of the diagonal") !=
            std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestLegs)
#include "test_legs.moc"
