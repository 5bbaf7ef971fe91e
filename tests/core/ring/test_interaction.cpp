// Interactions of inputs and of modes against finite differences of the forward pass itself (MATHS
// section 2, "wave-wave interaction").
#include <QtTest>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/ring/interaction.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

Q_DECLARE_METATYPE(ssmscope::Activation)

namespace {

// Of central differences extrapolated once: h^4 of the function's sixth derivative and rounding
// over h^2 are both below 1e-8 of the largest entry at this step.
constexpr double kStep = 4e-3;
constexpr double kDifferences = 1e-6;
constexpr double kRounding = 1e-13;

using Function = std::function<double(double, double)>;

/// d2f/da db at 0, by central differences with one extrapolation.
double mixed_derivative(const Function& f) {
  const auto at = [&f](double h) {
    return (f(h, h) - f(h, -h) - f(-h, h) + f(-h, -h)) / (4 * h * h);
  };
  return (4.0 * at(kStep) - at(2.0 * kStep)) / 3.0;
}

/// A layer whose channels read the same states.
Layer random_layer(compute::Random& random, std::size_t channels, std::size_t modes,
                   Activation activation, bool mixed) {
  ssm::DiscreteModel model = test::random_discrete(random, modes);
  std::vector<ssm::DiscreteModel> models(channels, model);
  for (ssm::DiscreteModel& each : models) {
    each.d = 0.1 * random.normal();
    for (Complex& c : each.c) c = 0.3 * random.complex_normal();
  }
  Layer layer = layer_of(models, activation);
  const std::size_t rows = activation == Activation::Glu ? 2 * channels : channels + 1;
  if (mixed)
    for (std::size_t i = 0; i < rows * channels; ++i) layer.mixing.push_back(random.normal());
  return layer;
}

std::vector<double> random_numbers(compute::Random& random, std::size_t count) {
  std::vector<double> out(count);
  for (double& value : out) value = random.normal();
  return out;
}

/// f of given outputs of the channels at one step.
double read_out(const Layer& layer, const std::vector<double>& weights,
                const std::vector<double>& y) {
  std::vector<double> z(layer.outputs());
  decode(layer, y, z);
  return std::inner_product(z.begin(), z.end(), weights.begin(), 0.0);
}

/// y of every channel at every step of u, channels x steps.
std::vector<double> outputs(const Layer& layer, const std::vector<double>& u) {
  test::DirectBackend backend;
  compute::Progress progress;
  std::vector<double> y;
  for (std::size_t h = 0; h < layer.channels; ++h) {
    std::vector<double> row(u.size());
    backend.response(layer.channel(h).batch(), u.size(), u, {}, row, progress);
    y.insert(y.end(), row.begin(), row.end());
  }
  return y;
}

std::vector<double> at_step(const std::vector<double>& y, std::size_t channels, std::size_t t) {
  std::vector<double> out;
  for (std::size_t h = 0; h < channels; ++h) out.push_back(y[h * (y.size() / channels) + t]);
  return out;
}

std::vector<double> kernels_of(const Layer& layer, std::size_t lags) {
  test::DirectBackend backend;
  compute::Progress progress;
  std::vector<double> kernels;
  for (std::size_t h = 0; h < layer.channels; ++h) {
    std::vector<double> row(lags);
    backend.kernel(layer.channel(h).batch(), lags, row, progress);
    kernels.insert(kernels.end(), row.begin(), row.end());
  }
  return kernels;
}

double largest(const std::vector<double>& values) {
  double out = 0.0;
  for (const double value : values) out = std::max(out, std::abs(value));
  return out;
}

/// One case: a layer, its read-out, an input, and the state and outputs at the last step.
struct Case {
  Layer layer;
  std::vector<double> weights, u, y, hessian;
  ComplexList x;

  Case(std::uint64_t seed, std::size_t channels, std::size_t modes, std::size_t steps,
       Activation activation, bool mixed) {
    compute::Random random(seed);
    layer = random_layer(random, channels, modes, activation, mixed);
    weights = random_numbers(random, layer.outputs());
    u = random_numbers(random, steps);
    y = at_step(outputs(layer, u), channels, steps - 1);
    hessian.resize(channels * channels);
    output_hessian(layer, weights, y, hessian);
    test::DirectBackend backend;
    compute::Progress progress;
    std::vector<Complex> states(steps * modes);
    backend.states(layer.channel(0).batch(), steps, u, {}, states, progress);
    x.assign(states.end() - static_cast<std::ptrdiff_t>(modes), states.end());
  }

