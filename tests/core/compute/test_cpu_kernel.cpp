// The kernel of the CPU backend: golden data, long double, identities, sizes, instruction sets
// and threads.
#include <QtTest>
#include <cmath>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/cpu_backend_with.hpp"
#include "core/compute/cpu_dispatch.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/golden_models.hpp"

using namespace ssmscope;
using compute::Random;

namespace {

/// Kernels come from powers exact to rounding and one dot product a sample.
constexpr double kRounding = 1e-13;

}  // namespace

class TestCpuKernel : public QObject {
  Q_OBJECT

 private slots:
  void goldenKernels();
  void everySizeAgreesWithLongDouble();
  void longKernelKeepsItsDigits();
  void slowRealModeKeepsItsDigits();
  void changeOfRateUnderZoh();
  void deadStepIsZeroAfterTheFirst();
  void growingModeIsFiniteAsLongAsItCanBe();
  void emptyModelIsItsDirectTerm();
  void batchEqualsLoop();
  void instructionSetsAgree();
  void threadsGiveTheSameBits();

 private:
  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestCpuKernel::goldenKernels() {
  std::size_t dead_steps = 0;
  for (const test::Json& c : test::golden_cases("s4d_kernel.json")) {
    const auto model =
        ssm::discretise(test::golden_model(c), test::golden_rule(c.at("disc")), c.at("dt"));
    for (const Complex a : model.abar) dead_steps += a == 0.0 ? 1 : 0;
    const auto kernel = test::kernel_of(*backend_, model, c.at("L").get<std::size_t>());
    const std::string wrong = test::golden_difference(kernel, c, "K");
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
  QCOMPARE(dead_steps, std::size_t{2});  // the two golden kernels with Abar = 0
}

void TestCpuKernel::everySizeAgreesWithLongDouble() {
  Random random(1);
  for (const std::size_t modes : {1, 2, 3, 5, 8, 9, 63, 64, 65, 130}) {
    for (const std::size_t length : {1, 2, 3, 23, 24, 25, 191, 192, 193, 1000, 5000}) {
      const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
      const double error = test::relative_difference(test::kernel_of(*backend_, model, length),
                                                     test::plain_kernel(model, length));
      QVERIFY2(error < kRounding,
               qPrintable(QString("%1 modes, %2 samples: %3").arg(modes).arg(length).arg(error)));
    }
  }
}

void TestCpuKernel::longKernelKeepsItsDigits() {
  Random random(2);
  const std::size_t length = 262144;
  auto model = test::random_model(random, 17);
  for (Complex& a : model.abar) a *= (1.0 - 1e-7) / std::abs(a);  // nothing decays on the way
  const double error = test::relative_difference(test::kernel_of(*backend_, model, length),
                                                 test::plain_kernel(model, length));
  QVERIFY2(error < kRounding, qPrintable(QString::number(error)));
}

void TestCpuKernel::slowRealModeKeepsItsDigits() {
  // h_l = 2 (1 - 2^-20)^l: exp(l log1p(-2^-20)) in long double needs no recurrence.
  ssm::DiscreteModel model;
  model.abar = {Complex(1.0 - 0x1p-20, 0.0)};
  model.bbar = {1.0};
  model.c = {1.0};
  const auto kernel = test::kernel_of(*backend_, model, 262144);
  for (std::size_t l = 0; l < kernel.size(); l += 997) {
    const long double exact = 2.0L * std::exp(static_cast<long double>(l) * std::log1p(-0x1p-20L));
    QVERIFY(std::abs(kernel[l] - static_cast<double>(exact)) < kRounding);
  }
}

void TestCpuKernel::changeOfRateUnderZoh() {
  Random random(3);
  ssm::ContinuousModel model;
  for (int m = 0; m < 12; ++m) {
    model.lambda.emplace_back(-2.0 * random.uniform(), 30.0 * random.uniform());
    model.B.push_back(random.complex_normal());
    model.C.push_back(random.complex_normal());
  }
  const auto fine = test::kernel_of(*backend_, ssm::discretise(model, Rule::Zoh, 0.01), 2000);
  const auto coarse = test::kernel_of(*backend_, ssm::discretise(model, Rule::Zoh, 0.02), 1000);
  std::vector<double> joined(1000);
  for (std::size_t l = 0; l < joined.size(); ++l) joined[l] = fine[2 * l] + fine[2 * l + 1];
  // exp(2z) and exp(z)^2 differ by a rounding that the powers multiply by l.
  QVERIFY(test::relative_difference(coarse, joined) < 1e-12);
}

void TestCpuKernel::deadStepIsZeroAfterTheFirst() {
  ssm::ContinuousModel model;
  model.lambda = {-20.0};
  model.B = {1.0};
  model.C = {3.0};
  const auto kernel = test::kernel_of(*backend_, ssm::discretise(model, Rule::Bilinear, 0.1), 2000);
  QVERIFY(std::abs(kernel[0] - 2.0 * 3.0 * 0.05) < 1e-15);
  QVERIFY(std::all_of(kernel.begin() + 1, kernel.end(), [](double h) { return h == 0.0; }));
}

void TestCpuKernel::growingModeIsFiniteAsLongAsItCanBe() {
  Random random(4);
  auto model = test::random_model(random, 9);
  model.abar[4] = std::polar(std::exp(0.01), 0.1);
  const std::size_t length = 80000;
  const std::size_t finite = ssm::finite_steps(model, length);
  QVERIFY(finite > 60000 && finite < length);
  for (const auto* loops : compute::detail::supported_kernels()) {
    const auto backend = compute::detail::make_cpu_backend_with(pool_, *loops);
    auto kernel = test::kernel_of(*backend, model, length);
    kernel.resize(finite);
    const auto plain = test::plain_kernel(model, finite);
    for (std::size_t l = 0; l < finite; ++l) {
      // The growing mode holds nearly all of it; its own powers must be right at any size.
      const double scale = std::exp(0.01 * static_cast<double>(l)) * 20.0;
      QVERIFY2(std::abs(kernel[l] - plain[l]) <= 1e-12 * scale, loops->name);
    }
  }
}

void TestCpuKernel::emptyModelIsItsDirectTerm() {
  ssm::DiscreteModel model;
  model.d = 1.5;
  QCOMPARE(test::kernel_of(*backend_, model, 3), (std::vector<double>{1.5, 0.0, 0.0}));
  QVERIFY(test::kernel_of(*backend_, model, 0).empty());
}

void TestCpuKernel::batchEqualsLoop() {
  Random random(5);
  for (const std::size_t length : {7, 3000}) {
    std::vector<ssm::DiscreteModel> models;
    models.reserve(5);
    for (int i = 0; i < 5; ++i) models.push_back(test::random_model(random, 21));
    const test::BatchOfModels all(models);
    std::vector<double> out(models.size() * length);
    compute::Progress progress;
    backend_->kernel(all.batch, length, out, progress);
    for (std::size_t i = 0; i < models.size(); ++i) {
      const auto one = test::kernel_of(*backend_, models[i], length);
      QVERIFY(std::equal(one.begin(), one.end(), out.begin() + static_cast<long>(i * length)));
    }
  }
}

void TestCpuKernel::instructionSetsAgree() {
  Random random(6);
  for (const auto* loops : compute::detail::supported_kernels()) {
    const auto backend = compute::detail::make_cpu_backend_with(pool_, *loops);
    for (const std::size_t modes : {1, 7, 64, 100}) {
      const auto model = test::random_model(random, modes);
      const double error = test::relative_difference(test::kernel_of(*backend, model, 20011),
                                                     test::plain_kernel(model, 20011));
      QVERIFY2(error < kRounding, loops->name);
    }
  }
}

void TestCpuKernel::threadsGiveTheSameBits() {
  Random random(7);
  const auto model = test::random_model(random, 70);
  const auto expected = test::kernel_of(*backend_, model, 100003);
  for (const unsigned threads : {1U, 2U, 3U, 5U}) {
    compute::Pool pool(threads);
    QCOMPARE(test::kernel_of(*compute::make_cpu_backend(pool), model, 100003), expected);
  }
}

QTEST_APPLESS_MAIN(TestCpuKernel)
#include "test_cpu_kernel.moc"
