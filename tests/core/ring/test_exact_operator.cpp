// The operator against the recurrence in extended precision (MATHS section 2, "exact operator").
#include <QtTest>
#include <cmath>
#include <limits>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/ring/exact_operator.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

/// 1e-12 relative plus 4 epsilon times the longest memory in steps.
double allowed(const Layer& layer, std::size_t steps) {
  return 1e-12 + 4.0 * std::numeric_limits<double>::epsilon() * longest_memory(layer, steps);
}

double relative_difference(std::span<const double> got, std::span<const double> expected) {
  double difference = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference = std::max(difference, std::abs(got[i] - expected[i]));
    largest = std::max(largest, std::abs(expected[i]));
  }
  return largest > 0.0 ? difference / largest : difference;
}

InputReader reader_of(const std::vector<double>& u, std::size_t steps) {
  return [&u, steps](std::size_t first, std::size_t count, std::span<double> out) {
    for (std::size_t row = 0; row < out.size() / count; ++row)
      std::copy_n(u.data() + row * steps + first, count, out.data() + row * count);
  };
}

/// Appends what comes: the outputs of a network that has one, or a single chunk of one with more.
OutputWriter appended_to(std::vector<double>& y) {
  return [&y](std::size_t, std::size_t, std::span<const double> z) {
    y.insert(y.end(), z.begin(), z.end());
  };
}

Network network_of(const ssm::DiscreteModel& model) {
  Network network;
  network.layers = {layer_of(std::span(&model, 1))};
  return network;
}

/// y = factor Re(C x) + D u of each channel by the slow recurrence, channels x steps.
std::vector<double> plain_outputs(const Layer& layer, std::span<const double> u,
                                  std::size_t steps) {
  std::vector<double> y;
  for (std::size_t h = 0; h < layer.channels; ++h) {
    const std::size_t row = layer.shared_input ? 0 : h;
    const auto of_channel = test::plain_response(layer.channel(h), u.subspan(row * steps, steps));
    y.insert(y.end(), of_channel.begin(), of_channel.end());
  }
  return y;
}

/// W sigma(y) written out entry by entry.
std::vector<double> plain_decode(const Layer& layer, const std::vector<double>& y,
                                 std::size_t steps) {
  std::vector<double> z(layer.outputs() * steps, 0.0);
  for (std::size_t k = 0; k < layer.outputs(); ++k)
    for (std::size_t h = 0; h < layer.channels; ++h)
      for (std::size_t t = 0; t < steps; ++t)
        z[k * steps + t] +=
            layer.mixing[k * layer.channels + h] * activate(layer.activation, y[h * steps + t]);
  return z;
}

Layer random_layer(compute::Random& random, std::size_t channels, std::size_t modes,
                   std::size_t outputs, Activation activation) {
  std::vector<ssm::DiscreteModel> models;
  models.reserve(channels);
  for (std::size_t h = 0; h < channels; ++h) models.push_back(test::random_model(random, modes));
  Layer layer = layer_of(models, activation);
  // Small enough that the functions are not flat.
  for (Complex& c : layer.c) c *= 0.05;
  layer.mixing = test::random_input(random, outputs * channels);
  return layer;
}

}  // namespace

