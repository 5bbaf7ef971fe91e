// What is said of a spectrum beside its values: the gap to the response, the looks of the
// eigenvectors, the matrices as pictures; and windows too long for all values.
#include <QtTest>

#include "core/compute/random.hpp"
#include "core/spectrum/kernel_spectrum.hpp"
#include "core/spectrum/spectrum_summary.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

constexpr double kRounding = 1e-12;  // sums of a few hundred terms

std::vector<double> noise(std::size_t count) {
  compute::Random random(9);
  std::vector<double> values(count);
  for (double& value : values) value = random.normal();
  return values;
}

std::vector<double> wave(std::size_t length, double omega) {
  std::vector<double> values(length);
  for (std::size_t t = 0; t < length; ++t)
    values[t] = std::sin(omega * (static_cast<double>(t) + 0.5));
  return values;
}

/// Block means of the whole matrix, element by element.
std::vector<double> plain_means(const std::vector<double>& h, int cells, bool of_kernel) {
  const std::size_t n = h.size(), c = static_cast<std::size_t>(cells);
  std::vector<double> out(c * c, 0.0), counts(c * c, 0.0);
  const auto block = [&](std::size_t i) {
    std::size_t b = 0;
    while ((b + 1) * n / c <= i) ++b;
    return b;
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double entry = !of_kernel && i >= j ? h[i - j] : 0.0;
      for (std::size_t k = std::max(i, j); of_kernel && k < n; ++k)
        entry += h[k - i] * h[k - j] / static_cast<double>(n);
      out[block(i) * c + block(j)] += entry;
      counts[block(i) * c + block(j)] += 1.0;
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] /= counts[i];
  return out;
}

}  // namespace

class TestSpectrumParts : public QObject {
  Q_OBJECT
 private slots:
  void gap_of_two_lists() {
    const auto gap = spectrum::spectrum_gap(std::vector{3.0, 2.0, 0.1}, std::vector{4.0, 2.0, 1.0});
    QVERIFY(gap.has_value());
    QVERIFY(std::abs(gap->relative - 1.9 / 7.0) < kRounding);
    QVERIFY(std::abs(gap->largest - 0.25) < kRounding);
    QCOMPARE(gap->rank, 1);
    QCOMPARE(gap->without_partner, std::optional<int>(1));
    const auto some = spectrum::spectrum_gap(std::vector{4.0, 1.0}, std::vector{4.0, 2.0, 1.0});
    QVERIFY(std::abs(some->relative - 1.0 / 6.0) < kRounding);
    QVERIFY(!some->without_partner);  // the smaller ones are not known
    const double nan = std::nan("");
    const auto pole = spectrum::spectrum_gap(std::vector{3.0, 2.0}, std::vector{nan, 2.0});
    QCOMPARE(pole->relative, 0.0);
    QVERIFY(!spectrum::spectrum_gap({}, {}));
    QVERIFY(!spectrum::spectrum_gap(std::vector{0.0, 0.0}, std::vector{0.0, 0.0}));
  }

  void zeros_outside_the_circle_have_no_partner() {
    // h = 1, -3 has its zero at z = 3: one value falls like 3^-L; with 1, -1/3 none does. Poles at
    // 0.5 are far from both.
    DirectBackend backend;
    compute::Progress progress;
    for (const double zero : {3.0, 1.0 / 3.0}) {
      // y = x + D u with c bbar = 0.5 - zero at the pole 0.5 and D = 1: (1 - zero z^-1)/(1 -
      // z^-1/2)
      Scenario scenario =
          explicit_scenario({std::log(0.5)}, 1.0, {}, {Complex((0.5 - zero) / 0.5)});
      scenario.model.conjugate = false;
      scenario.discretisation.rule = Rule::EulerB;
      scenario.model.D = 1.0 - (0.5 - zero) / 0.5;
      scenario.resolution.spectrum_length = 40;
      const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
      QVERIFY(result.gap.has_value());
      QCOMPARE(result.gap->without_partner, std::optional<int>(zero > 1.0 ? 1 : 0));
    }
  }

  void the_gap_closes_with_the_window() {
    DirectBackend backend;
    compute::Progress progress;
    double before = 1.0;
    for (const int length : {32, 128, 512}) {
      Scenario scenario = explicit_scenario({{-0.1, 0.4}, {-0.2, 1.7}}, 1.0);
      scenario.resolution.spectrum_length = length;
      const auto gap = spectrum::analyse_spectrum(scenario, backend, progress).gap;
      QVERIFY(gap.has_value() && gap->relative < 0.5 * before);
      before = gap->relative;
    }
  }

