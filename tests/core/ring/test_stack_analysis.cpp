// A stack of layers as an explicit operator: against the definitions, step by step, of every
// family.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/norms.hpp"
#include "core/data/signals.hpp"
#include "core/ring/decoder.hpp"
#include "core/ring/scenario_network.hpp"
#include "core/ring/stack_analysis.hpp"
#include "core/ssm/legs.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

constexpr StackFamily kFamilies[] = {StackFamily::S4d, StackFamily::S4, StackFamily::S5,
                                     StackFamily::InTurn};
/// Sums in another order, through a handful of layers.
constexpr double kRounding = 1e-11;

Scenario small(StackFamily family, int layers = 3, int channels = 3) {
  Scenario s;
  s.model.pairs = 4;
  s.model.C = Seeded{3};
  s.discretisation.delta = 0.05;
  s.target.length = 32;
  s.input = NoiseInput{5, 1.0};
  s.resolution.steps = 70;
  s.decoder.channels = channels;
  s.decoder.mixed = true;
  s.decoder.weights = Seeded{2};
  s.stack.family = family;
  s.stack.layers = layers;
  return s;
}

class Analyser : public test::OnCpu {
 public:
  Analyser() : OnCpu(2) {}
  StackResult operator()(const Scenario& scenario) {
    compute::Progress progress;
    return analyse_stack(scenario, backend(), progress);
  }
  Network network(const Scenario& scenario) {
    compute::Progress progress;
    const auto solved = target::Solutions().model(scenario, progress);
    return stack_network(scenario, solved->discrete, backend(), progress);
  }
};

/// One step of a system in long double, by x = Abar x + Bbar u, y = C x + D u.
using Real = long double;
using Long = std::complex<Real>;

std::vector<Real> step_shared(const ssm::DiscreteSharedState& system, std::vector<Long>& x,
                              const std::vector<Real>& u) {
  x.resize(system.modes());
  std::vector<Real> y(system.outputs);
  for (std::size_t m = 0; m < x.size(); ++m) {
    x[m] *= Long(system.abar[m]);
    for (std::size_t i = 0; i < system.inputs; ++i)
      x[m] += Long(system.bbar[m * system.inputs + i]) * u[i];
  }
  for (std::size_t k = 0; k < y.size(); ++k) {
    for (std::size_t m = 0; m < x.size(); ++m)
      y[k] += system.factor * (Long(system.c[k * x.size() + m]) * x[m]).real();
    for (std::size_t i = 0; i < system.inputs; ++i) y[k] += system.d[k * system.inputs + i] * u[i];
  }
  return y;
}

std::vector<Real> step_dense(const ssm::DiscreteDense& system, std::vector<Long>& x,
                             const std::vector<Real>& u) {
  x.resize(system.states);
  std::vector<Long> next(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    for (std::size_t k = 0; k < x.size(); ++k)
      next[n] += Real(system.abar[n * x.size() + k]) * x[k];
    next[n] += Real(system.bbar[n]) * u[0];
  }
  x = next;
  Real y = system.d[0] * u[0];
  for (std::size_t n = 0; n < x.size(); ++n) y += Real(system.c[n]) * x[n].real();
  return {y};
}

/// A layer of the definitions: its states go on from step to step.
class PlainLayer {
 public:
  explicit PlainLayer(const Layer& layer)
      : layer_(layer), states_(std::max(layer.channels, layer.systems.size())) {}

