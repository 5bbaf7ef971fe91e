// Singular values of Toeplitz matrices by the Hankel way, eigenvectors, and the analysis.
#include <Eigen/Eigenvalues>
#include <QtTest>

#include "core/spectrum/kernel_spectrum.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/golden.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

// The Hankel way equals an SVD to 6e-15 of the largest value; a few times that for sizes
// where both round.
constexpr double kHankelToSvd = 2e-14;

Eigen::MatrixXd toeplitz(const std::vector<double>& h) {
  const auto n = static_cast<Eigen::Index>(h.size());
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) t(i, j) = h[static_cast<std::size_t>(i - j)];
  return t;
}

/// Singular values by one-sided Jacobi rotations of the columns: slow, plain and accurate.
std::vector<double> svd_values(const std::vector<double>& h) {
  Eigen::MatrixXd t = toeplitz(h);
  for (bool rotated = true; rotated;) {
    rotated = false;
    for (Eigen::Index i = 0; i < t.cols(); ++i) {
      for (Eigen::Index j = i + 1; j < t.cols(); ++j) {
        const double a = t.col(i).squaredNorm(), b = t.col(j).squaredNorm();
        const double c = t.col(i).dot(t.col(j));
        if (std::abs(c) <= 1e-15 * std::sqrt(a * b)) continue;
        rotated = true;
        const double zeta = (b - a) / (2.0 * c);
        const double tangent = std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
        const double cosine = 1.0 / std::hypot(1.0, tangent), sine = cosine * tangent;
        const Eigen::VectorXd old = t.col(i);
        t.col(i) = cosine * old - sine * t.col(j);
        t.col(j) = sine * old + cosine * t.col(j);
      }
    }
  }
  std::vector<double> values;
  for (Eigen::Index i = 0; i < t.cols(); ++i) values.push_back(t.col(i).norm());
  std::sort(values.rbegin(), values.rend());
  return values;
}

std::vector<double> random_kernel(compute::Random& random, std::size_t length, double decay) {
  std::vector<double> h(length);
  for (std::size_t l = 0; l < length; ++l)
    h[l] = random.normal() * std::exp(-decay * static_cast<double>(l));
  return h;
}

/// Largest |K v - eta v| over the vectors, relative to the largest eigenvalue, and departure from
/// orthonormality.
double worst_residual(const std::vector<double>& h, const spectrum::ToeplitzSpectrum& s) {
  const Eigen::MatrixXd t = toeplitz(h);
  double worst = 0.0;
  for (std::size_t i = 0; i < s.right_vectors.size(); ++i) {
    const Eigen::Map<const Eigen::VectorXd> v(s.right_vectors[i].data(), t.cols());
    const double s2 = s.values[i] * s.values[i], top = s.values[0] * s.values[0];
    worst = std::max(worst, (t.transpose() * (t * v) - s2 * v).norm() / top);
    for (std::size_t j = 0; j <= i; ++j) {
      const Eigen::Map<const Eigen::VectorXd> w(s.right_vectors[j].data(), t.cols());
      worst = std::max(worst, std::abs(v.dot(w) - (i == j ? 1.0 : 0.0)));
    }
  }
  return worst;
}

Scenario geometric(int length) {  // h_l = 0.9^l as one real mode, no factor 2
  Scenario scenario = explicit_scenario({std::log(0.9)}, 1.0);
  scenario.model.conjugate = false;
  scenario.discretisation.rule = Rule::EulerB;  // bbar = delta = 1
  scenario.resolution.spectrum_length = length;
  return scenario;
}

}  // namespace

class TestKernelSpectrum : public QObject {
  Q_OBJECT
 private slots:
  void matches_golden_spectra();
  void equals_an_svd_on_random_kernels();
  void vectors_are_eigenvectors_of_K();
  void special_kernels();
  void geometric_kernel_meets_its_oracle();
  void analysis_fills_every_field();
  void target_values_are_those_of_its_matrix();
  void unstable_model_is_cut();
  void peaks_lie_at_the_mode();
  void a_preview_stands_in_place();
  void a_known_target_is_not_computed_again();
  void preview_and_sameness();
  void can_be_cancelled();
};

