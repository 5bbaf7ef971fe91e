// Peak, bandwidth, DC gain and settling against closed forms and against looking at every step.
#include <QtTest>

#include "core/spectrum/continuous_curve.hpp"
#include "core/spectrum/delayed_response.hpp"
#include "core/spectrum/pole_residue_sum.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kRounding = 1e-12;
// A maximum is flat: its place is known to the root of the rounding of its height.
constexpr double kPlaceOfPeak = 1e-7;

spectrum::FrequencyResult analysed(const Scenario& scenario) {
  DirectBackend backend;
  compute::Progress progress;
  return spectrum::analyse_frequency(scenario, backend, progress);
}

Scenario real_mode(double lambda, double delta) {
  Scenario scenario = explicit_scenario({lambda}, delta, {}, {1.0});
  scenario.model.conjugate = false;
  return scenario;
}

/// The definition, one step after the other.
double settling_by_looking(const ssm::DiscreteModel& model, double dc_gain, std::size_t steps) {
  DirectBackend backend;
  compute::Progress progress;
  std::vector<double> h(steps);
  backend.kernel(model.batch(), steps, h, progress);
  double sum = 0.0, settled = 0.0;
  for (std::size_t l = 0; l < steps; ++l) {
    sum += h[l];
    if (std::abs(sum - dc_gain) > spectrum::kSettledBand * std::abs(dc_gain))
      settled = static_cast<double>(l) + 1.0;
  }
  return settled;
}

}  // namespace

class TestResponseMarkers : public QObject {
  Q_OBJECT
 private slots:
  void low_pass_in_closed_form();
  void narrow_resonance_between_two_frequencies();
  void do_not_depend_on_the_grid();
  void settling_beyond_the_kernel();
  void settling_of_random_models();
  void settling_that_never_comes();
  void flat_response();
  void zero_response();
  void continuous_curve_is_its_definition();
  void sizes();
  void can_be_cancelled();
};

void TestResponseMarkers::low_pass_in_closed_form() {
  const double a = std::exp(-0.1);
  for (const int points : {1, 7, 1024}) {
    Scenario scenario = real_mode(-1.0, 0.1);
    scenario.resolution.frequencies = points;
    const auto markers = analysed(scenario).markers;
    QVERIFY(std::abs(markers.dc_gain - 1.0) < kRounding);
    QCOMPARE(markers.peak_omega, 0.0);
    QVERIFY(std::abs(markers.peak_gain - 1.0) < kRounding);
    QCOMPARE(markers.lower_omega, 0.0);
    // |1 - a|^2/|1 - a e^{-iw}|^2 = 1/2.
    const double expected = std::acos((1.0 + a * a - 2.0 * (1.0 - a) * (1.0 - a)) / (2.0 * a));
    QVERIFY(std::abs(markers.upper_omega - expected) < kRounding);
    QCOMPARE(markers.bandwidth, markers.upper_omega);
    // 1 - s_l = a^(l+1) <= 0.02 first at l = 39.
    QCOMPARE(markers.settling_steps, std::ceil(std::log(50.0) / 0.1) - 1.0);
    QVERIFY(markers.notes.empty());
  }
}

void TestResponseMarkers::narrow_resonance_between_two_frequencies() {
  // 16 frequencies, a resonance 2e-4 wide between the fifth and the sixth.
  const double angle = 1.1, width = 1e-4;
  Scenario scenario = explicit_scenario({Complex(-width, angle)}, 1.0, {}, {1.0});
  scenario.resolution.frequencies = 16;
  const auto result = analysed(scenario);
  QVERIFY(std::abs(result.markers.peak_omega - angle) < width);
  QVERIFY(std::abs(result.markers.bandwidth - 2.0 * width) < 1e-2 * width);
  QVERIFY(std::abs(0.5 * (result.markers.lower_omega + result.markers.upper_omega) - angle) <
          width);
  QVERIFY(result.markers.peak_gain > 100.0 * std::abs(result.response[5]));
}

void TestResponseMarkers::do_not_depend_on_the_grid() {
  compute::Random random(5);
  for (int i = 0; i < 20; ++i) {
    const auto model = random_continuous(random, 1 + static_cast<std::size_t>(i % 5));
    Scenario scenario = explicit_scenario(model.lambda, 0.1, model.B, model.C);
    scenario.resolution.frequencies = 3000;
    const auto fine = analysed(scenario).markers;
    scenario.resolution.frequencies = 4099;
    const auto other = analysed(scenario).markers;
    QVERIFY(std::abs(fine.peak_gain - other.peak_gain) < kRounding * fine.peak_gain);
    QVERIFY(std::abs(fine.peak_omega - other.peak_omega) < kPlaceOfPeak);
    QCOMPARE(std::isnan(fine.bandwidth), std::isnan(other.bandwidth));
    if (!std::isnan(fine.bandwidth)) QVERIFY(std::abs(fine.bandwidth - other.bandwidth) < 1e-9);
    QCOMPARE(fine.settling_steps, other.settling_steps);
  }
}

