// The frequency analysis: kernel, step, gains, memory, notes and JSON.
#include <QtTest>

#include "core/spectrum/frequency_analysis.hpp"
#include "core/spectrum/total_memory.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/golden.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kRounding = 1e-12;

Scenario lin_with_unit_c() {
  Scenario scenario;
  scenario.model.C = ComplexList(32, 1.0);
  return scenario;
}

}  // namespace

class TestFrequencyAnalysis : public QObject {
  Q_OBJECT
 private slots:
  void default_scenario_fills_every_field();
  void response_is_the_transform_of_the_kernel();
  void dc_gain_does_not_depend_on_the_step();
  void dc_gain_of_slow_poles_keeps_its_digits();
  void target_response_is_its_sum();
  void modes_alias_as_known();
  void golden_kernels();
  void dead_step_kernel();
  void unstable_kernel_is_cut_where_it_overflows();
  void integrator_has_no_dc_gain();
  void total_memory_of_one_mode();
  void total_memory_does_not_depend_on_the_kernel_shown();
  void preview_and_sameness();
  void sizes_of_one();
  void can_be_cancelled();
};

void TestFrequencyAnalysis::default_scenario_fills_every_field() {
  DirectBackend backend;
  CountingProgress progress;
  const Scenario scenario;
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  QCOMPARE(progress.last_fraction(), 1.0);
  const auto json = spectrum::to_json(result);
  for (const char* key : {"omega", "magnitude_db", "phase_deg", "group_delay", "kernel", "step"})
    QCOMPARE(json.at(key).size(), std::size_t{1024});
  for (const char* key : {"response", "target_response"}) {
    QCOMPARE(json.at(key).at("re").size(), std::size_t{1024});
    QCOMPARE(json.at(key).at("im").size(), std::size_t{1024});
  }
  QCOMPARE(json.at("modes").size(), std::size_t{32});
  for (const char* key :
       {"lambda", "abar", "bbar", "c", "memory_steps", "radians_per_step", "aliased"})
    QVERIFY(json.at("modes").at(3).contains(key));
  QVERIFY(json.at("stable").get<bool>());
  QVERIFY(all_finite(json));
  QVERIFY(!has_null(json));
  QCOMPARE(result.omega.back(), kPi);
  double sum = 0.0;
  for (std::size_t l = 0; l < result.kernel.size(); ++l) {
    sum += result.kernel[l];
    QVERIFY(std::abs(result.step[l] - sum) < kRounding);
  }
  for (std::size_t k = 0; k < result.omega.size(); ++k) {
    QVERIFY(std::abs(result.magnitude_db[k] - 20.0 * std::log10(std::abs(result.response[k]))) <
            1e-9);
    const double turns = result.phase_deg[k] / 360.0 - std::arg(result.response[k]) / (2.0 * kPi);
    QVERIFY(std::abs(turns - std::round(turns)) < 1e-9);
  }
  const auto table = spectrum::main_table(result);
  QCOMPARE(table.names.size(), table.columns.size());
  QCOMPARE(table.names.front(), std::string("omega"));
}

void TestFrequencyAnalysis::response_is_the_transform_of_the_kernel() {
  DirectBackend backend;
  compute::Progress progress;
  // Decays by e^-40 over the kernel: MATHS section 3 asks for 1e-10.
  Scenario scenario = explicit_scenario({Complex(-0.4, 1.0), Complex(-0.5, 2.0)}, 0.1);
  scenario.model.D = 0.7;
  scenario.resolution.frequencies = 40;
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  for (std::size_t k = 0; k < result.omega.size(); ++k) {
    Complex sum = 0.0;
    for (std::size_t l = 0; l < result.kernel.size(); ++l)
      sum += result.kernel[l] * std::polar(1.0, -result.omega[k] * static_cast<double>(l));
    QVERIFY(std::abs(sum - result.response[k]) < 1e-10 * std::abs(result.response[k]));
  }
  QVERIFY(std::abs(result.step.back() - result.dc_gain) < 1e-10);
}

void TestFrequencyAnalysis::dc_gain_does_not_depend_on_the_step() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = lin_with_unit_c();
  for (const Rule rule : {Rule::Zoh, Rule::Bilinear}) {
    for (const double delta : {0.1, 0.01, 0.001}) {
      scenario.discretisation.rule = rule;
      scenario.discretisation.delta = delta;
      const auto result = spectrum::analyse_frequency(scenario, backend, progress);
      QVERIFY(std::abs(result.dc_gain - 4.160737) < 5e-7);
      QVERIFY(std::abs(result.continuous_dc_gain - result.dc_gain) < 1e-12);
    }
  }
  // The true 0.0625 beside Euler-B's 0.1252970.
  Scenario wrong = explicit_scenario({-16.0}, 0.1, {}, {1.0});
  wrong.model.conjugate = false;
  wrong.discretisation.rule = Rule::EulerB;
  const auto result = spectrum::analyse_frequency(wrong, backend, progress);
  QVERIFY(std::abs(result.continuous_dc_gain - 0.0625) < 1e-15);
  QVERIFY(std::abs(result.dc_gain - 0.1252970) < 5e-8);
}