void TestKernelSpectrum::matches_golden_spectra() {
  DirectBackend backend;
  compute::Progress progress;
  for (const Json& c : golden_cases("toeplitz_spectrum.json")) {
    const std::vector<double> h = golden_reals(c.at("h"));
    const auto s = spectrum::toeplitz_spectrum(h, 0, progress);
    std::string wrong = golden_difference(s.values, c, "singular_values");
    QVERIFY2(wrong.empty(), wrong.c_str());

    Scenario scenario = explicit_scenario(golden_complexes(c.at("A")), c.at("dt"),
                                          golden_complexes(c.at("B")), golden_complexes(c.at("C")));
    scenario.discretisation.rule = c.at("disc") == "zoh" ? Rule::Zoh : Rule::Bilinear;
    scenario.resolution.spectrum_length = c.at("L");
    const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
    wrong = golden_difference(result.eigenvalues, c, "eigenvalues_K");
    QVERIFY2(wrong.empty(), wrong.c_str());
    std::vector<double> squared = golden_reals(c.at("expected").at("H2_full"));
    std::sort(squared.rbegin(), squared.rend());
    std::vector<double> ours;
    for (const double value : result.response_squared_sorted) ours.push_back(value * result.length);
    wrong = worst_difference(ours, squared, golden_tolerance(c, "H2_full"), "H2_full sorted");
    QVERIFY2(wrong.empty(), wrong.c_str());
    const double most = c.at("expected").at("max_abs_H");
    QVERIFY(result.singular_values[0] <= most * (1.0 + 1e-7));  // golden max_abs_H holds to 1e-8
  }
}

void TestKernelSpectrum::equals_an_svd_on_random_kernels() {
  compute::Random random(3);
  compute::Progress progress;
  for (const std::size_t length : {1u, 2u, 3u, 17u, 64u, 65u, 89u, 257u}) {
    for (const double decay : {0.0, 0.02, 0.5}) {
      const std::vector<double> h = random_kernel(random, length, decay);
      const auto expected = svd_values(h);
      const auto s = spectrum::toeplitz_spectrum(h, 0, progress);
      QVERIFY2(largest_difference(s.values, expected) <= kHankelToSvd * expected[0],
               qPrintable(QString("length %1").arg(length)));
      QVERIFY(s.right_vectors.empty());
    }
  }
  QVERIFY(spectrum::toeplitz_spectrum({}, 3, progress).values.empty());
}

void TestKernelSpectrum::vectors_are_eigenvectors_of_K() {
  compute::Random random(4);
  compute::Progress progress;
  for (const int length : {1, 2, 5, 64, 100, 257}) {
    for (const double decay : {0.0, 0.1, 3.0}) {
      const auto h = random_kernel(random, static_cast<std::size_t>(length), decay);
      const auto s = spectrum::toeplitz_spectrum(h, 32, progress);
      QCOMPARE(s.right_vectors.size(), static_cast<std::size_t>(std::min(length, 32)));
      QVERIFY2(worst_residual(h, s) < 1e-12,  // inverse iteration: orthogonal to a few hundred eps
               qPrintable(QString("%1 %2: %3").arg(length).arg(decay).arg(worst_residual(h, s))));
      for (const auto& v : s.right_vectors) {
        const auto [least, most] = std::minmax_element(v.begin(), v.end());
        QVERIFY(*most >= -*least);  // the largest entry is positive
      }
    }
  }
}

void TestKernelSpectrum::special_kernels() {
  compute::Progress progress;
  std::vector<double> delta(70, 0.0);
  delta[0] = -3.0;  // all singular values equal: every basis will do, but it must be one
  auto s = spectrum::toeplitz_spectrum(delta, 32, progress);
  for (const double value : s.values) QVERIFY(std::abs(value - 3.0) < 1e-13);
  QVERIFY(worst_residual(delta, s) < 1e-12);

  std::vector<double> late(100, 0.0);
  late[60] = 1.0;  // 40 ones, 60 zeros
  s = spectrum::toeplitz_spectrum(late, 32, progress);
  for (std::size_t i = 0; i < 100; ++i)
    QVERIFY(std::abs(s.values[i] - (i < 40 ? 1.0 : 0.0)) < 1e-13);
  QVERIFY(worst_residual(late, s) < 1e-12);

  const std::vector<double> zero(80, 0.0);
  s = spectrum::toeplitz_spectrum(zero, 3, progress);
  for (const double value : s.values) QCOMPARE(value, 0.0);
  QCOMPARE(s.right_vectors.size(), std::size_t{3});

  for (const double scale : {1e-200, 1e200}) {  // powers of two take LAPACK away from the ends
    std::vector<double> h(90);
    for (std::size_t l = 0; l < h.size(); ++l) h[l] = std::cos(0.3 * static_cast<double>(l));
    const auto plain = spectrum::toeplitz_spectrum(h, 0, progress);
    for (double& x : h) x *= scale;
    const auto scaled = spectrum::toeplitz_spectrum(h, 0, progress);
    for (std::size_t i = 0; i < h.size(); ++i)
      QVERIFY(std::abs(scaled.values[i] / scale - plain.values[i]) < 1e-12 * plain.values[0]);
  }
}

