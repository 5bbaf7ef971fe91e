// The built-in presets: complete scenarios whose stories are true.
#include <QtTest>
#include <filesystem>
#include <map>
#include <set>

#include "core/data/signals.hpp"
#include "core/memory/memory_analysis.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"
#include "tests/core/compute/models.hpp"

using namespace ssmscope;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(SSMSCOPE_SOURCE_DIR) / "resources" / "presets";

std::map<std::string, Scenario> all_presets() {
  std::map<std::string, Scenario> presets;
  for (const auto& entry : fs::directory_iterator(kFolder))
    presets[entry.path().stem().string()] = load_scenario(entry.path());
  return presets;
}

Scenario preset(const std::string& name) { return load_scenario(kFolder / (name + ".json")); }

Scenario ruled(Scenario scenario, Rule rule) {
  scenario.discretisation.rule = rule;
  return scenario;
}

std::vector<ssm::ModeReadout> readouts(const Scenario& s) {
  const auto model = target::scenario_model(s);
  return ssm::mode_readouts(model.continuous, model.discrete, s.discretisation.rule,
                            s.discretisation.delta);
}

long aliased(const Scenario& s) {
  return std::ranges::count_if(readouts(s), [](const auto& mode) { return mode.aliased; });
}

/// States of all modes after the steps 0 .. last, straight from the recurrence.
ComplexList state_after(const Scenario& s, std::size_t last) {
  const auto model = target::scenario_model(s).discrete;
  const auto input = data::input_signal(s.input, 0, last + 1);
  ComplexList x(model.modes(), 0.0);
  for (const double u : input)
    for (std::size_t m = 0; m < x.size(); ++m) x[m] = model.abar[m] * x[m] + model.bbar[m] * u;
  return x;
}

/// |r_j| of the ring r = F x, modes by ascending Im lambda (MATHS section 2).
std::vector<double> ring_after(const Scenario& s, std::size_t last) {
  const auto model = target::scenario_model(s).continuous;
  const auto x = state_after(s, last);
  std::vector<std::size_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return model.lambda[i].imag(); });
  const auto nodes = static_cast<double>(x.size());
  std::vector<double> ring(x.size());
  for (std::size_t j = 0; j < ring.size(); ++j) {
    Complex sum = 0.0;
    for (std::size_t m = 0; m < x.size(); ++m)
      sum += x[order[m]] *
             std::polar(1.0, -2.0 * M_PI * static_cast<double>(j * m % x.size()) / nodes);
    ring[j] = std::abs(sum) / std::sqrt(nodes);
  }
  return ring;
}

double relative_mse(const Scenario& s) {
  const auto model = target::scenario_model(s).discrete;
  const auto rho = target::memory_function(s.target);
  ComplexList term(model.modes());
  for (std::size_t m = 0; m < term.size(); ++m) term[m] = model.c[m] * model.bbar[m];
  double error = 0.0, energy = 0.0;
  for (std::size_t l = 0; l < rho.size(); ++l) {
    double h = l == 0 ? model.d : 0.0;
    for (std::size_t m = 0; m < term.size(); ++m) {
      h += model.factor * term[m].real();
      term[m] *= model.abar[m];
    }
    error += (h - rho[l]) * (h - rho[l]);
    energy += rho[l] * rho[l];
  }
  return error / energy;
}

memory::FreeFit fitted(const std::vector<double>& rho, int pairs) {
  compute::Progress progress;
  return memory::free_fit(rho, pairs, {}, progress);
}

double free_error(const std::vector<double>& rho, int pairs) {
  return fitted(rho, pairs).relative_mse;
}

constexpr double kHeights = 5e-4;  // MATHS section 2 gives the pulse's heights to three decimals

}  // namespace

class TestPresets : public QObject {
  Q_OBJECT