void TestFrequencyAnalysis::dc_gain_of_slow_poles_keeps_its_digits() {
  DirectBackend backend;
  compute::Progress progress;
  // |lambda delta| = 1e-12: 1 - abar from abar keeps four digits. Every rule leaves H(0) alone.
  const Complex lambda(-6e-10, 8e-10), c(0.3, -0.7);
  const double expected = 2.0 * (-c / lambda).real();
  for (const Rule rule :
       {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
    Scenario scenario = explicit_scenario({lambda}, 1e-3, {}, {c});
    scenario.discretisation.rule = rule;
    const auto result = spectrum::analyse_frequency(scenario, backend, progress);
    QVERIFY(std::abs(result.dc_gain - expected) < 1e-11 * std::abs(expected));
  }
}

void TestFrequencyAnalysis::target_response_is_its_sum() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  for (const int points : {5, 96, 100, 128}) {  // fewer than half the target's 256 steps: folded
    scenario.resolution.frequencies = points;
    const auto result = spectrum::analyse_frequency(scenario, backend, progress);
    const auto rho = target::memory_function(scenario.target);
    std::vector<Complex> expected;
    for (const double omega : result.omega) {
      Complex sum = 0.0;
      for (std::size_t s = 0; s < rho.size(); ++s)
        sum += rho[s] * std::polar(1.0, -omega * static_cast<double>(s));
      expected.push_back(sum);
    }
    QVERIFY(largest_difference(result.target_response, expected) <
            kRounding * std::abs(expected[0]));
  }
}

void TestFrequencyAnalysis::modes_alias_as_known() {
  DirectBackend backend;
  compute::Progress progress;
  const auto aliased = [&](const Scenario& scenario) {
    int count = 0;
    for (const auto& mode : spectrum::analyse_frequency(scenario, backend, progress).modes)
      count += mode.readout.aliased ? 1 : 0;
    return count;
  };
  Scenario scenario = lin_with_unit_c();
  scenario.discretisation.delta = 0.1;
  QCOMPARE(aliased(scenario), 21);
  const auto modes = spectrum::analyse_frequency(scenario, backend, progress).modes;
  QVERIFY(std::abs(modes[15].readout.radians_per_step - 4.712389) < 5e-7);
  QVERIFY(std::abs(modes[15].readout.appears_at + 1.570796) < 5e-7);
  scenario.discretisation.delta = 0.01;
  QCOMPARE(aliased(scenario), 0);
  scenario.model.init = Init::Inv;
  scenario.discretisation.delta = 0.1;
  QCOMPARE(aliased(scenario), 13);
}

void TestFrequencyAnalysis::golden_kernels() {
  DirectBackend backend;
  compute::Progress progress;
  for (const Json& c : golden_cases("toeplitz_spectrum.json")) {
    Scenario scenario = explicit_scenario(golden_complexes(c.at("A")), c.at("dt"),
                                          golden_complexes(c.at("B")), golden_complexes(c.at("C")));
    scenario.discretisation.rule = c.at("disc") == "zoh" ? Rule::Zoh : Rule::Bilinear;
    scenario.resolution.kernel_length = c.at("L");
    scenario.resolution.frequencies = 16;
    const auto result = spectrum::analyse_frequency(scenario, backend, progress);
    const auto expected = golden_reals(c.at("h"));
    double size = 0.0;
    for (const double h : expected) size = std::max(size, std::abs(h));
    QVERIFY(largest_difference(result.kernel, expected) < 1e-11 * size);
    // |H| from the analysis meets the largest gain of the file at its frequency within the grid.
    for (const Complex& value : result.response)
      QVERIFY(std::abs(value) <= c.at("expected").at("max_abs_H").get<double>() * (1.0 + 1e-7));
  }
}

void TestFrequencyAnalysis::dead_step_kernel() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({-20.0}, 0.1, {}, {3.0});
  scenario.discretisation.rule = Rule::Bilinear;  // delta lambda = -2: abar = 0, bbar = 0.05
  scenario.resolution.kernel_length = 10;
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  QVERIFY(std::abs(result.kernel[0] - 2.0 * 0.05 * 3.0) < kRounding);
  for (std::size_t l = 1; l < 10; ++l) QCOMPARE(result.kernel[l], 0.0);
  QCOMPARE(result.total_memory, 0.0);
  for (const double phase : result.phase_deg) QVERIFY(std::abs(phase) < 1e-12);
  auto json = spectrum::to_json(result);
  QCOMPARE(json.at("modes").at(0).at("memory_steps").get<double>(), 0.0);
  json["modes"][0].erase("appears_at");  // 0 has no angle
  for (const char* key : {"upper_omega", "bandwidth"}) {  // one sample passes every frequency
    QVERIFY(json.at("markers").at(key).is_null());
    json["markers"].erase(key);
  }
  QVERIFY2(!has_null(json), json.at("notes").dump().c_str());
}