void TestKernelSpectrum::geometric_kernel_meets_its_oracle() {
  DirectBackend backend;
  compute::Progress progress;
  const std::vector<std::pair<int, double>> ratios{{16, 0.378}, {64, 0.859}, {256, 0.988}};
  for (const auto& [length, ratio] : ratios) {
    const auto result = spectrum::analyse_spectrum(geometric(length), backend, progress);
    QVERIFY(std::abs(result.eigenvalues[0] / result.response_squared_sorted[0] - ratio) < 5e-4);
    // T^{-1} = I - a S: (T^T T)^{-1} has the eigenvalues of the tridiagonal (I - aS)(I - aS)^T.
    Eigen::MatrixXd b = Eigen::MatrixXd::Identity(length, length);
    for (int i = 1; i < length; ++i) b(i, i - 1) = -0.9;
    const Eigen::VectorXd inverse =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(b * b.transpose()).eigenvalues();
    for (int i = 0; i < length; ++i) {
      const double expected = 1.0 / std::sqrt(inverse(i));
      QVERIFY(std::abs(result.singular_values[static_cast<std::size_t>(i)] - expected) <
              1e-12 * result.singular_values[0]);
    }
  }
}

void TestKernelSpectrum::analysis_fills_every_field() {
  DirectBackend backend;
  CountingProgress progress;
  Scenario scenario;
  scenario.resolution.spectrum_length = 100;
  const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
  QVERIFY(result.stable);
  QCOMPARE(progress.last_fraction(), 1.0);
  const auto json = spectrum::to_json(result);
  for (const char* key :
       {"singular_values", "eigenvalues", "response_squared_sorted", "target_singular_values"})
    QCOMPARE(json.at(key).size(), std::size_t{100});
  QCOMPARE(json.at("peak_omega").size(), std::size_t{32});
  QVERIFY(all_finite(json));
  QVERIFY(!has_null(json));
  QVERIFY(std::is_sorted(result.singular_values.rbegin(), result.singular_values.rend()));
  QVERIFY(std::is_sorted(result.response_squared_sorted.rbegin(),
                         result.response_squared_sorted.rend()));
  for (std::size_t i = 0; i < 100; ++i)
    QCOMPARE(result.eigenvalues[i], result.singular_values[i] * result.singular_values[i] / 100);
  const auto table = spectrum::main_table(result);
  QCOMPARE(table.names.size(), table.columns.size());
  QCOMPARE(table.columns[0].size(), std::size_t{100});
  scenario.resolution.spectrum_length = 1;
  const auto one = spectrum::analyse_spectrum(scenario, backend, progress);
  QCOMPARE(one.singular_values.size(), std::size_t{1});
  QCOMPARE(one.eigenvectors, (std::vector<std::vector<double>>{{1.0}}));
}

void TestKernelSpectrum::target_values_are_those_of_its_matrix() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  for (const int length : {40, 256, 300}) {  // shorter than the target's 256 steps, equal, longer
    scenario.resolution.spectrum_length = length;
    const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
    std::vector<double> rho = target::memory_function(scenario.target);
    rho.resize(static_cast<std::size_t>(length), 0.0);
    const auto expected = svd_values(rho);
    QVERIFY(largest_difference(result.target_singular_values, expected) <
            kHankelToSvd * expected[0]);
  }
}

void TestKernelSpectrum::unstable_model_is_cut() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({Complex(5.0, 1.0)}, 1.0);
  scenario.resolution.spectrum_length = 200;  // e^{5 l} passes 1e150 at l = 69
  const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
  QVERIFY(!result.stable);
  QVERIFY(result.length > 60 && result.length < 72);
  const auto json = spectrum::to_json(result);
  QVERIFY(all_finite(json));
  QVERIFY(!has_null(json));
  bool says_cut = false;
  for (const std::string& note : result.notes) says_cut |= note.find("first") != std::string::npos;
  QVERIFY(says_cut);
}