 private slots:
  void are_complete_scenarios_with_a_story() {
    const auto presets = all_presets();
    QVERIFY(presets.size() >= 11);
    QVERIFY(preset("00-default") == Scenario{});
    std::set<std::string> titles;
    for (const auto& [name, scenario] : presets) {
      if (name == "00-default") continue;
      const auto line = scenario.note.find('\n');
      QVERIFY2(!scenario.title.empty() && titles.insert(scenario.title).second, name.c_str());
      QVERIFY2(line != std::string::npos && scenario.note[line - 1] == '.', name.c_str());
      QVERIFY2(scenario.note.substr(line + 1).starts_with("Try this: "), name.c_str());
      QVERIFY2(scenario.note.ends_with('.'), name.c_str());
    }
    // Nothing is left to a default that could change.
    for (const auto& [name, scenario] : presets) {
      const auto text = read_whole_file(kFolder / (name + ".json"), 1 << 20);
      QCOMPARE(text, scenario_to_json(scenario, kFolder).dump(2) + "\n");
    }
  }

  void a_pulse_laps_the_ring() {
    const Scenario s = preset("01-pulse-laps-the-ring");
    const double delta = s.discretisation.delta;  // Euler-B: bbar = delta
    const std::map<std::size_t, double> heights = {
        {0, 5.657}, {1, 5.483}, {8, 4.406}, {16, 3.431}, {32, 2.081}};
    for (const auto& [t, height] : heights) {
      const auto ring = ring_after(s, t);
      for (std::size_t j = 0; j < ring.size(); ++j)
        QVERIFY(std::abs(ring[j] / delta - (j == t % 32 ? height : 0.0)) < kHeights);
    }
  }

  void words_run_round_the_ring() {
    const Scenario s = preset("14-words-on-the-ring");
    const auto& text = std::get<TextInput>(s.input).text;
    QVERIFY(static_cast<int>(text.size()) <= s.resolution.steps);
    QCOMPARE(2.0 / s.discretisation.delta, 64.0);  // steps a lap
    // The spaces are the largest pushes, down.
    double letters = 0.0, spaces = 1.0;
    for (const char c : text) {
      const double u = std::abs(data::text_sample(static_cast<unsigned char>(c)));
      if (c == ' ') spaces = std::min(spaces, u);
      if (std::islower(static_cast<unsigned char>(c)) != 0) letters = std::max(letters, u);
    }
    QVERIFY(spaces > 3.0 * letters);
  }

  void inv_disperses() {
    const Scenario s = preset("02-inv-disperses");
    const std::map<std::size_t, double> heights = {{0, 5.66}, {1, 3.59}, {8, 1.72}, {16, 1.25}};
    for (const auto& [t, height] : heights) {
      const auto ring = ring_after(s, t);
      constexpr double kTwoDecimals = 5.1e-3;
      QVERIFY(std::abs(std::ranges::max(ring) / s.discretisation.delta - height) < kTwoDecimals);
    }
  }

  void aliasing() {
    Scenario s = preset("03-aliasing");
    QCOMPARE(aliased(s), 21L);
    s.discretisation.delta = 0.0322;
    QCOMPARE(aliased(s), 0L);
    s.discretisation.delta = 0.0324;
    QVERIFY(aliased(s) > 0);
  }

  void explicit_euler_explodes() {
    Scenario s = preset("04-explicit-euler-explodes");
    const auto growing = [](const Scenario& scenario) {
      const auto model = target::scenario_model(scenario).discrete;
      return std::ranges::count_if(model.abar, [](Complex a) { return std::abs(a) >= 1.0; });
    };
    QCOMPARE(growing(s), 28L);
    QCOMPARE(growing(ruled(s, Rule::BackwardEuler)), 0L);
    QCOMPARE(growing(ruled(s, Rule::Zoh)), 0L);
    s.discretisation.delta = 1e-4;
    QCOMPARE(growing(s), 0L);
  }

  void euler_b_has_the_wrong_gain() {
    const Scenario s = preset("05-euler-b-wrong-gain");
    const auto gain = [](const Scenario& scenario) {
      return test::response_at(target::scenario_model(scenario).discrete, 0.0).value.real();
    };
    constexpr double kSevenDecimals = 5e-8;
    QVERIFY(std::abs(gain(s) - 0.1252970) < kSevenDecimals);
    QVERIFY(std::abs(gain(ruled(s, Rule::Zoh)) - 0.0625) < kSevenDecimals);
    Scenario fine = s;
    fine.discretisation.delta = 0.01;
    QVERIFY(gain(fine) / 0.0625 < 1.09);
  }