void TestFrequencyAnalysis::unstable_kernel_is_cut_where_it_overflows() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({Complex(0.1, 1.0)}, 0.1);
  scenario.resolution.kernel_length = 131072;
  scenario.resolution.frequencies = 8;
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  // |abar^l| overflows first at l = 70,979.
  QCOMPARE(result.kernel.size(), std::size_t{70979});
  QCOMPARE(result.step.size(), result.kernel.size());
  QVERIFY(!result.stable);
  QVERIFY(std::isnan(result.total_memory));
  const auto json = spectrum::to_json(result);
  QVERIFY(all_finite(json));
  QVERIFY(json.at("total_memory").is_null());
  bool says_unstable = false, says_cut = false;
  for (const std::string note : json.at("notes")) {
    says_unstable |= note.find("unstable: Re") != std::string::npos;
    says_cut |= note.find("70979") != std::string::npos;
  }
  QVERIFY(says_unstable);
  QVERIFY(says_cut);
}

void TestFrequencyAnalysis::integrator_has_no_dc_gain() {
  DirectBackend backend;
  compute::Progress progress;
  const auto result = spectrum::analyse_frequency(explicit_scenario({0.0}, 0.1), backend, progress);
  QVERIFY(std::isnan(result.dc_gain));
  const auto json = spectrum::to_json(result);
  QVERIFY(json.at("dc_gain").is_null());
  bool says_why = false;
  for (const std::string note : json.at("notes"))
    says_why |= note.find("dc_gain") != std::string::npos;
  QVERIFY(says_why);
  QVERIFY(all_finite(json));
}

void TestFrequencyAnalysis::total_memory_of_one_mode() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({-1.0}, 0.001);
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  // e^{-2 delta (l+1)} <= 0.01 first at l = 2302, beyond the 1,024 steps shown.
  QCOMPARE(result.total_memory, std::ceil(std::log(100.0) / 0.002) - 1.0);
}

void TestFrequencyAnalysis::total_memory_does_not_depend_on_the_kernel_shown() {
  compute::Random random(2);
  compute::Progress progress;
  DirectBackend backend;
  for (int i = 0; i < 30; ++i) {
    const ssm::DiscreteModel model = random_discrete(random, 1 + static_cast<std::size_t>(i % 7));
    std::vector<double> h(40000);
    backend.kernel(model.batch(), h.size(), h, progress);
    double total = 0.0, sum = 0.0;
    for (const double x : h) total += x * x;
    std::size_t least = 0;
    while ((sum += h[least] * h[least]) < 0.99 * total) ++least;
    for (const std::size_t shown : {std::size_t{1}, std::size_t{10}, h.size()}) {
      const double found = spectrum::total_memory(model, std::span(h).first(shown), progress);
      QCOMPARE(found, static_cast<double>(least));
    }
  }
}

void TestFrequencyAnalysis::preview_and_sameness() {
  Scenario scenario;
  QCOMPARE(spectrum::coarse_frequency(scenario), scenario);  // the default is quick as it is
  scenario.model.pairs = 512;
  scenario.resolution.frequencies = 65536;
  QVERIFY(spectrum::coarse_frequency(scenario).resolution.frequencies < 1000);
  Scenario other = scenario;
  other.input = StepInput{};
  other.resolution.steps = 77;
  other.note = "note";
  QVERIFY(spectrum::same_frequency(scenario, other));
  other.resolution.frequencies = 10;
  QVERIFY(!spectrum::same_frequency(scenario, other));
}

void TestFrequencyAnalysis::sizes_of_one() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({Complex(-1.0, 2.0)}, 0.1);
  scenario.resolution.frequencies = 1;
  scenario.resolution.kernel_length = 1;
  const auto result = spectrum::analyse_frequency(scenario, backend, progress);
  QCOMPARE(result.omega, std::vector<double>{kPi});
  QCOMPARE(result.kernel.size(), std::size_t{1});
  QCOMPARE(result.phase_deg.size(), std::size_t{1});
  QVERIFY(!has_null(spectrum::to_json(result)));
}

void TestFrequencyAnalysis::can_be_cancelled() {
  DirectBackend backend;
  CountingProgress cancels(4);  // past the backend's looks, in the phase
  Scenario scenario;
  scenario.resolution.frequencies = 4096;
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled,
                           spectrum::analyse_frequency(scenario, backend, cancels));
}

QTEST_APPLESS_MAIN(TestFrequencyAnalysis)
#include "test_frequency_analysis.moc"
