// What spectra and frequency responses say in a few numbers.
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/spectrum/frequency_summary.hpp"
#include "core/spectrum/spectrum_summary.hpp"

using namespace ssmscope;

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
}

class TestSummaries : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void leading_eigenvalues_hold_their_share() {
    QCOMPARE(spectrum::leading_count(std::vector{3.0, 1.0}, 0.75), 1);
    QCOMPARE(spectrum::leading_count(std::vector{3.0, 1.0}, 0.76), 2);
    QCOMPARE(spectrum::leading_count(std::vector{0.0, 0.0}, 0.9), 0);
    QCOMPARE(spectrum::leading_count(std::vector{kNaN}, 0.9), 0);
  }

  void the_nearest_frequency_is_never_undefined() {
    QVERIFY(!spectrum::nearest_frequency({}, 1.0).has_value());
    QCOMPARE(spectrum::nearest_frequency(std::vector{kNaN, 3.0, 1.2}, 1.0), std::optional<int>(2));
    QVERIFY(spectrum::is_steady(1e-12) && !spectrum::is_steady(1e-3));
  }

  void the_response_of_an_unstable_model_bounds_nothing() {
    spectrum::SpectrumResult result;
    QVERIFY(std::isnan(spectrum::summarise(result).edge_ratio));
    result.eigenvalues = {2.5, 0.1};
    result.response_squared_sorted = {0.625, 0.1};
    spectrum::SpectrumSummary now = spectrum::summarise(result);
    QCOMPARE(now.edge_ratio, 4.0);
    QVERIFY(now.above_edge && !now.unbounded);
    result.stable = false;
    QVERIFY(spectrum::summarise(result).unbounded);
    // Below |H|² too: a pole that grows slowly makes |H| as high as one likes.
    result.eigenvalues.front() = 0.5;
    now = spectrum::summarise(result);
    QVERIFY(!now.above_edge && now.unbounded);
    result.stable = true;
    QVERIFY(!spectrum::summarise(result).unbounded);
  }

  void a_response_that_passes_all_alike_prefers_none() {
    spectrum::FrequencyResult result;
    QVERIFY(!spectrum::summarise(result).flat);  // zero
    result.omega = {1.0, 2.0, 3.0};
    result.dc_gain = -0.2;
    result.response = {Complex(0.0, 0.2), Complex(0.2, 0.0), Complex(0.0, -0.19999)};
    QVERIFY(spectrum::summarise(result).flat);
    result.response[1] = 0.19;
    QVERIFY(!spectrum::summarise(result).flat);
    result.response[1] = kNaN;
    QVERIFY(!spectrum::summarise(result).flat);
  }

  void equal_eigenvalues_have_no_strongest() {
    spectrum::SpectrumResult result;
    QVERIFY(!spectrum::summarise(result).alike);
    result.eigenvalues = {0.5, 0.5 * (1.0 - 1e-14), 0.5 * (1.0 - 2e-14)};
    QVERIFY(spectrum::summarise(result).alike);
    result.eigenvalues.back() = 0.49;
    QVERIFY(!spectrum::summarise(result).alike);
    result.eigenvalues.assign(2, std::numeric_limits<double>::quiet_NaN());
    QVERIFY(!spectrum::summarise(result).alike);
  }

  void peak_and_half_power() {
    spectrum::FrequencyResult result;
    result.dc_gain = -1.0;
    result.omega = {0.1, 0.2, 0.3, 0.4};
    result.response = {2.0, Complex(0.0, 4.0), 3.0, 2.0};
    result.modes.resize(3);
    result.modes[1].readout.aliased = true;
    const spectrum::FrequencySummary now = spectrum::summarise(result);
    QCOMPARE(now.peak_omega, 0.2);
    QCOMPARE(now.peak_gain, 4.0);
    QCOMPARE(now.half_power_omega, 0.4);  // 2 squared is at most half of 4 squared; 3 is not
    QCOMPARE(now.aliased, 1);
    result.response = {0.5, kNaN, 0.9, 0.8};
    const spectrum::FrequencySummary slow = spectrum::summarise(result);
    QCOMPARE(slow.peak_omega, 0.0);
    QCOMPARE(slow.peak_gain, 1.0);
    QCOMPARE(slow.half_power_omega, 0.1);
  }

  void modes_appear_where_the_poles_turn() {
    compute::Pool pool(1);
    const auto cpu = compute::make_cpu_backend(pool);
    compute::Progress progress;
    Scenario scenario;  // S4D-Lin: mode m at pi m delta
    scenario.model.pairs = 8;
    scenario.resolution.spectrum_length = 16;
    const auto result = spectrum::analyse_spectrum(scenario, *cpu, progress);
    QCOMPARE(result.mode_omega.size(), std::size_t{8});
    constexpr double kRounding = 1e-14;
    for (std::size_t m = 0; m < 8; ++m) {
      const double expected = std::numbers::pi * static_cast<double>(m) * 0.01;
      QVERIFY(std::abs(result.mode_omega[m] - expected) < kRounding);
    }
  }
};

QTEST_APPLESS_MAIN(TestSummaries)
#include "test_summaries.moc"
