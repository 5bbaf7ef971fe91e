// States, ring field, response and Toeplitz product of the CPU backend.
#include <Eigen/Dense>
#include <QtTest>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/cpu_backend_with.hpp"
#include "core/compute/cpu_dispatch.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/compute/sizes.hpp"

using namespace ssmscope;
using compute::Random;

namespace {

/// What the backend promises, and more than its recurrences lose over these lengths.
constexpr double kPromised = compute::Backend::kTolerance;

}  // namespace

class TestCpuScan : public QObject {
  Q_OBJECT

 private slots:
  void statesAgreeWithLongDouble();
  void responseAgreesWithLongDouble();
  void longSlowModesKeepTheirDigits();
  void ringIsTheTransformOfTheStates();
  void ringEqualsTheDenseOperator();
  void ringOfManyModes();
  void runContinuesFromItsLastState();
  void responseIsLinear();
  void responseDoesNotDependOnWhenItBegan();
  void responseIsTheConvolutionWithTheKernel();
  void nothingWrapsAround();
  void lateInputOfAFastGrowingMode();
  void toeplitzProductsAreTheMatrix();
  void emptyRuns();
  void batchEqualsLoop();
  void instructionSetsAgree();
  void threadsGiveTheSameBits();

 private:
  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestCpuScan::statesAgreeWithLongDouble() {
  Random random(1);
  for (const std::size_t modes : {1, 2, 3, 4, 5, 15, 16, 17, 33, 1025}) {
    for (const std::size_t steps : {1, 2, 255, 256, 257, 700}) {
      const auto model = test::random_model(random, modes);
      const auto u = test::random_input(random, steps);
      const auto initial = test::random_state(random, modes);
      const double error = test::relative_difference(test::states_of(*backend_, model, u, initial),
                                                     test::plain_states(model, u, initial));
      QVERIFY2(error < kPromised, test::sizes(modes, steps, error));
    }
  }
}

void TestCpuScan::responseAgreesWithLongDouble() {
  Random random(2);
  for (const std::size_t modes : {1, 2, 3, 7, 16, 17, 40, 1030}) {
    for (const std::size_t steps : {1, 255, 256, 257, 4001}) {
      const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
      const auto u = test::random_input(random, steps);
      const auto initial = test::random_state(random, modes);
      const double error = test::relative_difference(
          test::response_of(*backend_, model, u, initial), test::plain_response(model, u, initial));
      QVERIFY2(error < kPromised, test::sizes(modes, steps, error));
    }
  }
}

void TestCpuScan::longSlowModesKeepTheirDigits() {
  Random random(3);
  const std::size_t steps = 262144;  // more than one block of chunks
  auto model = test::random_model(random, 5);
  for (Complex& a : model.abar) a *= (1.0 - 1e-9) / std::abs(a);
  model.abar[0] = 1.0 - 1e-9;  // a real one: each rounding falls on the same side
  const auto u = test::random_input(random, steps);
  const double error = test::relative_difference(test::response_of(*backend_, model, u),
                                                 test::plain_response(model, u));
  QVERIFY2(error < kPromised, test::sizes(5, steps, error));
}

void TestCpuScan::ringIsTheTransformOfTheStates() {
  Random random(4);
  for (const std::size_t modes : {1, 2, 3, 7, 16, 31, 32, 45, 128}) {
    for (const std::size_t steps : {1, 60, 300}) {
      const auto model = test::random_model(random, modes);
      const auto u = test::random_input(random, steps);
      const auto initial = test::random_state(random, modes);
      const auto states = test::plain_states(model, u, initial);
      const double error = test::relative_difference(test::ring_of(*backend_, model, u, initial),
                                                     test::plain_ring(states, modes));
      QVERIFY2(error < kPromised, test::sizes(modes, steps, error));
    }
  }
}

void TestCpuScan::ringEqualsTheDenseOperator() {
  // r_t = exp(delta W) r_{t-1} + F bbar u_t with W = F Lambda F* (MATHS section 2).
  Random random(5);
  const Eigen::Index nodes = 24;
  const double delta = 0.02;
  Model description;
  description.pairs = static_cast<int>(nodes);
  const auto continuous = ssm::continuous_model(description);
  const auto model = ssm::discretise(continuous, Rule::Zoh, delta);
  Eigen::MatrixXcd transform(nodes, nodes);
  for (Eigen::Index j = 0; j < nodes; ++j) {
    for (Eigen::Index m = 0; m < nodes; ++m) {
      transform(j, m) = std::polar(
          1.0 / std::sqrt(static_cast<double>(nodes)),
          -2.0 * std::numbers::pi * static_cast<double>(j * m) / static_cast<double>(nodes));
    }
  }
  const Eigen::Map<const Eigen::VectorXcd> lambda(continuous.lambda.data(), nodes);
  const Eigen::Map<const Eigen::VectorXcd> bbar(model.bbar.data(), nodes);
  const Eigen::MatrixXcd coupling = transform * lambda.asDiagonal() * transform.adjoint();
  const Eigen::MatrixXcd step = (delta * coupling).exp();
  const Eigen::VectorXcd weights = transform * bbar;
  const auto u = test::random_input(random, 200);
  std::vector<Complex> dense;
  Eigen::VectorXcd r = Eigen::VectorXcd::Zero(nodes);
  for (const double input : u) {
    r = (step * r + weights * input).eval();
    dense.insert(dense.end(), r.begin(), r.end());
  }
  const double error = test::relative_difference(test::ring_of(*backend_, model, u), dense);
  QVERIFY2(error < 1e-12, qPrintable(QString::number(error)));
}

void TestCpuScan::ringOfManyModes() {
  // One row is more than a block of the transform holds. A delta at node 0 is a constant row.
  const std::size_t modes = 20011;
  ssm::DiscreteModel model;
  model.abar.assign(modes, 0.5);
  model.bbar.assign(modes, 1.0);
  model.c.assign(modes, 1.0);
  const auto field = test::ring_of(*backend_, model, std::vector<double>{1.0, 0.0});
  const double height = std::sqrt(static_cast<double>(modes));
  QVERIFY(std::abs(field[0] - height) < 1e-9);
  QVERIFY(std::abs(field[modes] - 0.5 * height) < 1e-9);
  for (std::size_t j = 1; j < modes; ++j) QVERIFY(std::abs(field[j]) < 1e-10);
}

void TestCpuScan::runContinuesFromItsLastState() {
  Random random(6);
  for (const std::size_t cut : {1, 255, 256, 500}) {
    const auto model = test::random_model(random, 19);
    const auto u = test::random_input(random, 900);
    const auto whole = test::states_of(*backend_, model, u);
    const std::vector<Complex> last(whole.begin() + static_cast<long>((cut - 1) * 19),
                                    whole.begin() + static_cast<long>(cut * 19));
    const auto rest = test::states_of(*backend_, model, std::span(u).subspan(cut), last);
    const std::vector<Complex> expected(whole.begin() + static_cast<long>(cut * 19), whole.end());
    QVERIFY(test::relative_difference(rest, expected) < kPromised);
    const auto y = test::response_of(*backend_, model, u);
    const auto y_rest = test::response_of(*backend_, model, std::span(u).subspan(cut), last);
    const std::vector<double> y_expected(y.begin() + static_cast<long>(cut), y.end());
    QVERIFY(test::relative_difference(y_rest, y_expected) < kPromised);
  }
}

void TestCpuScan::responseIsLinear() {
  Random random(7);
  const auto model = test::random_model(random, 30);
  const auto u = test::random_input(random, 1500);
  const auto v = test::random_input(random, 1500);
  std::vector<double> mixed(u.size());
  for (std::size_t t = 0; t < u.size(); ++t) mixed[t] = 3.0 * u[t] - 0.7 * v[t];
  const auto yu = test::response_of(*backend_, model, u);
  const auto yv = test::response_of(*backend_, model, v);
  std::vector<double> expected(u.size());
  for (std::size_t t = 0; t < u.size(); ++t) expected[t] = 3.0 * yu[t] - 0.7 * yv[t];
  const double error =
      test::relative_difference(test::response_of(*backend_, model, mixed), expected);
  QVERIFY(error < kPromised);
}

void TestCpuScan::responseDoesNotDependOnWhenItBegan() {
  Random random(8);
  const auto model = test::random_model(random, 30);
  const auto u = test::random_input(random, 1000);
  const auto y = test::response_of(*backend_, model, u);
  for (const std::size_t delay : {1, 17, 256, 511}) {
    std::vector<double> later(delay, 0.0);
    later.insert(later.end(), u.begin(), u.end());
    auto moved = test::response_of(*backend_, model, later);
    for (std::size_t t = 0; t < delay; ++t) QCOMPARE(moved[t], 0.0);
    moved.erase(moved.begin(), moved.begin() + static_cast<long>(delay));
    QVERIFY(test::relative_difference(moved, y) < kPromised);
  }
}

void TestCpuScan::responseIsTheConvolutionWithTheKernel() {
  Random random(9);
  const auto model = test::random_model(random, 25);
  const auto u = test::random_input(random, 777);
  const auto kernel = test::kernel_of(*backend_, model, u.size());
  std::vector<double> expected(u.size(), 0.0);
  for (std::size_t t = 0; t < u.size(); ++t) {
    for (std::size_t s = 0; s <= t; ++s) expected[t] += kernel[s] * u[t - s];
  }
  const double error = test::relative_difference(test::response_of(*backend_, model, u), expected);
  QVERIFY(error < kPromised);
}

void TestCpuScan::nothingWrapsAround() {
  ssm::DiscreteModel model;
  model.abar = {0.99};
  model.bbar = {0.5};
  model.c = {1.0};
  std::vector<double> u(256, 0.0);
  u[200] = 1.0;
  const auto y = test::response_of(*backend_, model, u);
  QCOMPARE(y[0], 0.0);  // an unpadded FFT gives 0.5696012
  QVERIFY(std::abs(y[201] - 0.99) < 1e-15);
}

void TestCpuScan::lateInputOfAFastGrowingMode() {
  // abar^256 overflows, but until the impulse every state is 0 and then the growth starts anew.
  ssm::DiscreteModel model;
  model.abar = {Complex(0.0, -20.0), 0.9};
  model.bbar = {1.0, 1.0};
  model.c = {1.0, 1.0};
  std::vector<double> u(800, 0.0);  // it ends before 20^(t - 600) overflows
  u[600] = 1.0;
  const auto states = test::states_of(*backend_, model, u);
  for (std::size_t t = 0; t < 600; ++t) QCOMPARE(states[2 * t], Complex(0.0));
  for (std::size_t t = 600; t < 800; ++t) {
    const double power = std::pow(20.0, static_cast<double>(t - 600));
    QVERIFY(std::abs(std::abs(states[2 * t]) - power) <= 1e-12 * power);
    QVERIFY(std::abs(states[2 * t + 1] - std::pow(0.9, static_cast<double>(t - 600))) < 1e-14);
  }
}

void TestCpuScan::toeplitzProductsAreTheMatrix() {
  Random random(10);
  for (const std::size_t length : {1, 2, 300, 513}) {
    const auto model = test::random_model(random, 12);
    const auto v = test::random_input(random, length);
    const auto h = test::kernel_of(*backend_, model, length);
    std::vector<double> forward(length, 0.0);
    std::vector<double> transposed(length, 0.0);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        forward[i] += h[i - j] * v[j];
        transposed[j] += h[i - j] * v[i];
      }
    }
    const auto tv = test::product_of(*backend_, model, compute::Toeplitz::Forward, v);
    const auto ttv = test::product_of(*backend_, model, compute::Toeplitz::Transposed, v);
    QVERIFY(test::relative_difference(tv, forward) < kPromised);
    QVERIFY(test::relative_difference(ttv, transposed) < kPromised);
  }
}

