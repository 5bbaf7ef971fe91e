// The ring against modes, the dense exponential, and the pulses of MATHS section 2.
#include <Eigen/Dense>
#include <QtTest>

#include "core/ring/ring_analysis.hpp"
#include "core/ring/ring_wave.hpp"
#include "core/target/memory_function.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

// Ring equals modes to 1e-12 relative.
constexpr double kRingToModes = 1e-12;
// The figures of MATHS section 2 have three decimals.
constexpr double kThreeDecimals = 6e-4;

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// S4D poles with B chosen so that bbar = 1 under ZOH.
Scenario unit_pulse(Init init, int pairs, double delta) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  ComplexList B;
  for (const Complex& lambda : ssm::initial_poles(init, pairs, 1))
    B.push_back(1.0 / (delta * ssm::expm1_over(delta * lambda)));
  scenario.model.B = B;
  scenario.model.C = ComplexList(size(pairs), 1.0);
  scenario.discretisation.delta = delta;
  scenario.resolution.steps = 64;
  return scenario;
}

double height(const ring::RingResult& result, int step, int* node = nullptr) {
  double largest = 0.0;
  for (int j = 0; j < result.nodes; ++j) {
    const double here = std::abs(result.field[size(step * result.nodes + j)]);
    if (here > largest) {
      largest = here;
      if (node) *node = j;
    }
  }
  return largest;
}

Scenario seeded_scenario(Init init, int pairs) {
  Scenario scenario;
  scenario.model.init = init;
  scenario.model.pairs = pairs;
  scenario.model.B = Seeded{5};
  scenario.model.C = Seeded{6};
  scenario.model.D = 0.3;
  scenario.input = NoiseInput{3, 1.0};
  scenario.resolution.steps = 50;
  return scenario;
}

Eigen::MatrixXcd exponential(const Eigen::MatrixXcd& a) {  // scaling and squaring of a Taylor sum
  const int halvings = std::max(0, 1 + std::ilogb(a.norm()) + 4);
  const Eigen::MatrixXcd scaled = a / std::ldexp(1.0, halvings);
  Eigen::MatrixXcd term = Eigen::MatrixXcd::Identity(a.rows(), a.cols()), sum = term;
  for (int k = 1; k < 16; ++k) sum += term = term * scaled / static_cast<double>(k);
  for (int i = 0; i < halvings; ++i) sum = sum * sum;
  return sum;
}

}  // namespace

class TestRingAnalysis : public QObject {
  Q_OBJECT
 private slots:
  void lin_pulse_travels_one_node_a_step();
  void inv_pulse_disperses();
  void zoh_pulse_is_smeared_over_two_nodes();
  void ring_is_the_transform_of_the_modes();
  void dense_network_equals_modes();
  void readout_and_target();
  void operator_agrees_with_the_recurrence();
  void later_window_is_exact();
  void impulse_does_not_wrap();
  void order_is_by_frequency();
  void dispersion_of_lin_and_inv();
  void interpolation_is_exact_on_nodes();
  void unstable_field_is_cut();
  void json_has_every_field();
  void preview_and_sameness();
  void can_be_cancelled();
};

void TestRingAnalysis::lin_pulse_travels_one_node_a_step() {
  DirectBackend backend;
  compute::Progress progress;
  const auto result = ring::analyse_ring(unit_pulse(Init::Lin, 32, 2.0 / 32), backend, progress);
  const std::vector<std::pair<int, double>> heights{
      {0, 5.657}, {1, 5.483}, {8, 4.406}, {16, 3.431}, {32, 2.081}};
  for (const auto& [step, expected] : heights) {
    int node = -1;
    QVERIFY(std::abs(height(result, step, &node) - expected) < kThreeDecimals);
    QCOMPARE(node, step % 32);
    for (int j = 0; j < 32; ++j)
      if (j != node) QVERIFY(std::abs(result.field[size(step * 32 + j)]) < 1e-12);
  }
  QVERIFY(std::abs(result.lap_steps - 32.0) < 1e-12);
  QVERIFY(std::abs(result.largest_displacement - std::sqrt(32.0)) < 1e-12);
}

void TestRingAnalysis::inv_pulse_disperses() {
  DirectBackend backend;
  compute::Progress progress;
  const auto result = ring::analyse_ring(unit_pulse(Init::Inv, 32, 2.0 / 32), backend, progress);
  const std::vector<std::pair<int, double>> heights{{0, 5.66}, {1, 3.59}, {8, 1.72}, {16, 1.25}};
  for (const auto& [step, expected] : heights)
    QVERIFY2(std::abs(height(result, step) - expected) < 6e-3,  // two decimals
             qPrintable(QString::number(height(result, step))));
}

