// The decoder of a scenario as a whole: against the definitions, at its sizes, on its way out.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "core/data/signals.hpp"
#include "core/ring/decoder_analysis.hpp"
#include "core/ring/interaction.hpp"
#include "core/scenario/check.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

constexpr double kRounding = 1e-11;  // two orders of summation over a window

Scenario small(Activation activation) {
  Scenario s;
  s.model.pairs = 6;
  s.model.C = Seeded{3};
  s.model.D = 0.25;
  s.input = NoiseInput{5, 1.0};
  s.resolution.steps = 60;
  s.resolution.kernel_length = 128;
  s.decoder.activation = activation;
  s.decoder.channels = 3;
  s.decoder.lags = 12;
  s.decoder.keep = 2;
  s.decoder.weights = std::vector<double>{0.5, -1.0, 2.0};
  check(s);
  return s;
}

class Analyser : public test::OnCpu {
 public:
  Analyser() : OnCpu(1) {}
  DecoderResult operator()(const Scenario& scenario) {
    compute::Progress progress;
    return analyse_decoder(scenario, backend(), progress);
  }
};

/// y of a channel over the window, by the definitions from step 0 on.
std::vector<double> plain_output(const ssm::DiscreteModel& model, const Scenario& s) {
  const auto first = static_cast<std::size_t>(s.resolution.first_step);
  const auto all = first + static_cast<std::size_t>(s.resolution.steps);
  test::DirectBackend direct;
  compute::Progress progress;
  std::vector<double> y(all);
  direct.response(model.batch(), all, data::input_signal(s.input, 0, all), {}, y, progress);
  return {y.begin() + static_cast<std::ptrdiff_t>(first), y.end()};
}

}  // namespace

