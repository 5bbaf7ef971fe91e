// The operator over S5's shared states and S4's dense ones against their recurrence in extended
// precision (MATHS section 2, "exact operator").
#include <QtTest>
#include <cmath>
#include <limits>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/ring/coupled_blocks.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/ssm/legs.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/ring/analysis_support.hpp"
#include "tests/core/ssm/plain_systems.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

/// 1e-12 relative plus 4 epsilon times the longest memory in steps.
double allowed(const Layer& layer, std::size_t steps) {
  return 1e-12 + 4.0 * std::numeric_limits<double>::epsilon() * longest_memory(layer, steps);
}

InputReader reader_of(const std::vector<double>& u, std::size_t steps) {
  return [&u, steps](std::size_t first, std::size_t count, std::span<double> out) {
    for (std::size_t row = 0; row < out.size() / count; ++row)
      std::copy_n(u.data() + row * steps + first, count, out.data() + row * count);
  };
}

/// y: outputs x steps, in place.
OutputWriter writer_to(std::vector<double>& y, std::size_t steps) {
  return [&y, steps](std::size_t first, std::size_t count, std::span<const double> z) {
    for (std::size_t row = 0; row < z.size() / count; ++row)
      std::copy_n(z.data() + row * count, count, y.data() + row * steps + first);
  };
}

ssm::DiscreteDense random_dense_steps(compute::Random& random, std::size_t states,
                                      std::size_t inputs, std::size_t outputs) {
  return ssm::discretise(test::random_dense(random, states, inputs, outputs), Rule::Zoh, 0.05);
}

ssm::DiscreteDense legs_steps(compute::Random& random, std::size_t states, double delta) {
  return ssm::discretise(ssm::legs_dense(test::random_input(random, states)), Rule::Zoh, delta);
}

test::PlainRun plain_run(const CoupledSystem& system, std::span<const double> u,
                         std::size_t steps) {
  return std::visit([&](const auto& kind) { return test::plain_run(kind, u, steps); }, system);
}

/// y of a layer's systems by the slow recurrence, channels x steps.
std::vector<double> plain_outputs(const Layer& layer, std::span<const double> u,
                                  std::size_t steps) {
  std::vector<double> y;
  std::size_t input = 0;
  for (const CoupledSystem& system : layer.systems) {
    const auto part = plain_run(system, u.subspan(input * steps), steps).y;
    y.insert(y.end(), part.begin(), part.end());
    if (!layer.shared_input) input += inputs_of(system);
  }
  for (std::size_t h = 0; layer.systems.empty() && h < layer.channels; ++h) {
    const std::size_t row = layer.shared_input ? 0 : h;
    const auto part = test::plain_response(layer.channel(h), u.subspan(row * steps, steps));
    y.insert(y.end(), part.begin(), part.end());
  }
  return y;
}

}  // namespace