  /// f with the inputs so many steps ago moved by a and b.
  double with_inputs(std::size_t lag_a, double a, std::size_t lag_b, double b) const {
    std::vector<double> moved = u;
    moved[u.size() - 1 - lag_a] += a;
    moved[u.size() - 1 - lag_b] += b;
    return read_out(layer, weights, at_step(outputs(layer, moved), layer.channels, u.size() - 1));
  }

  /// f with the states of two modes moved.
  double with_states(std::size_t m, Complex by_m, std::size_t n, Complex by_n) const {
    ComplexList moved = x;
    moved[m] += by_m;
    moved[n] += by_n;
    std::vector<double> out;
    for (std::size_t h = 0; h < layer.channels; ++h) {
      double sum = layer.d[h] * u.back();
      for (std::size_t i = 0; i < x.size(); ++i)
        sum += layer.factor * (layer.c[h * x.size() + i] * moved[i]).real();
      out.push_back(sum);
    }
    return read_out(layer, weights, out);
  }
};

/// Largest singular value of [[a, b], [c, d]].
double spectral_norm(double a, double b, double c, double d) {
  const double sum = a * a + b * b + c * c + d * d, det = a * d - b * c;
  return std::sqrt(0.5 * (sum + std::sqrt(std::max(0.0, sum * sum - 4.0 * det * det))));
}

}  // namespace

class TestInteraction : public QObject {
  Q_OBJECT

  static void cases() {
    QTest::addColumn<Activation>("activation");
    QTest::addColumn<int>("channels");
    QTest::addColumn<bool>("mixed");
    for (const auto& [name, activation] : {std::pair("gelu", Activation::Gelu),
                                           {"tanh", Activation::Tanh},
                                           {"glu", Activation::Glu}})
      for (const int channels : {1, 3})
        for (const bool mixed : {false, true})
          QTest::addRow("%s, %d channels%s", name, channels, mixed ? ", mixed" : "")
              << activation << channels << mixed;
  }

 private Q_SLOTS:
  void lagMapIsTheSecondDerivative_data() { cases(); }
  void lagMapIsTheSecondDerivative() {
    QFETCH(Activation, activation);
    QFETCH(int, channels);
    QFETCH(bool, mixed);
    constexpr std::size_t kLags = 5, kSteps = 9;
    const Case c(7, static_cast<std::size_t>(channels), 4, kSteps, activation, mixed);
    const auto map = lag_interaction(kernels_of(c.layer, kLags), kLags, c.hessian);
    QVERIFY(largest(map) > 1e-3);
    for (std::size_t i = 0; i < kLags; ++i)
      for (std::size_t j = 0; j < kLags; ++j) {
        const double expected =
            mixed_derivative([&](double a, double b) { return c.with_inputs(i, a, j, b); });
        QVERIFY(std::abs(map[i * kLags + j] - expected) <= kDifferences * largest(map));
      }
  }

  void lagMapOfTheMean_data() { cases(); }
  void lagMapOfTheMean() {
    QFETCH(Activation, activation);
    QFETCH(int, channels);
    QFETCH(bool, mixed);
    constexpr std::size_t kLags = 6, kSteps = 11;
    const Case c(11, static_cast<std::size_t>(channels), 3, kSteps, activation, mixed);
    const auto mean = [&](std::size_t i, double a, std::size_t j, double b) {
      std::vector<double> u = c.u;
      u[kSteps - 1 - i] += a;
      u[kSteps - 1 - j] += b;
      const auto y = outputs(c.layer, u);
      double sum = 0.0;
      for (std::size_t t = 0; t < kSteps; ++t)
        sum += read_out(c.layer, c.weights, at_step(y, c.layer.channels, t));
      return sum / static_cast<double>(kSteps);
    };
    const auto map = mean_lag_interaction(c.layer, c.weights, kernels_of(c.layer, kLags), kLags,
                                          outputs(c.layer, c.u), kSteps, compute::Progress());
    for (std::size_t i = 0; i < kLags; ++i)
      for (std::size_t j = 0; j < kLags; ++j) {
        const double expected =
            mixed_derivative([&](double a, double b) { return mean(i, a, j, b); });
        QVERIFY(std::abs(map[i * kLags + j] - expected) <= kDifferences * largest(map));
      }
  }

