// The followed phase against an oracle of zeros and poles, on several grids, at zeros on the
// circle, and where unwrapping samples goes wrong (MATHS section 3).
#include <Eigen/Eigenvalues>
#include <QtTest>

#include "core/spectrum/frequency_analysis.hpp"
#include "core/spectrum/phase.hpp"
#include "core/spectrum/pole_residue_sum.hpp"
#include "core/target/scenario_model.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/golden_models.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

// What MATHS section 3 saw: between grids, and against the zeros of an eigenvalue solver.
constexpr double kBetweenGrids = 1e-8;
constexpr double kToOracle = 1e-6;

std::vector<double> grid(int points) {
  std::vector<double> omega;
  for (int k = 1; k <= points; ++k) omega.push_back(kPi * k / points);
  return omega;
}

std::vector<double> followed_phase(const ssm::DiscreteModel& model, std::span<const double> omega,
                                   compute::Progress& progress) {
  return spectrum::follow_response(model, omega, progress).phase;
}

/// Change of the continuous arg(1 - z e^{-i omega}) from 0 to omega.
double factor_turn(Complex z, double omega) {
  if (std::abs(z) < 1.0) return std::arg(1.0 - z * std::polar(1.0, -omega)) - std::arg(1.0 - z);
  // = -z e^{-i omega} (1 - e^{i omega}/z)
  return -omega + std::arg(1.0 - std::polar(1.0, omega) / z) - std::arg(1.0 - 1.0 / z);
}

struct Oracle {
  std::vector<Complex> zeros, poles;
  double start = 0.0;
  int outside = 0;

  explicit Oracle(const ssm::DiscreteModel& model) {
    const Eigen::Index n = 2 * static_cast<Eigen::Index>(model.modes());
    Eigen::MatrixXcd a = Eigen::MatrixXcd::Zero(n, n);
    Eigen::VectorXcd ga(n);
    Complex h0 = model.d;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto m = static_cast<std::size_t>(i / 2);
      Complex pole = model.abar[m], g = 0.5 * model.factor * model.c[m] * model.bbar[m];
      if (i % 2) pole = std::conj(pole), g = std::conj(g);
      a(i, i) = pole;
      ga(i) = g * pole;
      h0 += g;
      poles.push_back(pole);
    }
    a -= Eigen::VectorXcd::Ones(n) * ga.transpose() / h0;
    const Eigen::VectorXcd z = Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(a, false).eigenvalues();
    zeros.assign(z.begin(), z.end());
    for (const Complex& zero : zeros) outside += std::abs(zero) > 1.0 ? 1 : 0;
    start = test::response_at(model, 0.0).value.real() >= 0.0 ? 0.0 : -kPi;
  }

  double phase(double omega) const {
    double sum = start;
    for (const Complex& z : zeros) sum += factor_turn(z, omega);
    for (const Complex& p : poles) sum -= factor_turn(p, omega);
    return sum;
  }
};

ssm::DiscreteModel s4d(int pairs, double delta, std::uint64_t seed) {
  Model model;
  model.pairs = pairs;
  model.C = Seeded{seed};
  return ssm::discretise(ssm::continuous_model(model), Rule::Zoh, delta);
}

/// One pair of poles 0.9 e^{+-i} and D = 1 with zeros at radius e^{+-i theta}.
ssm::DiscreteModel with_zeros(double radius, double theta) {
  const double r = 0.9, alpha = 1.0;
  // h0 + (d a1 - 2 Re(g a*)) z^-1 + d r^2 z^-2, monic after division by h0 = d r^2/radius^2.
  const double h0 = r * r / (radius * radius);
  const double x = 0.5 * (h0 - 1.0);
  const double middle = -2.0 * radius * std::cos(theta) * h0;
  const double g_conj_a = 0.5 * (-2.0 * r * std::cos(alpha) - middle);  // Re(g conj(a))
  const double y = (g_conj_a - x * r * std::cos(alpha)) / (r * std::sin(alpha));
  ssm::DiscreteModel model;
  model.abar = {std::polar(r, alpha)};
  model.bbar = {1.0};
  model.c = {Complex(x, y)};
  model.d = 1.0;
  return model;
}

}  // namespace

class TestPhase : public QObject {
  Q_OBJECT
 private slots:
  void evaluator_matches_golden_responses();
  void equals_oracle_on_every_grid();
  void one_frequency_alone_is_the_same();
  void unwrapping_samples_would_miss_turns();
  void falls_by_pi_for_each_zero_outside();
  void zero_on_the_circle_is_undefined_there_only();
  void zero_response_is_undefined_everywhere();
  void marginal_pole_counts_as_inside();
  void group_delay_is_the_slope();
  void response_at_its_rounding_level_ends();
  void can_be_cancelled();
};

