// The frequency response of the CPU backend, and how operations are cancelled.
#include <QtTest>
#include <atomic>
#include <cmath>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/cpu_backend_with.hpp"
#include "core/compute/cpu_dispatch.hpp"
#include "core/compute/cpu_operation.hpp"
#include "core/compute/fft_plans.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/golden_models.hpp"

using namespace ssmscope;
using compute::Random;

namespace {

/// Counts how often it is asked, and says "cancelled" from the given time on.
class CountingProgress : public compute::Progress {
 public:
  explicit CountingProgress(std::size_t cancel_at = std::size_t(-1)) : cancel_at_(cancel_at) {}
  bool cancelled() const override { return ++asked_ > cancel_at_; }
  std::size_t asked() const { return asked_; }

 private:
  std::size_t cancel_at_;
  mutable std::atomic<std::size_t> asked_{0};
};

}  // namespace

class TestCpuFrequency : public QObject {
  Q_OBJECT

 private slots:
  void goldenDiscreteResponses();
  void goldenLargestGains();
  void everySizeAgreesWithLongDouble();
  void equalsTheFourierTransformOfADecayedKernel();
  void hugePolesGiveFiniteNumbers();
  void batchEqualsLoop();
  void threadsGiveTheSameBits();
  void progressIsAskedOftenEnough();
  void cancellationEndsEveryOperation();

 private:
  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestCpuFrequency::goldenDiscreteResponses() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("frequency_response.json")) {
    if (c.at("kind") != "discrete") continue;
    const auto discrete =
        ssm::discretise(test::golden_model(c), test::golden_rule(c.at("method")), c.at("dt"));
    const auto omega = test::golden_reals(c.at("w"));
    for (const auto* loops : compute::detail::supported_kernels()) {
      const auto backend = compute::detail::make_cpu_backend_with(pool_, *loops);
      const auto h = test::frequency_of(*backend, discrete, omega);
      const std::string wrong = test::golden_difference(h, c, "H");
      QVERIFY2(wrong.empty(), (std::string(loops->name) + ": " + wrong).c_str());
    }
    ++compared;
  }
  QCOMPARE(compared, std::size_t{36});
}

void TestCpuFrequency::goldenLargestGains() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("toeplitz_spectrum.json")) {
    const auto discrete =
        ssm::discretise(test::golden_model(c), test::golden_rule(c.at("disc")), c.at("dt"));
    const std::vector<double> peak = {c.at("expected").at("argmax_w").get<double>()};
    const auto backend = compute::make_cpu_backend(pool_);
    const double gain = std::abs(test::frequency_of(*backend, discrete, peak)[0]);
    const std::string wrong = test::golden_difference(gain, c, "max_abs_H");
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QCOMPARE(compared, std::size_t{18});
}

void TestCpuFrequency::everySizeAgreesWithLongDouble() {
  // Rounding of e^{-i omega} moves a term by 2^-53 over its distance from the pole, 1e-4 here.
  constexpr double kNearestPole = 1e-12;
  Random random(1);
  for (const auto* loops : compute::detail::supported_kernels()) {
    const auto backend = compute::detail::make_cpu_backend_with(pool_, *loops);
    for (const std::size_t modes : {1, 2, 3, 64, 65, 601}) {
      for (const std::size_t points : {1, 7, 511, 512, 513}) {
        const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
        const auto omega = test::frequency_grid(points);
        const double error = test::relative_difference(test::frequency_of(*backend, model, omega),
                                                       test::plain_frequency(model, omega));
        QVERIFY2(error < kNearestPole, loops->name);
      }
    }
  }
}

void TestCpuFrequency::equalsTheFourierTransformOfADecayedKernel() {
  Random random(2);
  const std::size_t length = 8192;
  auto model = test::random_model(random, 20);
  for (Complex& a : model.abar) a *= 0.99 / std::max(0.99, std::abs(a));
  const auto kernel = test::kernel_of(*backend_, model, length);
  std::vector<Complex> in(kernel.begin(), kernel.end());
  std::vector<Complex> transform(length);
  compute::fft_rows(in.data(), transform.data(), length, 1);
  std::vector<double> omega(length);
  for (std::size_t k = 0; k < length; ++k) {
    omega[k] = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
  }
  const double error =
      test::relative_difference(test::frequency_of(*backend_, model, omega), transform);
  QVERIFY2(error < 1e-10, qPrintable(QString::number(error)));
}