void TestRingAnalysis::zoh_pulse_is_smeared_over_two_nodes() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = unit_pulse(Init::Lin, 32, 2.0 / 32);
  scenario.model.B = Ones{};
  const auto result = ring::analyse_ring(scenario, backend, progress);
  const double unit = std::sqrt(32.0) * 2.0 / 32.0;
  QVERIFY(std::abs(std::abs(result.field[0]) / unit - 0.452) < kThreeDecimals);
  QVERIFY(std::abs(std::abs(result.field[1]) / unit - 0.447) < kThreeDecimals);
  // It keeps that shape: a lap later the row is the first one, e times smaller.
  for (std::size_t j = 0; j < 32; ++j)
    QVERIFY(std::abs(result.field[std::size_t{32} * 32 + j] - std::exp(-1.0) * result.field[j]) <
            1e-12);
}

void TestRingAnalysis::ring_is_the_transform_of_the_modes() {
  DirectBackend backend;
  compute::Progress progress;
  for (const int pairs : {1, 2, 7, 32}) {
    const Scenario scenario = seeded_scenario(Init::Legs, pairs);
    const auto result = ring::analyse_ring(scenario, backend, progress);
    const auto model = ssm::discretise(ssm::continuous_model(scenario.model), Rule::Zoh, 0.01);
    ComplexList x(size(pairs), 0.0);
    for (std::size_t t = 0; t < 50; ++t) {
      double ring_energy = 0.0, mode_energy = 0.0;
      for (std::size_t m = 0; m < x.size(); ++m) {
        x[m] = model.abar[m] * x[m] + model.bbar[m] * result.input[t];
        mode_energy += std::norm(x[m]);
      }
      for (std::size_t j = 0; j < x.size(); ++j) {
        Complex sum = 0.0;
        for (std::size_t m = 0; m < x.size(); ++m)
          sum += x[size(result.mode_of_wavenumber[m])] *
                 std::polar(1.0, -2.0 * kPi * static_cast<double>(j * m) / pairs) /
                 std::sqrt(pairs);
        const Complex here = result.field[t * x.size() + j];
        ring_energy += std::norm(here);
        QVERIFY(std::abs(here - sum) <= kRingToModes * std::sqrt(mode_energy));
      }
      QVERIFY(std::abs(ring_energy - mode_energy) <= kRingToModes * mode_energy);  // unitary
    }
  }
}

void TestRingAnalysis::dense_network_equals_modes() {
  DirectBackend backend;
  compute::Progress progress;
  const double delta = 0.05;
  for (const Init init : {Init::Lin, Init::Inv, Init::Legs}) {
    Scenario scenario = seeded_scenario(init, 12);
    scenario.model.B = Ones{};
    scenario.discretisation.delta = delta;
    const auto result = ring::analyse_ring(scenario, backend, progress);
    Eigen::MatrixXcd w(12, 12);
    for (int j = 0; j < 12; ++j)
      for (int k = 0; k < 12; ++k) w(j, k) = result.coupling[size((j - k + 12) % 12)];
    const Eigen::MatrixXcd step = exponential(delta * w);
    // r' = W r + F B u with F B = sqrt(M) at node 0: the held input adds W^{-1}(e^{dW} - 1) F B u.
    Eigen::VectorXcd enter = Eigen::VectorXcd::Zero(12);
    enter(0) = std::sqrt(12.0);
    const Eigen::VectorXcd gain =
        w.partialPivLu().solve((step - Eigen::MatrixXcd::Identity(12, 12)) * enter);
    Eigen::VectorXcd r = Eigen::VectorXcd::Zero(12);
    for (std::size_t t = 0; t < 50; ++t) {
      r = step * r + gain * result.input[t];
      for (int j = 0; j < 12; ++j)
        QVERIFY(std::abs(r(j) - result.field[t * 12 + size(j)]) <=
                kRingToModes * std::max(result.largest_displacement, 1e-3));
    }
  }
}

void TestRingAnalysis::readout_and_target() {
  DirectBackend backend;
  compute::Progress progress;
  const Scenario scenario = seeded_scenario(Init::Inv, 9);
  const auto result = ring::analyse_ring(scenario, backend, progress);
  const auto C = ssm::continuous_model(scenario.model).C;
  const auto rho = target::memory_function(scenario.target);
  for (std::size_t t = 0; t < 50; ++t) {
    Complex y = 0.0;  // C F* r
    for (std::size_t m = 0; m < 9; ++m)
      for (std::size_t j = 0; j < 9; ++j)
        y += C[size(result.mode_of_wavenumber[m])] * result.field[t * 9 + j] *
             std::polar(1.0, 2.0 * kPi * static_cast<double>(j * m) / 9.0) / 3.0;
    QVERIFY(std::abs(result.output[t] - (2.0 * y.real() + 0.3 * result.input[t])) < 1e-12);
    double target = 0.0;
    for (std::size_t s = 0; s <= t; ++s) target += rho[s] * result.input[t - s];
    QVERIFY(std::abs(result.target_output[t] - target) < 1e-12);
  }
}