void TestCpuScan::emptyRuns() {
  Random random(11);
  const auto model = test::random_model(random, 3);
  QVERIFY(test::states_of(*backend_, model, {}).empty());
  QVERIFY(test::ring_of(*backend_, model, {}).empty());
  QVERIFY(test::response_of(*backend_, model, {}).empty());
  ssm::DiscreteModel no_modes;
  no_modes.d = 2.0;
  const std::vector<double> u(600, 1.0);
  QVERIFY(test::states_of(*backend_, no_modes, u).empty());
  QCOMPARE(test::response_of(*backend_, no_modes, u), std::vector<double>(600, 2.0));
}

void TestCpuScan::batchEqualsLoop() {
  Random random(12);
  const std::size_t modes = 13;
  for (const std::size_t steps : {5, 900}) {
    std::vector<ssm::DiscreteModel> models;
    std::vector<double> u;
    std::vector<Complex> initial;
    for (int i = 0; i < 4; ++i) {
      models.push_back(test::random_model(random, modes));
      const auto more = test::random_input(random, steps);
      u.insert(u.end(), more.begin(), more.end());
      const auto state = test::random_state(random, modes);
      initial.insert(initial.end(), state.begin(), state.end());
    }
    const test::BatchOfModels all(models);
    std::vector<Complex> ring(models.size() * steps * modes);
    std::vector<Complex> states(ring.size());
    std::vector<double> y(u.size());
    compute::Progress progress;
    backend_->states(all.batch, steps, u, initial, states, progress);
    backend_->ring_field(all.batch, steps, u, initial, ring, progress);
    backend_->response(all.batch, steps, u, initial, y, progress);
    for (std::size_t i = 0; i < models.size(); ++i) {
      const std::span<const double> input = std::span(u).subspan(i * steps, steps);
      const std::span<const Complex> start = std::span(initial).subspan(i * modes, modes);
      const auto one_states = test::states_of(*backend_, models[i], input, start);
      const auto one_ring = test::ring_of(*backend_, models[i], input, start);
      const auto one_y = test::response_of(*backend_, models[i], input, start);
      const auto at = static_cast<long>(i * steps * modes);
      QVERIFY(std::equal(one_states.begin(), one_states.end(), states.begin() + at));
      QVERIFY(std::equal(one_ring.begin(), one_ring.end(), ring.begin() + at));
      QVERIFY(std::equal(one_y.begin(), one_y.end(), y.begin() + static_cast<long>(i * steps)));
    }
  }
}

