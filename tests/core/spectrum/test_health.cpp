// What may go wrong with a model, float32 and the contributions of single modes: cases that people
// were hurt by, with the right numbers.
#include <QtTest>

#include "core/compute/cpu_backend.hpp"
#include "core/spectrum/frequency_analysis.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kRounding = 1e-12;

spectrum::FrequencyResult analysed(const Scenario& scenario, bool single = false) {
  DirectBackend backend;
  compute::Progress progress;
  return spectrum::analyse_frequency(scenario, backend, progress, {}, {false, single, false});
}

Scenario lin(double delta) {
  Scenario scenario;
  scenario.model.C = ComplexList(32, 1.0);
  scenario.discretisation.delta = delta;
  return scenario;
}

}  // namespace

class TestHealth : public QObject {
  Q_OBJECT
 private slots:
  void overflow_of_an_unstable_mode();
  void growth_near_one();
  void aliased_modes_and_where_they_appear();
  void energy_beyond_is_the_sum();
  void residues_that_cancel();
  void ringing_of_the_bilinear_rule();
  void tiny_lambda();
  void single_precision_as_known();
  void single_precision_of_small_models();
  void single_precision_that_overflows();
  void single_precision_of_tiny_lambda();
  void single_precision_of_every_rule();
  void contributions_add_up();
  void contribution_of_a_real_mode_with_imaginary_c();
  void apparent_frequencies();
  void json_has_it_all();
};

void TestHealth::overflow_of_an_unstable_mode() {
  const auto health = analysed(explicit_scenario({Complex(0.1, 1.0)}, 0.1)).health;
  QCOMPARE(health.overflow_single, 8873.0);
  QCOMPARE(health.overflow_double, 70979.0);
  QCOMPARE(health.growing.size(), std::size_t{1});
  QCOMPARE(health.growing[0].mode, 0);
  QVERIFY(std::abs(health.growing[0].growth - std::expm1(0.01)) < 1e-15);
  QVERIFY(std::isnan(health.energy_beyond));
  const auto stable = analysed(explicit_scenario({Complex(-0.1, 1.0)}, 0.1)).health;
  QVERIFY(std::isnan(stable.overflow_single) && std::isnan(stable.overflow_double));
  QVERIFY(stable.growing.empty());
}

void TestHealth::growth_near_one() {
  const auto health = analysed(explicit_scenario({-1.0, Complex(1e-9, 0.0), 0.0}, 1e-3)).health;
  QCOMPARE(health.growing.size(), std::size_t{2});
  QCOMPARE(health.growing[0].mode, 1);
  QCOMPARE(health.growing[1].mode, 2);
  // abar itself is rounded to 2.2e-16.
  QVERIFY(std::abs(health.growing[0].growth - 1e-12) < 2.3e-16);
  QCOMPARE(health.growing[1].growth, 0.0);
}

void TestHealth::aliased_modes_and_where_they_appear() {
  const auto health = analysed(lin(0.1)).health;
  QCOMPARE(health.aliased.size(), std::size_t{21});
  QCOMPARE(health.aliased.front().mode, 11);  // the tenth sits on Nyquist
  QCOMPARE(health.aliased[4].mode, 15);
  QVERIFY(std::abs(health.aliased[4].radians_per_step - 4.712389) < 5e-7);
  QVERIFY(std::abs(health.aliased[4].appears_at + 1.570796) < 5e-7);
  QVERIFY(analysed(lin(0.01)).health.aliased.empty());
}

void TestHealth::energy_beyond_is_the_sum() {
  compute::Random random(1);
  for (const int length : {1, 10, 200}) {
    const auto model = random_continuous(random, 5);
    Scenario scenario = explicit_scenario(model.lambda, 0.05, model.B, model.C);
    scenario.model.D = 0.3;
    scenario.resolution.kernel_length = 20000;  // decays by e^-100
    double whole = 0.0, beyond = 0.0;
    const auto h = analysed(scenario).kernel;
    for (std::size_t l = 0; l < h.size(); ++l) {
      whole += h[l] * h[l];
      if (l >= static_cast<std::size_t>(length)) beyond += h[l] * h[l];
    }
    scenario.resolution.kernel_length = length;
    QVERIFY(std::abs(analysed(scenario).health.energy_beyond - beyond / whole) < kRounding);
  }
}

void TestHealth::residues_that_cancel() {
  // Nearly the same pole, opposite C: much less in sum than each alone.
  const auto health = analysed(explicit_scenario({Complex(-0.5, 20.0), Complex(-0.5, 20.001)}, 0.01,
                                                 {}, {1.0, -1.0}))
                          .health;
  QVERIFY(std::abs(health.residue_sum - 4.0 * 0.01) < 1e-3);  // |c bbar| is nearly delta
  QVERIFY(std::abs(health.cancellation - health.residue_sum / health.largest_response) < kRounding);
  const auto one = analysed(explicit_scenario({Complex(-0.5, 20.0)}, 0.01)).health;
  QVERIFY(health.cancellation > 100.0 * one.cancellation);
}