void TestRingAnalysis::operator_agrees_with_the_recurrence() {
  DirectBackend backend;
  compute::Progress progress;
  for (const Init init : {Init::Lin, Init::Inv, Init::Legs, Init::Random}) {
    Scenario scenario = seeded_scenario(init, 9);
    scenario.resolution.steps = 700;
    auto result = ring::analyse_ring(scenario, backend, progress);
    QVERIFY(!result.agreement);
    ring::compare_operator(result, scenario, backend, progress);
    QCOMPARE(result.agreement->steps, std::size_t{700});
    QVERIFY(result.agreement->holds());
    QVERIFY(result.agreement->bound < 1e-9);
    const auto json = ring::to_json(result);
    QCOMPARE(json.at("operator").at("steps").get<int>(), 700);
    QVERIFY(json.at("operator").at("difference").get<double>() == result.agreement->difference);
  }
}

void TestRingAnalysis::later_window_is_exact() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = seeded_scenario(Init::Lin, 8);
  scenario.resolution.steps = 1000;
  const auto whole = ring::analyse_ring(scenario, backend, progress);
  for (const int first : {1, 7, 300, 990}) {
    scenario.resolution.first_step = first;
    scenario.resolution.steps = 1000 - first;
    const auto later = ring::analyse_ring(scenario, backend, progress);
    QCOMPARE(later.first_step, first);
    const auto begin = whole.field.begin() + std::ptrdiff_t{8} * first;
    QVERIFY(largest_difference(later.field, std::vector<Complex>(begin, whole.field.end())) <
            1e-12);
    QVERIFY(largest_difference(later.output, std::vector<double>(whole.output.begin() + first,
                                                                 whole.output.end())) < 1e-12);
    QVERIFY(largest_difference(later.target_output,
                               std::vector<double>(whole.target_output.begin() + first,
                                                   whole.target_output.end())) < 1e-12);
  }
}

void TestRingAnalysis::impulse_does_not_wrap() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({std::log(0.99)}, 1.0);
  scenario.model.conjugate = false;
  scenario.discretisation.rule = Rule::EulerB;  // K[l] = 0.99^l
  scenario.resolution.steps = 256;
  scenario.input = ImpulseInput{200};
  const auto result = ring::analyse_ring(scenario, backend, progress);
  for (std::size_t t = 0; t < 200; ++t) QCOMPARE(result.output[t], 0.0);
  QVERIFY(std::abs(result.output[200] - 1.0) < 1e-15);
  QVERIFY(std::abs(result.output[255] - std::pow(0.99, 55)) < 1e-14);
}

void TestRingAnalysis::order_is_by_frequency() {
  QCOMPARE(ring::ring_order({{-1, 3}, {-2, 1}, {-1, 1}, {-1, -2}}), (std::vector<int>{3, 2, 1, 0}));
  QCOMPARE(ring::ring_order({{-1, 1}, {-1, 1}}), (std::vector<int>{0, 1}));
  QVERIFY(ring::ring_order({}).empty());
}

void TestRingAnalysis::dispersion_of_lin_and_inv() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  const auto lin = ring::analyse_ring(scenario, backend, progress);
  QVERIFY(std::isnan(lin.dispersion.phase_velocity.front()));
  QVERIFY(std::isnan(lin.dispersion.group_velocity.back()));
  for (std::size_t m = 0; m + 1 < 32; ++m) {  // every mode at M delta/2 = 0.16 nodes a step
    QVERIFY(std::abs(lin.dispersion.phase_velocity[m + 1] - 0.16) < 1e-13);
    QVERIFY(std::abs(lin.dispersion.group_velocity[m] - 0.16) < 1e-13);
  }
  QVERIFY(std::abs(lin.lap_steps - 200.0) < 1e-10);
  scenario.model.init = Init::Inv;
  const auto inv = ring::analyse_ring(scenario, backend, progress);
  QCOMPARE(inv.mode_of_wavenumber.front(), 31);  // the order of the list is reversed
  QVERIFY(std::is_sorted(inv.dispersion.frequency.begin(), inv.dispersion.frequency.end()));
  scenario.model.init = Init::Real;  // all at rest: no lap
  QVERIFY(std::isnan(ring::analyse_ring(scenario, backend, progress).lap_steps));
}