  std::vector<double> step(const std::vector<double>& u) {
    const std::vector<Real> in(u.begin(), u.end());
    std::vector<double> y;
    if (layer_.systems.empty()) {
      for (std::size_t h = 0; h < layer_.channels; ++h) {
        const ssm::DiscreteModel model = layer_.channel(h);
        const ssm::DiscreteSharedState one{1,       1,         model.abar,  model.bbar,
                                           model.c, {model.d}, model.factor};
        add(y, step_shared(one, states_[h], {in[layer_.shared_input ? 0 : h]}));
      }
    }
    for (std::size_t i = 0; i < layer_.systems.size(); ++i) {
      if (const auto* dense = std::get_if<ssm::DiscreteDense>(&layer_.systems[i]))
        add(y, step_dense(*dense, states_[i], {in[layer_.shared_input ? 0 : i]}));
      else
        add(y, step_shared(std::get<0>(layer_.systems[i]), states_[i], in));
    }
    std::vector<double> z(layer_.outputs());
    for (std::size_t k = 0; k < z.size(); ++k)
      for (std::size_t h = 0; h < y.size(); ++h)
        z[k] += layer_.mixing[k * y.size() + h] * activate(layer_.activation, y[h]);
    return z;
  }

 private:
  static void add(std::vector<double>& y, const std::vector<Real>& more) {
    for (const Real value : more) y.push_back(static_cast<double>(value));
  }
  const Layer& layer_;
  std::vector<std::vector<Long>> states_;
};

}  // namespace