void TestHealth::ringing_of_the_bilinear_rule() {
  Scenario scenario = explicit_scenario({-16.0, -20.0, -21.0, Complex(-1.0, 30.0)}, 0.1);
  scenario.discretisation.rule = Rule::Bilinear;
  const auto result = analysed(scenario);
  QCOMPARE(result.health.ringing,
           (std::vector<int>{2, 3}));  // |lambda| delta = 2 is dead, not bent
  for (const int mode : result.health.ringing)
    QVERIFY(result.modes[static_cast<std::size_t>(mode)].abar.real() < 0.0);
  scenario.discretisation.rule = Rule::Zoh;
  QVERIFY(analysed(scenario).health.ringing.empty());
}

void TestHealth::tiny_lambda() {
  const auto result = analysed(explicit_scenario({1e-4, 1e-6, 1e-9, 0.0}, 1e-3));
  for (const auto& mode : result.modes) QVERIFY(std::abs(mode.bbar - 0.001) < 1e-10);
  QVERIFY(all_finite(spectrum::to_json(result)));
}

void TestHealth::single_precision_as_known() {
  // S4D-Inv, N = 64, Re lambda = -5e-4, delta = 0.1, C = 1/32, L = 16,384.
  Scenario scenario =
      explicit_scenario(ssm::initial_poles(Init::Inv, 32, 1), 0.1, {}, ComplexList(32, 1.0 / 32.0));
  for (Complex& lambda : scenario.model.lambda) lambda.real(-5e-4);
  scenario.resolution.kernel_length = 16384;
  scenario.resolution.frequencies = 64;
  const auto single = *analysed(scenario, true).single;
  // "3e-4 to 4e-4", to the one digit that is stated.
  QVERIFY2(single.kernel_difference > 2.5e-4 && single.kernel_difference < 4.5e-4,
           qPrintable(QString::number(single.kernel_difference)));
  QVERIFY(single.response_difference > 1e-7 && single.response_difference < 1e-2);
}

void TestHealth::single_precision_of_small_models() {
  const auto result = analysed(explicit_scenario({-1.0}, 0.1), true);
  const auto& single = *result.single;
  QCOMPARE(single.kernel.size(), result.kernel.size());
  QCOMPARE(single.response.size(), result.response.size());
  // One mode that decays within ten steps: a few roundings of 6e-8.
  QVERIFY(single.kernel_difference > 0.0 && single.kernel_difference < 1e-6);
  QVERIFY(single.response_difference > 0.0 && single.response_difference < 2e-6);
  QVERIFY(largest_difference(single.kernel, result.kernel) <=
          single.kernel_difference * std::abs(result.kernel[0]) * (1.0 + kRounding));
}

void TestHealth::single_precision_that_overflows() {
  Scenario scenario = explicit_scenario({Complex(0.1, 1.0)}, 0.1);
  scenario.resolution.kernel_length = 10000;
  const auto result = analysed(scenario, true);
  const auto& kernel = result.single->kernel;
  const auto left =
      std::find_if(kernel.begin(), kernel.end(), [](double h) { return std::isnan(h); });
  // |abar^l| leaves float32 at 8,873; the kernel is a tenth of it (bbar).
  QVERIFY(left - kernel.begin() > 8873 && left - kernel.begin() < 8873 + 300);
  QVERIFY(std::all_of(left, kernel.end(), [](double h) { return std::isnan(h); }));
  QVERIFY(std::isfinite(result.single->kernel_difference));
  QVERIFY(all_finite(spectrum::to_json(result)));
}

void TestHealth::single_precision_of_tiny_lambda() {
  // (e^x - 1)/lambda in float32: nothing at 0, 0, 0, 0.00119.
  const std::vector<double> expected = {std::nan(""), 0.0, 0.0, 0.00119};
  const std::vector<double> lambda = {0.0, 1e-9, 1e-6, 1e-4};
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    const auto result = analysed(explicit_scenario({lambda[i]}, 1e-3, {}, {0.5}), true);
    const double bbar = result.single->kernel[0];
    if (i == 0)
      QVERIFY(std::isnan(bbar) && std::isnan(result.single->kernel_difference));
    else
      QVERIFY(std::abs(bbar - expected[i]) < 5e-6);
  }
}