void TestResponseMarkers::settling_beyond_the_kernel() {
  for (const double delta : {0.1, 1e-3, 1e-6, 1e-10}) {
    Scenario scenario = real_mode(-1.0, delta);
    scenario.resolution.kernel_length = 16;
    const double expected = std::ceil(std::log(50.0) / delta) - 1.0;
    const double settling = analysed(scenario).markers.settling_steps;
    QVERIFY(std::abs(settling - expected) <= 1.0 + kRounding * expected);
  }
}

void TestResponseMarkers::settling_of_random_models() {
  compute::Random random(3);
  compute::Progress progress;
  for (int i = 0; i < 40; ++i) {
    auto continuous = random_continuous(random, 1 + static_cast<std::size_t>(i % 7));
    for (Complex& value : continuous.lambda) value *= Complex(0.2 + random.uniform(), 0.0);
    Scenario scenario = explicit_scenario(continuous.lambda, 0.1, continuous.B, continuous.C);
    scenario.model.D = continuous.D;
    const auto discrete = ssm::discretise(ssm::continuous_model(scenario.model), Rule::Zoh,
                                          scenario.discretisation.delta);
    std::vector<double> found;
    for (const int length : {1, 13, 200, 4000}) {
      scenario.resolution.kernel_length = length;
      const auto result = analysed(scenario);
      found.push_back(result.markers.settling_steps);
      QCOMPARE(found.back(), settling_by_looking(discrete, result.dc_gain, 20000));
    }
  }
}

void TestResponseMarkers::settling_that_never_comes() {
  auto markers = analysed(explicit_scenario({Complex(0.1, 1.0)}, 0.1)).markers;
  QVERIFY(std::isnan(markers.settling_steps));
  QVERIFY(markers.notes.back().find("unstable") != std::string::npos);
  // Two modes that cancel at z = 1.
  markers = analysed(explicit_scenario({-1.0, -2.0}, 0.1, {}, {1.0, -2.0})).markers;
  QVERIFY(std::isnan(markers.settling_steps));
  QVERIFY(markers.notes.back().find("no band") != std::string::npos);
  const auto integrator = analysed(explicit_scenario({0.0}, 0.1)).markers;
  QVERIFY(std::isnan(integrator.dc_gain) && std::isnan(integrator.settling_steps));
}

void TestResponseMarkers::flat_response() {
  Scenario scenario = explicit_scenario({-1.0}, 0.1, {}, {0.0});
  scenario.model.D = 0.5;
  const auto markers = analysed(scenario).markers;
  QCOMPARE(markers.peak_gain, 0.5);
  QVERIFY(std::isnan(markers.upper_omega) && std::isnan(markers.bandwidth));
  QCOMPARE(markers.settling_steps, 0.0);
  QCOMPARE(markers.notes.size(), std::size_t{1});
}

void TestResponseMarkers::zero_response() {
  const auto result = analysed(explicit_scenario({-1.0}, 0.1, {}, {0.0}));
  QVERIFY(std::isnan(result.markers.peak_gain) && std::isnan(result.markers.settling_steps));
  QVERIFY(all_finite(spectrum::to_json(result)));
}

void TestResponseMarkers::continuous_curve_is_its_definition() {
  compute::Random random(8);
  compute::Progress progress;
  for (const std::size_t modes : {1U, 3U, 40U}) {
    const auto model = random_continuous(random, modes);
    for (const std::size_t points : {1U, 511U, 513U, 1500U}) {
      std::vector<double> omega;
      for (std::size_t k = 1; k <= points; ++k)
        omega.push_back(kPi * static_cast<double>(k) / static_cast<double>(points));
      const auto curve = spectrum::continuous_curve(model, omega, 0.05, progress);
      QCOMPARE(curve.size(), points);
      for (std::size_t k = 0; k < points; ++k) {
        const Complex expected = ssm::continuous_response(model, omega[k] / 0.05);
        QVERIFY(std::abs(curve[k] - expected) < 1e-12 * (1.0 + std::abs(expected)));
      }
    }
  }
  // ZOH follows it where the step is short beside everything that happens.
  const Scenario scenario = explicit_scenario({Complex(-1.0, 3.0)}, 1e-4);
  const auto result = analysed(scenario);
  QVERIFY(std::abs(result.continuous_response[0] / result.response[0] - 1.0) < 5e-3);
}

void TestResponseMarkers::sizes() {
  Scenario scenario = explicit_scenario({Complex(-1.0, 2.0)}, 0.1);
  scenario.resolution.frequencies = scenario.resolution.kernel_length = 1;
  const auto small = analysed(scenario).markers;
  scenario.resolution.frequencies = 5000;
  scenario.resolution.kernel_length = 5000;
  const auto large = analysed(scenario).markers;
  QVERIFY(std::abs(small.peak_gain - large.peak_gain) < kRounding * large.peak_gain);
  QCOMPARE(small.settling_steps, large.settling_steps);
}

void TestResponseMarkers::can_be_cancelled() {
  compute::Random random(2);
  const auto model = random_discrete(random, 400);
  target::ScenarioModel known;
  known.discrete = model;
  known.continuous.lambda = ComplexList(400, -1.0);
  std::vector<double> omega{1.0};
  std::vector<Complex> response{1.0};
  CountingProgress cancels(2);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled, spectrum::response_markers(
                                                   known, {}, {1.0, omega, response, {}}, cancels));
}

QTEST_APPLESS_MAIN(TestResponseMarkers)
#include "test_response_markers.moc"