class TestCoupledOperator : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sharedStateIsItsRecurrence_data() { sizes({1, 5, 64}, {{1, 1}, {2, 7}, {5, 3}, {33, 33}}); }
  void sharedStateIsItsRecurrence() {
    QFETCH(int, states);
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    QFETCH(int, steps);
    compute::Random random(static_cast<std::uint64_t>(states + 100 * inputs + steps));
    agrees(test::random_shared_state(random, as_size(states), as_size(inputs), as_size(outputs),
                                     states == 5 ? 1.0 : 2.0),
           as_size(steps), random);
  }

  void denseStateIsItsRecurrence_data() { sizes({1, 5, 48}, {{1, 1}, {3, 2}, {1, 7}}); }
  void denseStateIsItsRecurrence() {
    QFETCH(int, states);
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    QFETCH(int, steps);
    compute::Random random(static_cast<std::uint64_t>(states + 100 * inputs + steps));
    agrees(random_dense_steps(random, as_size(states), as_size(inputs), as_size(outputs)),
           as_size(steps), random);
  }

  void legsIsItsRecurrence_data() {
    QTest::addColumn<int>("states");
    QTest::addColumn<double>("delta");
    for (const int states : {1, 16, 64, 256})
      for (const double delta : {1e-3, 0.1})
        QTest::addRow("%d states, delta %g", states, delta) << states << delta;
  }
  void legsIsItsRecurrence() {
    QFETCH(int, states);
    QFETCH(double, delta);
    compute::Random random(static_cast<std::uint64_t>(states));
    const std::vector<double> C = test::random_input(random, as_size(states));
    agrees(ssm::discretise(ssm::legs_dense(C), Rule::Zoh, delta), 1500, random);
    if (states % 2 != 0) return;
    const auto real = ssm::dense_form(ssm::legs_dplr(C).model);
    agrees(ssm::discretise(real, Rule::Bilinear, delta), 1500, random);
  }

  void oneSharedChannelIsS4d() {
    compute::Random random(6);
    const auto shared = test::random_shared_state(random, 21, 1, 1);
    const auto model = shared.path(0, 0);
    constexpr std::size_t kSteps = 12000;
    const auto u = test::random_input(random, kSteps);
    const Layer layer = layer_of(std::span(&model, 1));
    const auto expected = outputs_of_layer(layer, u, kSteps);
    const auto y = outputs_of_layer(layer_of({shared}, true), u, kSteps);
    QVERIFY(test::relative_difference(y, expected) < allowed(layer, kSteps));
  }

  void manyChannelsMakeTheBlocksShorter() {
    compute::Random random(13);
    const compute::Progress progress;
    const auto block = [&](std::size_t channels) {
      return CoupledBlocks(test::random_shared_state(random, 4, channels, channels), progress)
          .block();
    };
    QCOMPARE(block(1), std::size_t{128});
    QCOMPARE(block(5), std::size_t{32});
    QCOMPARE(block(64), std::size_t{4});
    QCOMPARE(block(600), std::size_t{1});
    agrees(test::random_shared_state(random, 4, 600, 520), 40, random);
  }

  /// S4's channels: one input for all of them, or one each; what is one can be the other.
  void channelsShareOrHaveInputs() {
    compute::Random random(17);
    constexpr std::size_t kSteps = 9000;
    const std::vector<CoupledSystem> systems = {legs_steps(random, 8, 0.01),
                                                legs_steps(random, 12, 0.02),
                                                test::random_shared_state(random, 3, 1, 2)};
    const Layer sharing = layer_of(systems, true), own = layer_of(systems, false);
    QCOMPARE(sharing.inputs(), std::size_t{1});
    QCOMPARE(own.inputs(), std::size_t{3});
    QCOMPARE(own.outputs(), std::size_t{4});
    const auto u = test::random_input(random, 3 * kSteps);
    for (const Layer& layer : {sharing, own}) {
      const auto y = outputs_of_layer(layer, u, kSteps);
      QVERIFY(test::relative_difference(y, plain_outputs(layer, u, kSteps)) <
              allowed(layer, kSteps));
    }
  }

  void mixedStackIsLayerAfterLayer_data() {
    QTest::addColumn<int>("activation");
    QTest::newRow("identity") << static_cast<int>(Activation::Identity);
    QTest::newRow("GELU") << static_cast<int>(Activation::Gelu);
    QTest::newRow("GLU") << static_cast<int>(Activation::Glu);
  }
  void mixedStackIsLayerAfterLayer() {
    QFETCH(int, activation);
    constexpr std::size_t kSteps = 8500;
    compute::Random random(19);
    const Network network = mixed_network(random, static_cast<Activation>(activation));
    const auto u = test::random_input(random, kSteps);
    std::vector<double> z = u;
    double error = 0.0;
    for (const Layer& layer : network.layers) {
      const auto y = plain_outputs(layer, z, kSteps);
      z.assign(layer.outputs() * kSteps, 0.0);
      decode(layer, y, z);
      error += allowed(layer, kSteps);
    }
    std::vector<double> got(z.size());
    const OperatorResult result = run_operator(network, kSteps, reader_of(u, kSteps),
                                               writer_to(got, kSteps), *backend_, progress_);
    QCOMPARE(result.states.size(), network.layers.size());
    QCOMPARE(result.states[1].size(), std::size_t{6});       // modes of the shared state
    QCOMPARE(result.states[2].size(), std::size_t{8 + 10});  // states of two dense systems
    // Each layer passes on the error of the one before, enlarged by its own gain.
    constexpr double kGain = 100.0;
    QVERIFY(test::relative_difference(got, z) < kGain * error);
  }

  void agreementCoversEveryKind() {
    constexpr std::size_t kSteps = 20000;
    compute::Random random(23);
    const auto u = test::random_input(random, kSteps);
    std::vector<Network> networks(4);
    networks[0].layers = {layer_of({test::random_shared_state(random, 32, 1, 4)}, true)};
    networks[1].layers = {layer_of({legs_steps(random, 64, 1e-3)}, true)};
    networks[2].layers = {layer_of({random_dense_steps(random, 9, 1, 2)}, true)};
    networks[3] = mixed_network(random, Activation::Identity);
    for (const Network& network : networks) {
      const auto agreement =
          compare_with_recurrence(network, kSteps, reader_of(u, kSteps), *backend_, progress_);
      QCOMPARE(agreement.steps, kSteps);
      QVERIFY2(agreement.holds(),
               qPrintable(QString("%1 for %2").arg(agreement.difference).arg(agreement.bound)));
      QVERIFY(agreement.difference > 0.0);  // two ways of rounding: not the same way taken twice
    }
  }

  void unstableIsCutAndSaid() {
    const ssm::DiscreteDense dense{2, 1, 1, {2.0, 1.0, 0.0, 2.0}, {0.0, 1.0}, {1.0, 0.0}, {0.0}};
    const ssm::DiscreteSharedState shared{1, 2, {2.0}, {1.0}, {1.0, 0.5}, {0.0, 0.0}, 2.0};
    constexpr std::size_t kSteps = 4000;
    const std::vector<double> u(kSteps, 1.0);
    for (const CoupledSystem& system : {CoupledSystem(dense), CoupledSystem(shared)}) {
      Network network;
      network.layers = {layer_of({system}, true)};
      std::vector<double> y(2 * kSteps);
      const OperatorResult result = run_operator(network, kSteps, reader_of(u, kSteps),
                                                 writer_to(y, kSteps), *backend_, progress_);
      QVERIFY(result.steps > 400 && result.steps < 1024);  // 2^498 is 1e150
      for (const double value : y) QVERIFY(std::isfinite(value));
      QCOMPARE(result.notes.size(), std::size_t{1});
    }
  }

  void noFiniteStepIsSaid() {  // what discretise() makes of a matrix that overflows
    const double nan = std::nan("");
    const ssm::DiscreteDense dense{1, 1, 1, {nan}, {nan}, {1.0}, {0.0}};
    const ssm::DiscreteSharedState shared{1, 1, {nan}, {1.0}, {1.0}, {0.0}, 2.0};
    const std::vector<double> u(300, 1.0);
    for (const CoupledSystem& system : {CoupledSystem(dense), CoupledSystem(shared)}) {
      Network network;
      network.layers = {layer_of({system}, true)};
      network.weights = {1.0};
      std::vector<double> y(u.size());
      const OperatorResult result = run_operator(network, u.size(), reader_of(u, u.size()),
                                                 writer_to(y, u.size()), *backend_, progress_);
      QVERIFY(result.steps <= 1);  // Bbar alone may make one
      for (const double value : y) QVERIFY(std::isfinite(value));
      QCOMPARE(result.notes.size(), std::size_t{1});
    }
  }

  void cancelsWhereverItIsAsked() {
    compute::Random random(29);
    const Network network = mixed_network(random, Activation::Gelu);
    constexpr std::size_t kSteps = 20000;
    const auto u = test::random_input(random, kSteps);
    int cancelled = 0;
    for (long question = 1; question < 5000; ++question) {
      test::CountingProgress progress(question);
      try {
        compare_with_recurrence(network, kSteps, reader_of(u, kSteps), *backend_, progress);
        break;
      } catch (const compute::Cancelled&) {
        ++cancelled;
      }
      if (question > 20) question += 97;  // the rest by samples
    }
    QVERIFY(cancelled > 20 && cancelled < 1000);
  }

  void wrongSizesAreSaid() {
    compute::Random random(31);
    const auto shared = test::random_shared_state(random, 3, 2, 2);
    const auto said = [](const Layer& layer) {
      return test::complaint([&] { check_layer(layer, "layer 3"); });
    };
    const Layer layer = layer_of({shared, random_dense_steps(random, 4, 2, 1)}, true);
    QVERIFY(said(layer).empty());
    Layer changed = layer;
    std::get<ssm::DiscreteSharedState>(changed.systems[0]).bbar.pop_back();
    QVERIFY(said(changed).find("bbar of system 0 of layer 3 has 5") != std::string::npos);
    changed = layer;
    std::get<ssm::DiscreteDense>(changed.systems[1]).abar.pop_back();
    QVERIFY(said(changed).find("abar of system 1 of layer 3 has 15") != std::string::npos);
    changed = layer;
    changed.channels = 5;
    QVERIFY(said(changed).find("layer 3 has 5 channels") != std::string::npos);
    changed = layer;
    changed.abar.resize(2);
    QVERIFY(said(changed).find("diagonal part") != std::string::npos);
    const std::vector<CoupledSystem> unlike = {shared, random_dense_steps(random, 4, 3, 1)};
    QVERIFY(test::complaint([&] { layer_of(unlike, true); }).find("shares them") !=
            std::string::npos);
    QVERIFY(test::complaint([&] { layer_of(unlike, false); }).empty());
  }

 private:
  static std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

  static void sizes(const std::vector<int>& states, const std::vector<std::pair<int, int>>& ways) {
    for (const char* name : {"states", "inputs", "outputs", "steps"}) QTest::addColumn<int>(name);
    for (const int size : states)
      for (const auto& [inputs, outputs] : ways)
        for (const int steps : {1, 2, 127, 128, 129, 8193})
          QTest::addRow("%d states, %d to %d, %d steps", size, inputs, outputs, steps)
              << size << inputs << outputs << steps;
  }

  std::vector<double> outputs_of_layer(const Layer& layer, const std::vector<double>& u,
                                       std::size_t steps) {
    Network network;
    network.layers = {layer};
    std::vector<double> y(layer.outputs() * steps);
    run_operator(network, steps, reader_of(u, steps), writer_to(y, steps), *backend_, progress_);
    return y;
  }

  /// Outputs and the state after the last step.
  void agrees(const CoupledSystem& system, std::size_t steps, compute::Random& random) {
    Network network;
    network.layers = {layer_of({system}, true)};
    const auto u = test::random_input(random, inputs_of(system) * steps);
    const auto expected = plain_run(system, u, steps);
    std::vector<double> y(expected.y.size());
    const OperatorResult result = run_operator(network, steps, reader_of(u, steps),
                                               writer_to(y, steps), *backend_, progress_);
    QCOMPARE(result.steps, steps);
    const double bound = allowed(network.layers[0], steps);
    const double error = test::relative_difference(y, expected.y);
    QVERIFY2(error < bound, qPrintable(QString("%1 for %2").arg(error).arg(bound)));
    QVERIFY(test::relative_difference(result.states[0], expected.state) < bound);
  }

  /// S4D in two channels, S5 with two inputs, S4 in two channels; mixed and decoded in between.
  static Network mixed_network(compute::Random& random, Activation activation) {
    const std::size_t rows = activation == Activation::Glu ? 2 : 1;
    std::vector<ssm::DiscreteModel> models = {test::random_model(random, 7),
                                              test::random_model(random, 7)};
    for (ssm::DiscreteModel& model : models)
      for (Complex& c : model.c) c *= 0.05;  // small enough that the functions are not flat
    auto shared = test::random_shared_state(random, 6, 2, 3);
    for (Complex& c : shared.c) c *= 0.05;
    Network network;
    network.layers = {
        layer_of(models, activation), layer_of({shared}, false, activation),
        layer_of({legs_steps(random, 8, 0.05), legs_steps(random, 10, 0.02)}, false, activation)};
    network.layers[0].mixing = test::random_input(random, rows * 2 * 2);
    network.layers[1].mixing = test::random_input(random, rows * 2 * 3);
    return network;
  }

  compute::Pool pool_{2};
  std::shared_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
  compute::Progress progress_;
};

QTEST_APPLESS_MAIN(TestCoupledOperator)
#include "test_coupled_operator.moc"