void TestHealth::single_precision_of_every_rule() {
  for (const Rule rule :
       {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
    Scenario scenario =
        explicit_scenario({Complex(-1.0, 2.0), -3.0}, 0.1, {1.0, Complex(0.0, 1.0)});
    scenario.discretisation.rule = rule;
    scenario.model.D = 0.5;
    const auto result = analysed(scenario, true);
    QVERIFY(result.single->kernel_difference < 3e-6);
    QVERIFY(result.single->response_difference < 3e-6);
  }
}

void TestHealth::contributions_add_up() {
  compute::Random random(7);
  for (const std::size_t modes : {1U, 5U, 33U}) {
    const auto model = random_continuous(random, modes);
    for (const bool conjugate : {true, false}) {
      Scenario scenario = explicit_scenario(model.lambda, 0.1, model.B, model.C);
      scenario.model.D = 0.25;
      scenario.model.conjugate = conjugate;
      scenario.resolution.frequencies = 101;
      const auto result = analysed(scenario);
      std::vector<Complex> response(result.omega.size(), result.d);
      std::vector<double> kernel(result.kernel.size(), 0.0);
      kernel[0] = result.d;
      for (const auto& mode : result.modes) {
        const auto part = spectrum::mode_response(mode, result.factor, result.omega);
        for (std::size_t k = 0; k < part.size(); ++k) response[k] += part[k];
        const auto lags = spectrum::mode_kernel(mode, result.factor, kernel.size());
        for (std::size_t l = 0; l < lags.size(); ++l) kernel[l] += lags[l];
      }
      QVERIFY(largest_difference(response, result.response) < 1e-10);
      QVERIFY(largest_difference(kernel, result.kernel) < 1e-11);
    }
  }
}

void TestHealth::contribution_of_a_real_mode_with_imaginary_c() {
  const auto result = analysed(explicit_scenario({-0.5}, 0.01, {}, {Complex(0.0, 1.0)}));
  for (const Complex& part : spectrum::mode_response(result.modes[0], 2.0, result.omega))
    QVERIFY(std::abs(part) < 1e-15);
  for (const double h : spectrum::mode_kernel(result.modes[0], 2.0, 100)) QCOMPARE(h, 0.0);
  // A dead step: abar = 0.
  spectrum::FrequencyMode dead{};
  dead.bbar = 0.05;
  dead.c = 3.0;
  const auto h = spectrum::mode_kernel(dead, 2.0, 200);
  QVERIFY(std::abs(h[0] - 0.3) < 1e-15);
  QVERIFY(std::all_of(h.begin() + 1, h.end(), [](double each) { return each == 0.0; }));
}

void TestHealth::apparent_frequencies() {
  QVERIFY(std::abs(spectrum::apparent_frequency(Rule::Zoh, 4.712389) - 1.570796) < 1e-6);
  QVERIFY(std::abs(spectrum::apparent_frequency(Rule::Zoh, 1.0) - 1.0) < 1e-15);
  QVERIFY(std::abs(spectrum::apparent_frequency(Rule::Bilinear, 2.0) - kPi / 2.0) < 1e-15);
  QVERIFY(std::abs(spectrum::apparent_frequency(Rule::Euler, 1.0) - kPi / 4.0) < 1e-15);
}

void TestHealth::json_has_it_all() {
  Scenario scenario = lin(0.1);
  scenario.resolution.frequencies = scenario.resolution.kernel_length = 64;
  DirectBackend backend;
  compute::Progress progress;
  const auto result =
      spectrum::analyse_frequency(scenario, backend, progress, {}, {true, true, true});
  const auto json = spectrum::to_json(result);
  for (const char* key :
       {"continuous_response", "markers", "health", "delayed", "float32", "surface", "convention"})
    QVERIFY2(json.contains(key), key);
  QCOMPARE(json.at("continuous_response").at("re").size(), std::size_t{64});
  QCOMPARE(json.at("health").at("aliased").size(), std::size_t{21});
  QCOMPARE(json.at("health").at("overflows").get<bool>(), false);
  QCOMPARE(json.at("surface").at("height_db").size(), json.at("surface").at("radius").size());
  QCOMPARE(json.at("surface").at("height_db").at(0).size(), json.at("surface").at("angle").size());
  QVERIFY(all_finite(json));
  QVERIFY2(!has_null(json), json.at("notes").dump().c_str());
  // Unstable: nulls come with their reasons.
  const auto unstable = spectrum::to_json(spectrum::analyse_frequency(
      explicit_scenario({Complex(0.1, 1.0)}, 0.1), backend, progress, {}, {true, true, true}));
  QVERIFY(all_finite(unstable));
  QCOMPARE(unstable.at("health").at("overflow_float32").get<double>(), 8873.0);
  QVERIFY(unstable.at("markers").at("settling_steps").is_null());
  QVERIFY(unstable.at("notes").dump().find("does not settle") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestHealth)
#include "test_health.moc"