  void strengthIsTheLargestSingularValueOfTheBlock_data() { cases(); }
  void strengthIsTheLargestSingularValueOfTheBlock() {
    QFETCH(Activation, activation);
    QFETCH(int, channels);
    QFETCH(bool, mixed);
    constexpr std::size_t kModes = 4;
    const Case c(13, static_cast<std::size_t>(channels), kModes, 6, activation, mixed);
    const auto strength = mode_strength(c.layer.c, kModes, c.layer.factor, c.hessian);
    const Complex i(0.0, 1.0);
    for (std::size_t m = 0; m < kModes; ++m)
      for (std::size_t n = 0; n < kModes; ++n) {
        const auto block = [&](Complex of_m, Complex of_n) {
          return mixed_derivative(
              [&](double a, double b) { return c.with_states(m, a * of_m, n, b * of_n); });
        };
        const double expected =
            spectral_norm(block(1.0, 1.0), block(1.0, i), block(i, 1.0), block(i, i));
        // Equal singular values are square roots of what cancels: the root of the differences'.
        QVERIFY(std::abs(strength[m * kModes + n] - expected) <=
                10 * kDifferences * largest(strength));
      }
  }

  void energyIsTheCurvatureInTheSizesOfTwoModes_data() { cases(); }
  void energyIsTheCurvatureInTheSizesOfTwoModes() {
    QFETCH(Activation, activation);
    QFETCH(int, channels);
    QFETCH(bool, mixed);
    constexpr std::size_t kModes = 3;
    const Case c(17, static_cast<std::size_t>(channels), kModes, 8, activation, mixed);
    std::vector<double> of_modes;
    for (std::size_t h = 0; h < c.layer.channels; ++h)
      for (std::size_t m = 0; m < kModes; ++m)
        of_modes.push_back(c.layer.factor * (c.layer.c[h * kModes + m] * c.x[m]).real());
    const auto energy = mode_energy(of_modes, kModes, c.hessian);
    for (std::size_t m = 0; m < kModes; ++m)
      for (std::size_t n = 0; n < kModes; ++n) {
        const double expected = mixed_derivative(
            [&](double a, double b) { return c.with_states(m, a * c.x[m], n, b * c.x[n]); });
        QVERIFY(std::abs(energy[m * kModes + n] - expected) <= kDifferences * largest(energy));
      }
  }

  void linearDecodersDoNotInteract_data() {
    QTest::addColumn<Activation>("activation");
    QTest::newRow("identity") << Activation::Identity;
    QTest::newRow("relu") << Activation::Relu;
  }
  void linearDecodersDoNotInteract() {
    QFETCH(Activation, activation);
    const Case c(19, 3, 5, 9, activation, true);
    QCOMPARE(largest(c.hessian), 0.0);
    QCOMPARE(largest(lag_interaction(kernels_of(c.layer, 4), 4, c.hessian)), 0.0);
    QCOMPARE(largest(mode_strength(c.layer.c, 5, c.layer.factor, c.hessian)), 0.0);
  }

  void oneChannelIsItsKernelTwice() {
    // I = w sigma''(y) h(s1) h(s2), and |J| = |Q|.
    const Case c(23, 1, 6, 20, Activation::Gelu, false);
    constexpr std::size_t kLags = 7;
    const auto h = kernels_of(c.layer, kLags);
    const auto map = lag_interaction(h, kLags, c.hessian);
    const double bend = c.weights[0] * second_derivative(Activation::Gelu, c.y[0]);
    for (std::size_t i = 0; i < kLags; ++i)
      for (std::size_t j = 0; j < kLags; ++j)
        QVERIFY(std::abs(map[i * kLags + j] - bend * h[i] * h[j]) <= kRounding * largest(map));
    const auto strength = mode_strength(c.layer.c, 6, 2.0, c.hessian);
    for (std::size_t m = 0; m < 6; ++m)
      QVERIFY(std::abs(strength[m * 6] - 4.0 * std::abs(bend * c.layer.c[m] * c.layer.c[0])) <=
              kRounding * largest(strength));
  }

  void theMeanCanBeCancelled() {
    const Case c(29, 2, 2, 64, Activation::Tanh, false);
    const test::CountingProgress never(1);
    QVERIFY_EXCEPTION_THROWN(mean_lag_interaction(c.layer, c.weights, kernels_of(c.layer, 64), 64,
                                                  outputs(c.layer, c.u), 64, never),
                             compute::Cancelled);
  }
};

QTEST_GUILESS_MAIN(TestInteraction)
#include "test_interaction.moc"