class TestDecoderAnalysis : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void outputsAreThoseOfTheDefinitions_data() {
    QTest::addColumn<int>("first");
    for (const int first : {0, 1, 777}) QTest::addRow("from step %d", first) << first;
  }
  void outputsAreThoseOfTheDefinitions() {
    QFETCH(int, first);
    Scenario s = small(Activation::Gelu);
    s.resolution.first_step = first;
    const auto result = Analyser()(s);
    std::vector<double> f(60);
    for (std::size_t h = 0; h < 3; ++h) {
      const auto y = plain_output(result.layer().channel(h), s);
      for (std::size_t t = 0; t < y.size(); ++t) {
        QVERIFY(std::abs(result.y[h * 60 + t] - y[t]) <= kRounding * 10.0);
        f[t] += result.network.weights[h] * activate(Activation::Gelu, y[t]);
      }
    }
    QVERIFY(test::largest_difference(result.read_out, f) <= 100 * kRounding);
    QVERIFY(result.agreement.holds());
    QCOMPARE(result.agreement.steps, static_cast<std::size_t>(first + 60));
  }

  void theFirstChannelIsTheModel() {
    const Scenario s = small(Activation::Tanh);
    const auto result = Analyser()(s);
    const auto model = target::scenario_model(s).discrete;
    QVERIFY(test::largest_difference(result.layer().channel(0).c, model.c) == 0.0);
    // The others are as loud over the lags of the map.
    for (std::size_t h = 1; h < 3; ++h) {
      double own = 0.0, first = 0.0;
      for (std::size_t l = 0; l < result.lags; ++l) {
        const double direct = l == 0 ? model.d : 0.0;
        own += std::pow(result.kernels[h * result.lags + l] - direct, 2);
        first += std::pow(result.kernels[l] - direct, 2);
      }
      QVERIFY(std::abs(own / first - 1.0) <= kRounding);
    }
  }

  void mapsAtEachStepAreOfThatStep() {
    const auto result = Analyser()(small(Activation::Gelu));
    QVERIFY(result.moves());
    for (const std::size_t row : {std::size_t{0}, std::size_t{17}, std::size_t{59}}) {
      std::vector<double> y, hessian(9);
      for (std::size_t h = 0; h < 3; ++h) y.push_back(result.y[h * 60 + row]);
      output_hessian(result.layer(), result.network.weights, y, hessian);
      const auto maps = maps_at(result, row);
      QCOMPARE(maps.lag_map, lag_interaction(result.kernels, result.lags, hessian));
      QCOMPARE(maps.strength, mode_strength(result.layer().c, 6, 2.0, hessian));
    }
    QCOMPARE(maps_at(result, 59).energy, result.maps.energy);
  }

  void meanPoolingIsTheMeanOfTheSteps() {
    Scenario s = small(Activation::Tanh);
    const auto last = Analyser()(s);
    s.decoder.pooling = Pooling::Mean;
    const auto mean = Analyser()(s);
    double sum = 0.0;
    for (std::size_t t = 0; t < 60; ++t) {
      sum += last.read_out[t];
      QVERIFY(std::abs(mean.read_out[t] - sum / static_cast<double>(t + 1)) <= kRounding);
    }
    std::vector<double> energy(36);
    for (std::size_t t = 0; t < 60; ++t) {
      const auto maps = maps_at(last, t);
      for (std::size_t i = 0; i < 36; ++i) energy[i] += maps.energy[i] / 60.0;
    }
    QVERIFY(test::largest_difference(mean.maps.energy, energy) <= kRounding);
    QCOMPARE(maps_at(mean, 3).lag_map, mean.maps.lag_map);  // the same at every step
  }

  void aLinearDecoderDoesNotInteract() {
    const auto result = Analyser()(small(Activation::Identity));
    for (const double value : result.maps.lag_map) QCOMPARE(value, 0.0);
    for (const double value : result.maps.strength) QCOMPARE(value, 0.0);
    for (const double value : result.maps.energy) QCOMPARE(value, 0.0);
  }

  void sizes_data() {
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("steps");
    QTest::newRow("one mode, two steps") << 1 << 2;
    QTest::newRow("odd") << 7 << 33;
    QTest::newRow("more modes than are mapped") << kMostMapped + 3 << 8;
    QTest::newRow("more modes than are pruned") << 1025 << 4;
    QTest::newRow("more states than are kept") << 300 << 16384;
  }
  void sizes() {
    QFETCH(int, pairs);
    QFETCH(int, steps);
    Scenario s = small(Activation::Gelu);
    s.model.pairs = pairs;
    s.resolution.steps = steps;
    check(s);
    const auto result = Analyser()(s);
    QCOMPARE(result.steps, static_cast<std::size_t>(steps));
    QCOMPARE(result.lags, std::min<std::size_t>(12, result.steps));
    QCOMPARE(result.maps.lag_map.size(), result.lags * result.lags);
    const auto mapped = static_cast<std::size_t>(std::min(pairs, kMostMapped));
    QCOMPARE(result.maps.strength.size(), mapped * mapped);
    QVERIFY(test::all_finite(to_json(result)));
    const auto y = plain_output(result.layer().channel(0), s);
    QVERIFY(std::abs(result.y[result.steps - 1] - y.back()) <= 1e-9);
  }

  void anUnstableModelIsCutAndSaid() {
    Scenario s = test::explicit_scenario({{40.0, 3.0}}, 0.1);
    s.input = StepInput{0};
    s.resolution.steps = 512;
    const auto result = Analyser()(s);
    QVERIFY(result.steps > 10 && result.steps < 100);
    QCOMPARE(result.y.size(), result.steps);
    QVERIFY(test::all_finite(to_json(result)));
    const auto said = [&](const char* words) {
      return std::any_of(result.notes.begin(), result.notes.end(), [&](const std::string& note) {
        return note.find(words) != std::string::npos;
      });
    };
    QVERIFY(said("unstable"));
    QVERIFY(said("is cut at step"));
  }

  void itCanBeCancelledAnywhere() {
    const Scenario s = small(Activation::Gelu);
    Analyser analyser;
    test::CountingProgress whole;
    analyse_decoder(s, analyser.backend(), whole);
    QVERIFY(whole.count() > 5);
    for (long at = 1; at <= whole.count(); at += std::max(1L, whole.count() / 23)) {
      test::CountingProgress progress(at);
      QVERIFY_EXCEPTION_THROWN(analyse_decoder(s, analyser.backend(), progress),
                               compute::Cancelled);
    }
  }

  void whatItReadsMakesAnotherResult() {
    const Scenario s = small(Activation::Gelu);
    Scenario other = s;
    other.refinement.tones = 3;
    other.resolution.frequencies = 77;
    QVERIFY(same_decoder(s, other));
    other.decoder.keep = 3;
    QVERIFY(!same_decoder(s, other));
  }
};

QTEST_GUILESS_MAIN(TestDecoderAnalysis)
#include "test_decoder_analysis.moc"