void TestCpuFrequency::hugePolesGiveFiniteNumbers() {
  ssm::DiscreteModel model;
  model.abar = {Complex(1e100, 1e100), 0.5};
  model.bbar = {1.0, 1.0};
  model.c = {1.0, 1.0};
  const auto h = test::frequency_of(*backend_, model, test::frequency_grid(5));
  for (std::size_t k = 0; k < h.size(); ++k) {
    const Complex z = std::polar(1.0, -test::frequency_grid(5)[k]);
    QVERIFY(std::abs(h[k] - 2.0 / (1.0 - 0.5 * z)) < 1e-14);
  }
}

void TestCpuFrequency::batchEqualsLoop() {
  Random random(3);
  std::vector<ssm::DiscreteModel> models;
  models.reserve(3);
  for (int i = 0; i < 3; ++i) models.push_back(test::random_model(random, 11));
  const test::BatchOfModels all(models);
  const auto omega = test::frequency_grid(1500);
  std::vector<Complex> out(models.size() * omega.size());
  compute::Progress progress;
  backend_->frequency_response(all.batch, omega, out, progress);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const auto one = test::frequency_of(*backend_, models[i], omega);
    QVERIFY(std::equal(one.begin(), one.end(), out.begin() + static_cast<long>(i * omega.size())));
  }
}

void TestCpuFrequency::threadsGiveTheSameBits() {
  Random random(4);
  const auto model = test::random_model(random, 31);
  const auto omega = test::frequency_grid(20000);
  const auto expected = test::frequency_of(*backend_, model, omega);
  for (const unsigned threads : {1U, 2U, 3U, 5U}) {
    compute::Pool pool(threads);
    QVERIFY(test::frequency_of(*compute::make_cpu_backend(pool), model, omega) == expected);
  }
}

void TestCpuFrequency::progressIsAskedOftenEnough() {
  // By work, since a clock would make the test depend on the machine: a piece between two checks
  // takes less than 2 ms even in the narrowest loops (cpu_operation.hpp).
  Random random(5);
  const std::size_t modes = 300;
  const std::size_t length = 50000;
  const std::size_t work = modes * length;
  const auto model = test::random_model(random, modes);
  const auto u = test::random_input(random, length);
  std::vector<double> y(length);
  std::vector<Complex> table(work);
  std::vector<Complex> h(length);
  CountingProgress kernel, states, ring, response, frequency;
  backend_->kernel(model.batch(), length, y, kernel);
  backend_->states(model.batch(), length, u, {}, table, states);
  backend_->ring_field(model.batch(), length, u, {}, table, ring);
  backend_->response(model.batch(), length, u, {}, y, response);
  backend_->frequency_response(model.batch(), test::frequency_grid(length), h, frequency);
  QVERIFY(kernel.asked() >= work / compute::detail::kKernelWorkPerCheck);
  QVERIFY(states.asked() >= 2 * work / compute::detail::kWorkPerCheck);
  QVERIFY(ring.asked() >= 2 * work / compute::detail::kWorkPerCheck);
  QVERIFY(response.asked() >= 2 * work / compute::detail::kWorkPerCheck);
  QVERIFY(frequency.asked() >= work / compute::detail::kWorkPerCheck);
}

void TestCpuFrequency::cancellationEndsEveryOperation() {
  Random random(6);
  const auto model = test::random_model(random, 64);
  const auto u = test::random_input(random, 20000);
  std::vector<double> y(u.size());
  std::vector<Complex> table(u.size() * model.modes());
  const auto batch = model.batch();
  for (const std::size_t at : {0, 1, 5}) {
    CountingProgress p[5] = {CountingProgress(at), CountingProgress(at), CountingProgress(at),
                             CountingProgress(at), CountingProgress(at)};
    QVERIFY_EXCEPTION_THROWN(backend_->kernel(batch, u.size(), y, p[0]), compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend_->states(batch, u.size(), u, {}, table, p[1]),
                             compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend_->ring_field(batch, u.size(), u, {}, table, p[2]),
                             compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend_->response(batch, u.size(), u, {}, y, p[3]),
                             compute::Cancelled);
    std::vector<Complex> h(u.size());
    QVERIFY_EXCEPTION_THROWN(
        backend_->frequency_response(batch, test::frequency_grid(u.size()), h, p[4]),
        compute::Cancelled);
  }
  // The backend is as good as new afterwards.
  QVERIFY(test::relative_difference(test::response_of(*backend_, model, u),
                                    test::plain_response(model, u)) < compute::Backend::kTolerance);
}

QTEST_APPLESS_MAIN(TestCpuFrequency)
#include "test_cpu_frequency.moc"