void TestRingAnalysis::interpolation_is_exact_on_nodes() {
  compute::Random random(8);
  for (const std::size_t nodes : {1u, 2u, 5u, 32u}) {
    std::vector<Complex> row(nodes);
    for (Complex& value : row) value = random.complex_normal();
    std::vector<Complex> modes(nodes);
    ring::modes_of_row(row, modes);
    for (const std::size_t each : {1u, 3u, 8u}) {
      std::vector<Complex> out(nodes * each);
      ring::wave_of_modes(modes, out);
      for (std::size_t j = 0; j < nodes; ++j) QVERIFY(std::abs(out[j * each] - row[j]) < 1e-13);
    }
    std::vector<Complex> out(13);  // between nodes: the sum over wavenumbers 0..M-1
    ring::wave_of_modes(modes, out);
    for (std::size_t s = 0; s < out.size(); ++s) {
      Complex sum = 0.0;
      for (std::size_t m = 0; m < nodes; ++m)
        for (std::size_t j = 0; j < nodes; ++j)
          sum += row[j] * std::polar(1.0 / static_cast<double>(nodes),
                                     2.0 * kPi * static_cast<double>(m) *
                                         (static_cast<double>(j) / static_cast<double>(nodes) -
                                          static_cast<double>(s) / 13.0));
      QVERIFY(std::abs(out[s] - sum) < 1e-13);
    }
  }
}

void TestRingAnalysis::unstable_field_is_cut() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({Complex(1.0, 2.0), Complex(-1.0, 3.0)}, 1.0);
  scenario.resolution.steps = 1000;  // e^t passes 1e150 at t = 346
  const auto result = ring::analyse_ring(scenario, backend, progress);
  QVERIFY(result.steps > 330 && result.steps < 350);
  QCOMPARE(result.field.size(), size(2 * result.steps));
  QCOMPARE(result.output.size(), size(result.steps));
  QCOMPARE(result.target_output.size(), size(result.steps));
  const auto json = ring::to_json(result);
  QVERIFY(all_finite(json));
  QVERIFY(!has_null(json.at("field")));
  bool says_cut = false;
  for (const std::string note : json.at("notes"))
    says_cut |= note.find("cut at step") != std::string::npos;
  QVERIFY(says_cut);
  scenario.resolution.first_step = 5000;  // gone before the window
  const auto gone = ring::analyse_ring(scenario, backend, progress);
  QCOMPARE(gone.steps, 0);
  QVERIFY(all_finite(ring::to_json(gone)));
}

void TestRingAnalysis::json_has_every_field() {
  DirectBackend backend;
  CountingProgress progress;
  Scenario scenario;
  scenario.model.pairs = 4;
  scenario.resolution.steps = 6;
  const auto result = ring::analyse_ring(scenario, backend, progress);
  QCOMPARE(progress.last_fraction(), 1.0);
  const auto json = ring::to_json(result);
  QCOMPARE(json.at("nodes").get<int>(), 4);
  QCOMPARE(json.at("steps").get<int>(), 6);
  for (const char* part : {"re", "im"}) {
    QCOMPARE(json.at("field").at(part).size(), std::size_t{6});
    QCOMPARE(json.at("field").at(part).at(0).size(), std::size_t{4});
    QCOMPARE(json.at("coupling").at(part).size(), std::size_t{4});
  }
  for (const char* key : {"input", "output", "target_output"})
    QCOMPARE(json.at(key).size(), std::size_t{6});
  for (const char* key : {"wavenumber", "frequency", "damping", "phase_velocity", "group_velocity"})
    QCOMPARE(json.at("dispersion").at(key).size(), std::size_t{4});
  QVERIFY(json.at("dispersion").at("phase_velocity").at(0).is_null());
  QCOMPARE(json.at("notes").size(), result.notes.size() + 2);  // why the two nulls
  QVERIFY(all_finite(json));
  const auto table = ring::main_table(result);
  QCOMPARE(table.names.size(), std::size_t{4 + 2 * 4});
  for (const auto& column : table.columns) QCOMPARE(column.size(), std::size_t{6});
}

void TestRingAnalysis::preview_and_sameness() {
  Scenario scenario;
  QCOMPARE(ring::coarse_ring(scenario), scenario);
  scenario.model.pairs = 4096;
  scenario.resolution.steps = 65536;
  QVERIFY(ring::coarse_ring(scenario).resolution.steps <= 256);
  Scenario other = scenario;
  other.resolution.frequencies = 7;
  other.refinement.tones = 3;
  QVERIFY(ring::same_ring(scenario, other));
  other.input = StepInput{2};
  QVERIFY(!ring::same_ring(scenario, other));
}

void TestRingAnalysis::can_be_cancelled() {
  DirectBackend backend;
  Scenario scenario = seeded_scenario(Init::Lin, 4);
  scenario.resolution.first_step = 1000000;
  CountingProgress counting;
  ring::analyse_ring(scenario, backend, counting);
  QVERIFY(counting.count() >= 4);  // a look a piece of the steps before the window
  CountingProgress cancels(3);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled, ring::analyse_ring(scenario, backend, cancels));
}

QTEST_APPLESS_MAIN(TestRingAnalysis)
#include "test_ring_analysis.moc"