  /// The figures of MATHS section 6, best found.
  void one_mode_against_the_polynomial() {
    const Scenario s = preset("06-one-mode-against-the-polynomial");
    QCOMPARE(s.fit.pairs, 1);
    const auto rho = target::memory_function(s.target);
    const double one = free_error(rho, 1);
    QVERIFY(one > 0.032 && one < 0.034);
    QVERIFY(free_error(rho, 2) < 1e-3);
    QVERIFY(free_error(rho, 4) < 1e-6);
    // "too low early and late"
    const auto fit = fitted(rho, 1).values;
    QVERIFY(fit.front() < rho.front() && fit.back() < rho.back());
  }

  void four_modes_against_the_impulse() {
    const Scenario s = preset("07-four-modes-against-the-impulse");
    QCOMPARE(s.fit.pairs, 4);
    const double error = free_error(target::memory_function(s.target), 4);
    QVERIFY(error > 0.87 && error < 0.9);
  }

  void a_heartbeat_laps_in_a_third_of_a_second() {
    const Scenario s = preset("08-ecg-on-the-ring");
    const double lap = 2.0 / s.discretisation.delta;  // steps, MATHS section 2
    QCOMPARE(lap, 128.0);
    QVERIFY(std::abs(lap / data::kEcgSamplesPerSecond - 1.0 / 3.0) < 0.03);
  }

  void every_pixel_has_a_node_of_its_own() {
    const Scenario s = preset("09-handwritten-digit");
    const auto pixels = data::input_signal(s.input, 0, 64);
    const auto ring = ring_after(s, 63);
    const double scale = std::sqrt(64.0) * s.discretisation.delta;
    constexpr double kRounding = 1e-12;
    for (std::size_t p = 0; p < 64; ++p) {  // pixel p has travelled 63 - p nodes
      const auto age = static_cast<double>(63 - p);
      const double expected = scale * pixels[p] * std::exp(-0.5 * s.discretisation.delta * age);
      QVERIFY(std::abs(ring[63 - p] - expected) < kRounding);
    }
  }

  void legs_remembers_what_lin_misses() {
    Scenario s = preset("10-legs-memory");
    QVERIFY(relative_mse(s) < 2e-6);
    s.model.init = Init::Lin;
    QVERIFY(relative_mse(s) > 0.09);
  }

  void bilinear_warps() {
    const Scenario s = preset("11-bilinear-warps");
    const auto modes = readouts(s);
    constexpr double kTwoDecimals = 5e-3;
    QVERIFY(std::abs(modes[31].radians_per_step - 4.87) < kTwoDecimals);
    QVERIFY(std::abs(modes[31].appears_at - 2.36) < kTwoDecimals);
    QCOMPARE(aliased(s), 0L);
    QVERIFY(aliased(ruled(s, Rule::Zoh)) > 0);
  }

  void overlapping_modes_nearly_cancel() {
    const Scenario s = preset("12-overlapping-modes");
    const auto model = target::scenario_model(s).discrete;
    const auto gram = ssm::energy_gram(model);
    constexpr double kSevenDecimals = 5e-8;
    QVERIFY(std::abs(gram[0] - 0.0199458) < kSevenDecimals);
    QVERIFY(std::abs(gram[3] - 0.0199435) < kSevenDecimals);
    QVERIFY(std::abs(ssm::kernel_energy(model) - 0.0032916) < kSevenDecimals);
  }

  void a_mode_grows_by_a_hundredth_a_step() {
    const Scenario s = preset("13-unstable-mode");
    const auto model = target::scenario_model(s);
    QVERIFY(!ssm::is_stable(model.discrete));
    QVERIFY(std::abs(std::abs(model.discrete.abar[1]) - std::exp(0.01)) < 1e-15);
  }
};

QTEST_APPLESS_MAIN(TestPresets)
#include "test_presets.moc"