class TestExactOperator : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void outputIsTheRecurrences_data() {
    QTest::addColumn<int>("modes");
    QTest::addColumn<int>("steps");
    for (const int modes : {1, 5, 64}) {
      for (const int steps : {1, 2, 127, 128, 129, 1000, 8192, 8193, 20001})
        QTest::addRow("%d modes, %d steps", modes, steps) << modes << steps;
    }
  }
  void outputIsTheRecurrences() {
    QFETCH(int, modes);
    QFETCH(int, steps);
    const auto count = static_cast<std::size_t>(steps);
    compute::Random random(static_cast<std::uint64_t>(modes + steps));
    const auto model = test::random_model(random, static_cast<std::size_t>(modes));
    const auto u = test::random_input(random, count);
    const Network network = network_of(model);
    std::vector<double> y;
    const OperatorResult result = run_operator(
        network, count, reader_of(u, count),
        [&y](std::size_t first, std::size_t, std::span<const double> z) {
          QCOMPARE(first, y.size());
          y.insert(y.end(), z.begin(), z.end());
        },
        *backend_, progress_);
    QCOMPARE(result.steps, count);
    QCOMPARE(y.size(), count);
    const double bound = allowed(network.layers[0], count);
    QVERIFY(relative_difference(y, test::plain_response(model, u)) < bound);
    const auto states = test::plain_states(model, u);
    const ComplexList last(states.end() - modes, states.end());
    double largest = 0.0, difference = 0.0;
    for (std::size_t m = 0; m < last.size(); ++m) {
      largest = std::max(largest, std::abs(last[m]));
      difference = std::max(difference, std::abs(last[m] - result.states[0][m]));
    }
    QVERIFY(difference < bound * largest);
    const ComplexList alone = state_after(model, u, *backend_, progress_);
    for (std::size_t m = 0; m < last.size(); ++m)
      QVERIFY(std::abs(last[m] - alone[m]) < bound * largest);
  }

  void noStepsIsZero() {
    compute::Random random(1);
    const auto model = test::random_model(random, 3);
    Network network = network_of(model);
    network.weights = {1.0};
    const OperatorResult result =
        run_operator(network, 0, reader_of({}, 0), {}, *backend_, progress_);
    QCOMPARE(result.steps, std::size_t{0});
    QVERIFY(std::isnan(result.value));
    for (const Complex x : result.states[0]) QCOMPARE(x, Complex());
  }

  void stackIsLayerAfterLayer_data() {
    QTest::addColumn<int>("activation");
    QTest::newRow("identity") << static_cast<int>(Activation::Identity);
    QTest::newRow("GELU") << static_cast<int>(Activation::Gelu);
    QTest::newRow("tanh") << static_cast<int>(Activation::Tanh);
    QTest::newRow("ReLU") << static_cast<int>(Activation::Relu);
  }
  void stackIsLayerAfterLayer() {
    QFETCH(int, activation);
    const auto kind = static_cast<Activation>(activation);
    constexpr std::size_t kSteps = 9001;
    compute::Random random(9);
    Network network;
    network.layers = {random_layer(random, 3, 7, 5, kind), random_layer(random, 5, 4, 2, kind)};
    network.layers[1].shared_input = false;
    network.weights = {0.7, -1.3};
    const auto u = test::random_input(random, kSteps);
    std::vector<double> z = u;
    double memory = 0.0;
    for (const Layer& layer : network.layers) {
      z = plain_decode(layer, plain_outputs(layer, z, kSteps), kSteps);
      memory = std::max(memory, allowed(layer, kSteps));
    }
    for (const Pooling pooling : {Pooling::Last, Pooling::Mean}) {
      network.pooling = pooling;
      std::vector<double> got(2 * kSteps);
      const OperatorResult result = run_operator(
          network, kSteps, reader_of(u, kSteps),
          [&got](std::size_t first, std::size_t count, std::span<const double> part) {
            for (std::size_t k = 0; k < 2; ++k)
              std::copy_n(part.data() + k * count, count, got.data() + k * kSteps + first);
          },
          *backend_, progress_);
      // Each layer passes on the error of the one before, enlarged by its own gain.
      constexpr double kGainOfTheSecond = 100.0;
      QVERIFY(relative_difference(got, z) < kGainOfTheSecond * memory);
      double expected = 0.0;
      for (std::size_t k = 0; k < 2; ++k) {
        double pooled = z[(k + 1) * kSteps - 1];
        if (pooling == Pooling::Mean) {
          pooled = 0.0;
          for (std::size_t t = 0; t < kSteps; ++t) pooled += z[k * kSteps + t];
          pooled /= static_cast<double>(kSteps);
        }
        expected += network.weights[k] * pooled;
      }
      QVERIFY(std::abs(result.value - expected) <
              kGainOfTheSecond * memory * (1.0 + std::abs(expected)));
    }
  }

  void gatedOutputIsTheProduct() {
    constexpr std::size_t kSteps = 300;
    compute::Random random(4);
    Layer layer = random_layer(random, 3, 5, 4, Activation::Glu);  // 4 rows: 2 outputs
    QCOMPARE(layer.outputs(), std::size_t{2});
    const auto u = test::random_input(random, kSteps);
    const auto y = plain_outputs(layer, u, kSteps);
    std::vector<double> expected(2 * kSteps);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t t = 0; t < kSteps; ++t) {
        double a = 0.0, b = 0.0;
        for (std::size_t h = 0; h < 3; ++h) {
          a += layer.mixing[k * 3 + h] * y[h * kSteps + t];
          b += layer.mixing[(k + 2) * 3 + h] * y[h * kSteps + t];
        }
        expected[k * kSteps + t] = a / (1.0 + std::exp(-b));
      }
    }
    const double bound = 10.0 * allowed(layer, kSteps);  // the product of two errors of that size
    Network network;
    network.layers = {std::move(layer)};
    std::vector<double> got;
    run_operator(network, kSteps, reader_of(u, kSteps), appended_to(got), *backend_, progress_);
    QVERIFY(relative_difference(got, expected) < bound);
  }

  void agreementHoldsAndIsMeasured() {
    compute::Random random(12);
    const auto model = test::random_model(random, 33);
    const auto u = test::random_input(random, 30000);
    const Network network = network_of(model);
    const OperatorAgreement agreement =
        compare_with_recurrence(network, u.size(), reader_of(u, u.size()), *backend_, progress_);
    QCOMPARE(agreement.steps, u.size());
    QVERIFY(agreement.holds());
    QVERIFY(agreement.difference > 0.0);  // two ways of rounding: not the same way taken twice
    QVERIFY(agreement.bound >= 1e-12);
  }

  void deadStep() {  // Abar = 0: bilinear with delta lambda = -2
    const ssm::DiscreteModel model{{0.0}, {0.5}, {2.0}, 0.25, 2.0};
    const std::vector<double> u = {1.0, 0.0, -3.0};
    const Network network = network_of(model);
    std::vector<double> y;
    run_operator(network, 3, reader_of(u, 3), appended_to(y), *backend_, progress_);
    QCOMPARE(y, (std::vector<double>{2.25, 0.0, -6.75}));
  }

  void unstableIsCutAndSaid() {
    const ssm::DiscreteModel model{{Complex(2.0, 0.0)}, {1.0}, {1.0}, 0.0, 2.0};
    const std::vector<double> u(4000, 1.0);
    const Network network = network_of(model);
    std::vector<double> y;
    const OperatorResult result = run_operator(network, u.size(), reader_of(u, u.size()),
                                               appended_to(y), *backend_, progress_);
    QVERIFY(result.steps > 400 && result.steps < 1024);  // 2^498 is 1e150
    QCOMPARE(y.size(), result.steps);
    for (const double value : y) QVERIFY(std::isfinite(value));
    QCOMPARE(result.notes.size(), std::size_t{1});
  }

  void cancelsWhereverItIsAsked() {
    compute::Random random(3);
    const auto model = test::random_model(random, 16);
    const auto u = test::random_input(random, 40000);
    const Network network = network_of(model);
    int cancelled = 0;
    for (long question = 1; question < 1000; ++question) {
      test::CountingProgress progress(question);
      try {
        run_operator(network, u.size(), reader_of(u, u.size()), {}, *backend_, progress);
        break;
      } catch (const compute::Cancelled&) {
        ++cancelled;
      }
    }
    QVERIFY(cancelled > 5);     // at least once a chunk
    QVERIFY(cancelled < 1000);  // and it came to an end
  }

  void wrongSizesAreSaid() {
    compute::Random random(2);
    Layer layer = random_layer(random, 2, 3, 2, Activation::Gelu);
    layer.c.pop_back();
    QVERIFY(test::complaint([&] { check_layer(layer, "layer 1"); }).find("c of layer 1") !=
            std::string::npos);
    Network network;
    QVERIFY(!test::complaint([&] { check_network(network); }).empty());
    network.layers = {random_layer(random, 2, 3, 2, Activation::Gelu),
                      random_layer(random, 3, 3, 2, Activation::Gelu)};
    network.layers[1].shared_input = false;
    QVERIFY(test::complaint([&] { check_network(network); }).find("layer 1 takes 3 inputs") !=
            std::string::npos);
    network.layers.pop_back();
    network.weights = {1.0};
    QVERIFY(test::complaint([&] { check_network(network); }).find("read-out") != std::string::npos);
    std::vector<ssm::DiscreteModel> unlike = {test::random_model(random, 2),
                                              test::random_model(random, 3)};
    QVERIFY(!test::complaint([&] { layer_of(unlike); }).empty());
  }

 private:
  compute::Pool pool_{2};
  std::shared_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
  compute::Progress progress_;
};

QTEST_APPLESS_MAIN(TestExactOperator)
#include "test_exact_operator.moc"
