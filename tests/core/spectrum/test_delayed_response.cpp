// The one-step-delayed convention: kernel, phase and delay, with and without D.
#include <QtTest>

#include "core/spectrum/delayed_response.hpp"
#include "core/spectrum/phase.hpp"
#include "core/spectrum/pole_residue_sum.hpp"
#include "core/spectrum/total_memory.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kRounding = 1e-11;
constexpr double kDegrees = 180.0 / kPi;
constexpr double kFiniteDifference = 1e-6;  // of a central difference over 1e-5

spectrum::FrequencyResult analysed(const Scenario& scenario) {
  DirectBackend backend;
  compute::Progress progress;
  return spectrum::analyse_frequency(scenario, backend, progress, {}, {true, true, false});
}

Scenario random_scenario(compute::Random& random, std::size_t modes, double d) {
  const auto model = random_continuous(random, modes);
  Scenario scenario = explicit_scenario(model.lambda, 0.1, model.B, model.C);
  scenario.model.D = d;
  scenario.resolution.frequencies = 200;
  scenario.resolution.kernel_length = 600;
  return scenario;
}

}  // namespace

class TestDelayedResponse : public QObject {
  Q_OBJECT
 private slots:
  void kernel_is_that_of_the_delayed_recurrence();
  void response_is_the_transform_of_the_kernel();
  void without_d_it_is_a_turn();
  void phase_with_d_is_followed();
  void derivative_and_bound();
  void settling_and_memory();
  void result_in_that_convention();
};

void TestDelayedResponse::kernel_is_that_of_the_delayed_recurrence() {
  compute::Random random(1);
  for (const std::size_t modes : {1U, 4U, 9U}) {
    const Scenario scenario = random_scenario(random, modes, 0.7);
    const auto result = analysed(scenario);
    // x_{t+1} = abar x_t + bbar u_t, y_t = factor Re(c x_t) + D u_t.
    ComplexList state(modes, 0.0);
    double sum = 0.0;
    for (std::size_t t = 0; t < result.kernel.size(); ++t) {
      const double u = t == 0 ? 1.0 : 0.0;
      double y = 0.7 * u;
      for (std::size_t m = 0; m < modes; ++m) {
        y += 2.0 * (result.modes[m].c * state[m]).real();
        state[m] = result.modes[m].abar * state[m] + result.modes[m].bbar * u;
      }
      sum += y;
      QVERIFY(std::abs(result.delayed->kernel[t] - y) < kRounding);
      QVERIFY(std::abs(result.delayed->step[t] - sum) < kRounding);
    }
  }
}

void TestDelayedResponse::response_is_the_transform_of_the_kernel() {
  Scenario scenario = explicit_scenario({Complex(-0.4, 1.0), Complex(-0.5, 2.0)}, 0.1);
  scenario.model.D = 0.7;
  scenario.resolution.frequencies = 40;
  const auto result = analysed(scenario);
  for (std::size_t k = 0; k < result.omega.size(); ++k) {
    Complex sum = 0.0;
    for (std::size_t l = 0; l < result.kernel.size(); ++l)
      sum += result.delayed->kernel[l] * std::polar(1.0, -result.omega[k] * static_cast<double>(l));
    // The kernel has decayed by e^-40.
    QVERIFY(std::abs(sum - result.delayed->response[k]) < 1e-10 * std::abs(sum));
  }
}

void TestDelayedResponse::without_d_it_is_a_turn() {
  compute::Random random(2);
  const auto result = analysed(random_scenario(random, 6, 0.0));
  compute::Progress progress;
  ssm::DiscreteModel model;
  for (const auto& mode : result.modes) {
    model.abar.push_back(mode.abar);
    model.bbar.push_back(mode.bbar);
    model.c.push_back(mode.c);
  }
  const auto followed =
      spectrum::follow_response(model, result.omega, progress, spectrum::Convention::Delayed);
  for (std::size_t k = 0; k < result.omega.size(); ++k) {
    QVERIFY(std::abs(result.delayed->magnitude_db[k] - result.magnitude_db[k]) < 1e-9);
    QVERIFY(std::abs(result.delayed->phase_deg[k] -
                     (result.phase_deg[k] - result.omega[k] * kDegrees)) < 1e-9);
    QVERIFY(std::abs(result.delayed->group_delay[k] - result.group_delay[k] - 1.0) < 1e-9);
    // Following the delayed response itself comes to the same.
    QVERIFY(std::abs(followed.phase[k] * kDegrees - result.delayed->phase_deg[k]) < 1e-7);
    QVERIFY(std::abs(followed.group_delay[k] - result.delayed->group_delay[k]) < 1e-7);
  }
  QCOMPARE(result.delayed->markers.peak_omega, result.markers.peak_omega);
}