void TestPhase::evaluator_matches_golden_responses() {
  int compared = 0;
  for (const Json& c : golden_cases("frequency_response.json")) {
    if (c.at("kind") != "discrete") continue;
    const spectrum::PoleResidueSum sum(
        ssm::discretise(golden_model(c), golden_rule(c.at("method")), c.at("dt")));
    std::vector<Complex> values;
    for (const double omega : golden_reals(c.at("w"))) values.push_back(sum.at(omega).value);
    const std::string wrong = golden_difference(values, c, "H");
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QVERIFY(compared > 0);
}

void TestPhase::equals_oracle_on_every_grid() {
  compute::Random random(7);
  compute::Progress progress;
  const std::vector<int> sizes{4, 6, 9, 16, 25, 40, 64};
  for (int i = 0; i < 63; ++i) {
    const ssm::DiscreteModel model =
        random_discrete(random, static_cast<std::size_t>(sizes[i % sizes.size()]));
    const Oracle oracle(model);
    const auto coarse = followed_phase(model, grid(16), progress);
    const auto middle = followed_phase(model, grid(128), progress);
    const auto fine = followed_phase(model, grid(1024), progress);
    for (std::size_t k = 0; k < 128; ++k)
      QVERIFY2(std::abs(middle[k] - fine[8 * k + 7]) < kBetweenGrids,
               qPrintable(QString::number(i)));
    for (std::size_t k = 0; k < 16; ++k)
      QVERIFY(std::abs(coarse[k] - middle[8 * k + 7]) < kBetweenGrids);
    for (std::size_t k = 0; k < 1024; ++k) {
      const double expected = oracle.phase(kPi * static_cast<double>(k + 1) / 1024.0);
      QVERIFY2(
          std::abs(fine[k] - expected) < kToOracle,
          qPrintable(
              QString("system %1, point %2: %3 for %4").arg(i).arg(k).arg(fine[k]).arg(expected)));
    }
  }
}

void TestPhase::one_frequency_alone_is_the_same() {
  compute::Progress progress;
  const ssm::DiscreteModel model = s4d(32, 0.01, 3);
  const auto all = followed_phase(model, grid(1000), progress);
  for (const int k : {1, 17, 500, 999, 1000}) {
    const std::vector<double> omega{kPi * k / 1000};
    const auto alone = followed_phase(model, omega, progress);
    QVERIFY(std::abs(alone[0] - all[static_cast<std::size_t>(k - 1)]) < kBetweenGrids);
  }
  QVERIFY(followed_phase(model, {}, progress).empty());
}

void TestPhase::unwrapping_samples_would_miss_turns() {
  compute::Progress progress;
  const ssm::DiscreteModel model = s4d(512, 0.001, 1);
  const std::vector<double> omega = grid(1024);
  const auto followed = followed_phase(model, omega, progress);
  double unwrapped = test::response_at(model, 0.0).value.real() >= 0.0 ? 0.0 : -kPi;
  for (const double at : omega) {
    const double principal = std::arg(test::response_at(model, at).value);
    unwrapped += std::remainder(principal - unwrapped, 2.0 * kPi);
  }
  QVERIFY(std::abs(followed.back() - unwrapped) > 100.0 * kPi);
  const auto finer = followed_phase(model, grid(4096), progress);
  for (std::size_t k = 0; k < 1024; ++k)
    QVERIFY(std::abs(followed[k] - finer[4 * k + 3]) < kBetweenGrids);
}

void TestPhase::falls_by_pi_for_each_zero_outside() {
  compute::Random random(11);
  compute::Progress progress;
  for (int i = 0; i < 20; ++i) {
    const ssm::DiscreteModel model = random_discrete(random, 1 + static_cast<std::size_t>(i));
    const Oracle oracle(model);
    const double fall = followed_phase(model, grid(3), progress).back() - oracle.start;
    QVERIFY(std::abs(fall + kPi * oracle.outside) < kToOracle);
  }
}

void TestPhase::zero_on_the_circle_is_undefined_there_only() {
  compute::Progress progress;
  const std::vector<double> omega = grid(128);
  const auto on = spectrum::follow_response(with_zeros(1.0, omega[40]), omega, progress);
  const auto inside = spectrum::follow_response(with_zeros(1.0 - 1e-9, omega[40]), omega, progress);
  for (std::size_t k = 0; k < omega.size(); ++k) {
    if (k == 40) {
      QVERIFY(std::isnan(on.phase[k]));
      QVERIFY(std::isnan(on.group_delay[k]));
    } else {
      QVERIFY(std::abs(on.phase[k] - inside.phase[k]) < 1e-6);  // the zero moved by 1e-9
    }
  }
  // Between two points of the grid nothing is undefined, and the half turn is still taken.
  const double between = 0.5 * (omega[40] + omega[41]);
  const auto hidden = followed_phase(with_zeros(1.0, between), omega, progress);
  const auto near = followed_phase(with_zeros(1.0 - 1e-9, between), omega, progress);
  for (std::size_t k = 0; k < omega.size(); ++k) QVERIFY(std::abs(hidden[k] - near[k]) < 1e-6);
}

void TestPhase::zero_response_is_undefined_everywhere() {
  compute::Progress progress;
  ssm::DiscreteModel model = s4d(4, 0.1, 1);
  model.c.assign(4, 0.0);
  for (const double phase : followed_phase(model, grid(32), progress)) QVERIFY(std::isnan(phase));
}

void TestPhase::marginal_pole_counts_as_inside() {
  compute::Progress progress;
  ssm::DiscreteModel on, inside;
  on.abar = {std::polar(1.0, 1.0)};
  on.bbar = on.c = {1.0};
  on.d = 0.5;
  inside = on;
  inside.abar = {std::polar(1.0 - 1e-9, 1.0)};
  const std::vector<double> omega = grid(50);
  const auto a = followed_phase(on, omega, progress);
  const auto b = followed_phase(inside, omega, progress);
  for (std::size_t k = 0; k < omega.size(); ++k) QVERIFY(std::abs(a[k] - b[k]) < 1e-6);
  // An integrator: -90 degrees and falling from the start.
  ssm::DiscreteModel integrator;
  integrator.abar = integrator.bbar = {1.0};
  integrator.c = {-1.0};
  const auto phase = followed_phase(integrator, omega, progress);
  for (std::size_t k = 0; k < omega.size(); ++k)  // -1/(1 - e^{-i w}), doubled
    QVERIFY(std::abs(phase[k] - (-kPi - 0.5 * (kPi - omega[k]))) < 1e-9);
}

void TestPhase::group_delay_is_the_slope() {
  compute::Random random(5);
  compute::Progress progress;
  const ssm::DiscreteModel model = random_discrete(random, 6);
  const double step = 1e-6;
  for (const double at : {0.3, 1.0, 2.5}) {
    const std::vector<double> omega{at - step, at, at + step};
    const auto followed = spectrum::follow_response(model, omega, progress);
    const double slope = (followed.phase[2] - followed.phase[0]) / (2.0 * step);
    QVERIFY(std::abs(followed.group_delay[1] + slope) < 1e-5 * std::max(1.0, std::abs(slope)));
    const test::ResponseAt direct = test::response_at(model, at);
    QVERIFY(std::abs(followed.group_delay[1] + (direct.derivative / direct.value).imag()) < 1e-9);
  }
}

// Backward Euler with a large step and C fitted to a long memory: C is of mixed sign and large, so
// that H hovers about the level at which it is lost, and no halving can settle it.
void TestPhase::response_at_its_rounding_level_ends() {
  constexpr long kMostPolls = 2000;  // of 1,024 evaluations; 1,024 cells need a few each
  const auto follow = [](Rule rule, double delta) {
    Scenario scenario;
    scenario.discretisation.rule = rule;
    scenario.discretisation.delta = delta;
    const auto fitted = target::scenario_model(scenario);
    CountingProgress counting(kMostPolls);
    followed_phase(fitted.discrete, grid(1024), counting);
  };
  for (const double delta : {0.5, 0.641, 1.0, 1000.0}) follow(Rule::BackwardEuler, delta);
  follow(Rule::Zoh, 1e-9);
}

void TestPhase::can_be_cancelled() {
  const ssm::DiscreteModel model = s4d(32, 0.01, 3);
  CountingProgress counting;
  followed_phase(model, grid(4096), counting);
  QVERIFY(counting.count() >= 8);  // every 1,024 of more than 8,192 evaluations
  CountingProgress cancels(2);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled, followed_phase(model, grid(4096), cancels));
}

QTEST_APPLESS_MAIN(TestPhase)
#include "test_phase.moc"