  void vectors_are_told_by_time_and_frequency() {
    std::vector<double> step(100, 0.0);
    step[30] = -1.0;
    const auto one = spectrum::eigenvector_facts(step);
    QVERIFY(std::abs(one.time_spread - 1.0) < kRounding);
    QVERIFY(std::abs(one.frequency_spread - kPi) < kRounding);
    const auto flat = spectrum::eigenvector_facts(std::vector<double>(100, 0.1));
    QVERIFY(std::abs(flat.time_spread - 100.0) < 1e-9);
    QCOMPARE(flat.peak_omega, 0.0);
    // sum sin^4 = 3L/8 over whole turns; the band of a cut sinusoid is 2 pi/L times
    // 1/integral of sinc^4 = 3/2.
    const auto sine = spectrum::eigenvector_facts(wave(200, 0.2 * kPi));
    QVERIFY(std::abs(sine.time_spread - 400.0 / 3.0) < 1e-9);
    QVERIFY(std::abs(sine.peak_omega - 0.2 * kPi) < kPi / 1024);  // half a bin of the padded one
    QVERIFY(std::abs(sine.frequency_spread - 3.0 * kPi / 200.0) < 0.02 * sine.frequency_spread);
    const auto last = spectrum::eigenvector_facts(std::vector{1.0, -1.0, 1.0, -1.0});
    QVERIFY(std::abs(last.peak_omega - kPi) < kRounding);
    const auto nothing = spectrum::eigenvector_facts(std::vector<double>(5, 0.0));
    QVERIFY(std::isnan(nothing.time_spread) && std::isnan(nothing.frequency_spread));
    QCOMPARE(spectrum::eigenvector_facts(std::vector{2.0}).time_spread, 1.0);
  }

  void pictures_hold_block_means() {
    const compute::Progress progress;
    for (const std::size_t length : {1u, 2u, 7u, 20u, 41u}) {
      const std::vector<double> h = noise(length);
      for (const int most : {1, 5, 256}) {
        const auto t = spectrum::toeplitz_picture(h, most);
        const auto k = spectrum::kernel_picture(h, static_cast<int>(length), progress, most);
        QCOMPARE(t.cells, std::min(most, static_cast<int>(length)));
        QVERIFY(std::abs(t.steps * t.cells - static_cast<double>(length)) < kRounding);
        QVERIFY(largest_difference(t.values, plain_means(h, t.cells, false)) < kRounding);
        QVERIFY(largest_difference(k.values, plain_means(h, k.cells, true)) < kRounding);
      }
    }
    QCOMPARE(spectrum::toeplitz_picture({}).cells, 0);
    QVERIFY(spectrum::kernel_picture({}, 1, progress).values.empty());
  }

  void long_windows_give_the_largest_alone() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario = explicit_scenario({{-0.05, 0.4}, {-0.1, 1.7}}, 1.0);
    scenario.resolution.spectrum_length = 2600;
    const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
    QVERIFY(result.largest_only);
    QCOMPARE(result.eigenvalues.size(), std::size_t{32});
    QCOMPARE(result.target_singular_values.size(), std::size_t{32});
    QCOMPARE(result.response_squared_sorted.size(), std::size_t{2600});
    QCOMPARE(result.facts.size(), std::size_t{32});
    QCOMPARE(result.nearest_mode.front(), std::optional<int>(0));
    QVERIFY(result.gap && !result.gap->without_partner);
    QVERIFY(!result.notes.empty());
    const auto json = spectrum::to_json(result);
    QVERIFY(all_finite(json));
    QCOMPARE(json.at("time_spread").size(), std::size_t{32});
    const auto summary = spectrum::summarise(result);
    QVERIFY(summary.known_share > 0.0 && summary.known_share < 0.9);
    QVERIFY(!summary.all_leading_known);
    QCOMPARE(summary.leading, 32);
  }

  void the_trace_is_the_sum() {
    DirectBackend backend;
    compute::Progress progress;
    Scenario scenario;
    scenario.resolution.spectrum_length = 150;
    const auto result = spectrum::analyse_spectrum(scenario, backend, progress);
    const double sum = std::accumulate(result.eigenvalues.begin(), result.eigenvalues.end(), 0.0);
    QVERIFY(std::abs(result.trace - sum) < kRounding * sum);
    QCOMPARE(result.kernel.cells, 150);
    double diagonal = 0.0;
    for (std::size_t i = 0; i < 150; ++i) diagonal += result.kernel.values[i * 151];
    QVERIFY(std::abs(diagonal - sum) < kRounding * sum);
  }
};

QTEST_APPLESS_MAIN(TestSpectrumParts)
#include "test_spectrum_parts.moc"