void TestDelayedResponse::phase_with_d_is_followed() {
  compute::Random random(3);
  for (int i = 0; i < 12; ++i) {
    Scenario scenario = random_scenario(random, 1 + static_cast<std::size_t>(i), random.normal());
    const auto coarse = analysed(scenario);
    scenario.resolution.frequencies = 4000;  // every twentieth is one of the 200
    const auto fine = analysed(scenario);
    double before = 0.0;
    for (std::size_t k = 0; k < fine.omega.size(); ++k) {
      const double phase = fine.delayed->phase_deg[k];
      const double turns = phase / 360.0 - std::arg(fine.delayed->response[k]) / (2.0 * kPi);
      QVERIFY(std::abs(turns - std::round(turns)) < 1e-8);
      if (k > 0) QVERIFY(std::abs(phase - before) < 90.0);  // no turn is missed on a fine grid
      before = phase;
      if (k % 20 == 19) QVERIFY(std::abs(phase - coarse.delayed->phase_deg[k / 20]) < 1e-6);
    }
  }
}

void TestDelayedResponse::derivative_and_bound() {
  compute::Random random(4);
  for (int i = 0; i < 30; ++i) {
    const auto model = random_discrete(random, 1 + static_cast<std::size_t>(i % 6));
    const spectrum::PoleResidueSum sum(model, spectrum::Convention::Delayed);
    constexpr double kStep = 1e-5;
    const double at = 0.1 + 2.9 * random.uniform();
    const auto sample = sum.at(at);
    const Complex difference = (sum.at(at + kStep).value - sum.at(at - kStep).value) / (2 * kStep);
    double nearest = 1.0;
    for (const Complex& a : model.abar) {
      nearest = std::min({nearest, std::abs(1.0 - a * std::polar(1.0, -at)),
                          std::abs(1.0 - std::conj(a) * std::polar(1.0, -at))});
    }
    // The third derivative grows as 1/distance^4 of a pole.
    const double allowed = kFiniteDifference * (1.0 + std::abs(sample.derivative)) +
                           100.0 * kStep * kStep / std::pow(nearest, 4);
    QVERIFY(std::abs(difference - sample.derivative) < allowed);
    if (nearest > 0.1) QVERIFY(std::abs(sample.derivative) <= sum.steepest(at, at + kStep) * 1.001);
  }
}

void TestDelayedResponse::settling_and_memory() {
  compute::Random random(5);
  for (int i = 0; i < 20; ++i) {
    Scenario scenario =
        random_scenario(random, 1 + static_cast<std::size_t>(i % 4), i % 2 == 0 ? 0.0 : 1.5);
    scenario.resolution.kernel_length = 8000;
    const auto whole = analysed(scenario);
    double settled = 0.0, total = 0.0, sum = 0.0;
    const auto& delayed = *whole.delayed;
    for (std::size_t l = 0; l < delayed.step.size(); ++l) {
      if (std::abs(delayed.step[l] - whole.dc_gain) >
          spectrum::kSettledBand * std::abs(whole.dc_gain))
        settled = static_cast<double>(l) + 1.0;
      total += delayed.kernel[l] * delayed.kernel[l];
    }
    std::size_t memory = 0;
    while ((sum += delayed.kernel[memory] * delayed.kernel[memory]) < 0.99 * total) ++memory;
    for (const int length : {1, 2, 50, 8000}) {
      scenario.resolution.kernel_length = length;
      const auto result = analysed(scenario);
      QCOMPARE(result.delayed->markers.settling_steps, settled);
      QCOMPARE(result.delayed->total_memory, static_cast<double>(memory));
    }
  }
}

void TestDelayedResponse::result_in_that_convention() {
  compute::Random random(6);
  const auto result = analysed(random_scenario(random, 3, 0.4));
  const auto delayed = spectrum::in_delayed_convention(result);
  QCOMPARE(delayed.convention, spectrum::Convention::Delayed);
  QVERIFY(!delayed.delayed.has_value());
  QCOMPARE(delayed.kernel, result.delayed->kernel);
  QCOMPARE(delayed.phase_deg, result.delayed->phase_deg);
  QCOMPARE(delayed.kernel[0], 0.4);
  QVERIFY(largest_difference(delayed.single->kernel, delayed.kernel) < 1e-5);
  QVERIFY(largest_difference(delayed.single->response, delayed.response) < 1e-4);
  QVERIFY(spectrum::to_json(result).contains("delayed"));
  QCOMPARE(spectrum::to_json(delayed).at("convention").get<std::string>(), std::string("delayed"));
}

QTEST_APPLESS_MAIN(TestDelayedResponse)
#include "test_delayed_response.moc"