void TestCpuScan::instructionSetsAgree() {
  Random random(13);
  for (const auto* loops : compute::detail::supported_kernels()) {
    const auto backend = compute::detail::make_cpu_backend_with(pool_, *loops);
    for (const std::size_t modes : {1, 6, 37}) {
      const auto model = test::random_model(random, modes);
      const auto u = test::random_input(random, 1111);
      const double states = test::relative_difference(test::states_of(*backend, model, u),
                                                      test::plain_states(model, u));
      const double response = test::relative_difference(test::response_of(*backend, model, u),
                                                        test::plain_response(model, u));
      QVERIFY2(states < kPromised && response < kPromised, loops->name);
    }
  }
}

void TestCpuScan::threadsGiveTheSameBits() {
  Random random(14);
  const auto model = test::random_model(random, 50);
  const auto u = test::random_input(random, 70001);
  const auto states = test::states_of(*backend_, model, u);
  const auto ring = test::ring_of(*backend_, model, u);
  const auto y = test::response_of(*backend_, model, u);
  for (const unsigned threads : {1U, 2U, 3U, 5U}) {
    compute::Pool pool(threads);
    const auto backend = compute::make_cpu_backend(pool);
    QVERIFY(test::states_of(*backend, model, u) == states);
    QVERIFY(test::ring_of(*backend, model, u) == ring);
    QVERIFY(test::response_of(*backend, model, u) == y);
  }
}

QTEST_APPLESS_MAIN(TestCpuScan)
#include "test_cpu_scan.moc"