void TestKernelSpectrum::peaks_lie_at_the_mode() {
  DirectBackend backend;
  compute::Progress progress;
  // One lightly damped mode at 0.7 radians a step: its first eigenvectors oscillate there.
  Scenario scenario = explicit_scenario({Complex(-0.01, 0.7)}, 1.0);
  scenario.resolution.spectrum_length = 300;
  const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
  QVERIFY(std::abs(result.peak_omega[0] - 0.7) < 0.01);  // half a bin of 2 pi/300
  for (const double omega : result.peak_omega) QVERIFY(omega >= 0.0 && omega <= kPi);
}

void TestKernelSpectrum::a_preview_stands_in_place() {
  DirectBackend backend;
  compute::Progress progress;
  // Two modes that forget within a few steps: a window of 512 is long, and so is one of 128.
  Scenario scenario = explicit_scenario({{-0.5, 0.4}, {-0.9, 1.7}}, 1.0);
  const auto full = spectrum::analyse_spectrum(scenario, backend, progress);
  const auto preview =
      spectrum::analyse_spectrum(spectrum::coarse_spectrum(scenario), backend, progress);
  QCOMPARE(full.window, full.length);
  QCOMPARE(preview.window, full.length);
  QCOMPARE(preview.length, 128);
  QCOMPARE(preview.eigenvalues.size(), std::size_t{128});
  // Avram-Parter: the same distribution up to the ends, off by O(1/L).
  constexpr double kEnds = 0.03;
  for (std::size_t i = 0; i < preview.eigenvalues.size(); ++i) {
    QVERIFY(std::abs(preview.eigenvalues[i] - full.eigenvalues[4 * i + 2]) <
            kEnds * full.eigenvalues.front());
    QVERIFY(std::abs(preview.response_squared_sorted[i] - full.response_squared_sorted[4 * i + 2]) <
            kEnds * full.response_squared_sorted.front());
  }
}

void TestKernelSpectrum::a_known_target_is_not_computed_again() {
  DirectBackend backend;
  Scenario scenario;
  const spectrum::KnownTargets known;
  CountingProgress first, second, alone;
  spectrum::analyse_spectrum(scenario, backend, first, known);
  scenario.discretisation.delta *= 1.5;
  const auto again = spectrum::analyse_spectrum(scenario, backend, second, known);
  const auto without = spectrum::analyse_spectrum(scenario, backend, alone);
  QVERIFY(second.count() < alone.count());
  QCOMPARE(again.target_singular_values, without.target_singular_values);
  QCOMPARE(again.eigenvalues, without.eigenvalues);
}

void TestKernelSpectrum::preview_and_sameness() {
  Scenario scenario;
  const Scenario coarse = spectrum::coarse_spectrum(scenario);
  QCOMPARE(coarse.resolution.spectrum_length, scenario.resolution.spectrum_length);
  QVERIFY(coarse.resolution.quick_spectrum);
  QVERIFY(!spectrum::same_spectrum(coarse, scenario));
  scenario.resolution.spectrum_length = 100;
  QCOMPARE(spectrum::coarse_spectrum(scenario), scenario);
  QVERIFY(spectrum::same_spectrum(scenario, scenario));
  Scenario other = scenario;
  other.title = "another";
  other.input = StepInput{};
  other.resolution.steps = 100;
  QVERIFY(spectrum::same_spectrum(scenario, other));
  other = scenario;
  other.discretisation.delta *= 2.0;
  QVERIFY(!spectrum::same_spectrum(scenario, other));
  other = scenario;
  other.target.alpha = 0.7;
  QVERIFY(!spectrum::same_spectrum(scenario, other));
}

void TestKernelSpectrum::can_be_cancelled() {
  compute::Random random(1);
  const auto h = random_kernel(random, 300, 0.0);
  CountingProgress counting;
  spectrum::toeplitz_spectrum(h, 0, counting);
  QVERIFY(counting.count() >= 8);  // a look between panels
  CountingProgress cancels(5);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled, spectrum::toeplitz_spectrum(h, 0, cancels));
}

QTEST_APPLESS_MAIN(TestKernelSpectrum)
#include "test_kernel_spectrum.moc"