class TestStackAnalysis : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyLayerIsThatOfTheDefinitions_data() {
    QTest::addColumn<int>("family");
    for (int i = 0; i < 4; ++i) QTest::addRow("family %d", i) << i;
  }
  void everyLayerIsThatOfTheDefinitions() {
    QFETCH(int, family);
    const Scenario s = small(kFamilies[family]);
    Analyser analyse;
    const StackResult result = analyse(s);
    QCOMPARE(result.steps, std::size_t{70});
    QCOMPARE(result.outputs.size(), std::size_t{3});
    std::vector<PlainLayer> layers;
    for (const Layer& layer : result.network.layers) layers.emplace_back(layer);
    const auto u = data::input_signal(s.input, 0, result.steps);
    QCOMPARE(result.input, u);
    for (std::size_t t = 0; t < result.steps; ++t) {
      std::vector<double> z = {u[t]};
      for (std::size_t i = 0; i < layers.size(); ++i) {
        z = layers[i].step(z);
        const double scale = compute::largest_magnitude(result.outputs[i]);
        for (std::size_t k = 0; k < z.size(); ++k)
          QVERIFY(std::abs(result.outputs[i][k * result.steps + t] - z[k]) <= kRounding * scale);
      }
    }
    QVERIFY(result.agreement.holds());
    QVERIFY(compute::largest_magnitude(result.outputs.back()) > 1e-3);
    QVERIFY(test::all_finite(to_json(result)));
  }

  void contributionsAddUpToTheOutput() {
    for (const StackFamily family : {StackFamily::S4d, StackFamily::S4, StackFamily::S5}) {
      Scenario s = small(family, 1, 2);
      s.decoder.activation = Activation::Identity;
      s.decoder.mixed = false;
      Analyser analyse;
      const StackResult result = analyse(s);
      for (const std::size_t t : {std::size_t{0}, std::size_t{1}, std::size_t{69}}) {
        const auto added = contributions(result, t);
        QCOMPARE(added.size(), t + 1);
        double sum = 0.0;
        for (const double part : added) sum += part;
        QVERIFY(std::abs(sum - result.outputs[0][t]) <=
                kRounding * compute::largest_magnitude(result.outputs[0]));
      }
    }
  }

  void theFirstChannelOfS4dIsTheModel() {
    const Scenario s = small(StackFamily::S4d);
    Analyser analyse;
    compute::Progress progress;
    const auto solved = target::Solutions().model(s, progress);
    std::vector<double> kernel(70);
    analyse.backend().kernel(solved->discrete.batch(), 70, kernel, progress);
    QCOMPARE(analyse(s).kernel, kernel);
  }

  void familiesAreWhatTheySay() {
    Analyser analyse;
    const StackResult turn = analyse(small(StackFamily::InTurn, 4));
    const StackFamily expected[] = {StackFamily::S4d, StackFamily::S4, StackFamily::S5,
                                    StackFamily::S4d};
    for (std::size_t i = 0; i < 4; ++i) QCOMPARE(turn.layers[i].family, expected[i]);
    QCOMPARE(turn.layers[1].states, std::size_t{24});  // 3 channels of 2 x 4 real states
    QCOMPARE(turn.layers[2].states, std::size_t{4});   // one state for all
    QCOMPARE(turn.layers[2].inputs, std::size_t{3});
    // A dense layer is HiPPO-LegS by the scenario's own rule.
    const Network network = analyse.network(small(StackFamily::S4));
    const auto& dense = std::get<ssm::DiscreteDense>(network.layers[0].systems[0]);
    const auto legs =
        ssm::discretise(ssm::legs_dense(std::vector<double>(8, 1.0)), Rule::Zoh, 0.05);
    QCOMPARE(dense.abar, legs.abar);
    QCOMPARE(dense.bbar, legs.bbar);
  }

  void aLargeStackIsCutToWhatCanBeKept() {
    Scenario s = small(StackFamily::S4, 8, 64);
    s.model.pairs = 512;
    s.resolution.steps = 3000;
    QCOMPARE(legs_states(s), std::size_t{90});  // 8 x 64 x 90^2 <= 2^22
    s.decoder.channels = 1;
    s.stack.layers = 1;
    QCOMPARE(legs_states(s), std::size_t{256});
    Analyser analyse;
    const StackResult result = analyse(s);
    QVERIFY(result.steps < 3000);
    const auto said = [&](const char* words) {
      return std::ranges::any_of(result.notes, [&](const std::string& note) {
        return note.find(words) != std::string::npos;
      });
    };
    QVERIFY(said("over its first"));
    QVERIFY(said("256 states"));
  }

  /// Modes all but alike in steps: a fitted C is huge, and the digits that its modes cancel are
  /// lost to both ways alike.
  void whatModesCancelIsSaid() {
    Scenario s = small(StackFamily::S4d, 2, 1);
    s.model.pairs = 32;
    s.model.C = FitToTarget{};
    s.decoder.weights = Ones{};
    s.target.length = 256;
    s.discretisation.delta = 1e-9;
    Analyser analyse;
    const StackResult result = analyse(s);
    QVERIFY(result.agreement.difference > result.agreement.bound);
    QVERIFY(result.agreement.cancellation > 1e3);
    QVERIFY(result.agreement.holds());
    QCOMPARE(analyse(small(StackFamily::S4)).agreement.cancellation, 1.0);
  }

  void anUnstableStackIsCut() {
    Scenario s = small(StackFamily::S4d, 2, 1);
    s.model.init = Init::Explicit;
    s.model.pairs = 1;
    s.model.lambda = {Complex(50.0, 1.0)};
    s.model.C = ComplexList{1.0};
    s.discretisation.delta = 1.0;
    s.decoder.weights = Ones{};
    Analyser analyse;
    const StackResult result = analyse(s);
    QVERIFY(result.steps < 70);
    QVERIFY(test::all_finite(to_json(result)));
    QVERIFY(std::ranges::any_of(result.notes, [](const std::string& note) {
      return note.find("is cut at step") != std::string::npos;
    }));
  }

  void itCanBeCancelledAnywhere() {
    const Scenario s = small(StackFamily::InTurn);
    Analyser analyser;
    test::CountingProgress whole;
    analyse_stack(s, analyser.backend(), whole);
    QVERIFY(whole.count() > 5);
    for (long at = 1; at <= whole.count(); at += std::max(1L, whole.count() / 23)) {
      test::CountingProgress progress(at);
      QVERIFY_EXCEPTION_THROWN(analyse_stack(s, analyser.backend(), progress), compute::Cancelled);
    }
  }

  void whatItReadsMakesAnotherResult() {
    const Scenario s = small(StackFamily::S4d);
    Scenario other = s;
    other.resolution.frequencies = 77;
    other.stack.steps = 5;  // of a run by hand alone
    QVERIFY(same_stack(s, other));
    other.stack.layers = 2;
    QVERIFY(!same_stack(s, other));
  }
};

QTEST_GUILESS_MAIN(TestStackAnalysis)
#include "test_stack_analysis.moc"
