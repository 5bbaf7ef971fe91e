// Memory, aliasing, stability, energies and the continuous response; cases 1, 4, 7 and 15 of
// people's questions.
#include <QtTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/ssm/diagonal.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/core/golden_models.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;

namespace {

constexpr double kPi = std::numbers::pi;

ssm::ContinuousModel with_ones(ComplexList poles, double factor = 2.0) {
  ssm::ContinuousModel model;
  model.B.assign(poles.size(), 1.0);
  model.C.assign(poles.size(), 1.0);
  model.lambda = std::move(poles);
  model.factor = factor;
  return model;
}

std::size_t aliased(const ssm::ContinuousModel& model, Rule rule, double delta) {
  const auto discrete = ssm::discretise(model, rule, delta);
  std::size_t count = 0;
  for (const auto& mode : ssm::mode_readouts(model, discrete, rule, delta)) {
    count += mode.aliased ? 1 : 0;
  }
  return count;
}

double energy_of_samples(std::span<const double> h) {
  double sum = 0.0;
  for (const double value : h) sum += value * value;
  return sum;
}

}  // namespace

class TestReadouts : public QObject {
  Q_OBJECT

 private slots:
  void aliasingOfLin();
  void aliasingOfInv();
  void gainAtZeroDoesNotDependOnTheStep();
  void memoryInSteps();
  void growingModeIsNamed();
  void explicitEulerMakesADecayingModeGrow();
  void modeOnTheCircleNeverDecays();
  void reasonOfInstabilityFits();
  void powersOverflowWhereTheyShould();
  void singlePrecisionCaseInDouble();
  void overlappingModes();
  void energiesAreSumsOverTheKernel();
  void energiesAreCancelledInTime();
  void goldenContinuousResponses();

 private:
  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestReadouts::aliasingOfLin() {
  const auto model = with_ones(ssm::initial_poles(Init::Lin, 32, 1));
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.1);
  const auto readouts = ssm::mode_readouts(model, discrete, Rule::Zoh, 0.1);
  for (std::size_t n = 0; n < readouts.size(); ++n) QCOMPARE(readouts[n].aliased, n >= 11);
  QCOMPARE(aliased(model, Rule::Zoh, 0.1), std::size_t{21});
  QCOMPARE(aliased(model, Rule::EulerB, 0.1), std::size_t{21});
  QCOMPARE(aliased(model, Rule::Bilinear, 0.1), std::size_t{0});  // it warps instead
  QCOMPARE(aliased(model, Rule::Zoh, 0.01), std::size_t{0});
  QVERIFY(std::abs(readouts[15].radians_per_step - 4.712389) < 5e-7);
  QVERIFY(std::abs(readouts[15].appears_at + 1.570796) < 5e-7);
}

void TestReadouts::aliasingOfInv() {
  const auto model = with_ones(ssm::initial_poles(Init::Inv, 32, 1));
  QVERIFY(std::abs(model.lambda[0].imag() - 1283.425) < 5e-4);
  QCOMPARE(aliased(model, Rule::Zoh, 0.1), std::size_t{13});
  QCOMPARE(aliased(model, Rule::Zoh, 0.01), std::size_t{2});
  QCOMPARE(aliased(model, Rule::Zoh, 0.001), std::size_t{0});
}

void TestReadouts::gainAtZeroDoesNotDependOnTheStep() {
  const auto model = with_ones(ssm::initial_poles(Init::Lin, 32, 1));
  for (const Rule rule : {Rule::Zoh, Rule::Bilinear}) {
    for (const double delta : {0.1, 0.01, 0.001}) {
      const auto h = test::response_at(ssm::discretise(model, rule, delta), 0.0);
      QVERIFY(std::abs(h.value.real() - 4.160737) < 5e-7);
    }
  }
}

void TestReadouts::memoryInSteps() {
  const auto model = with_ones({Complex(-0.5, 3.0), -20.0, 0.0, 0.1});
  for (const Rule rule : {Rule::Zoh, Rule::EulerB, Rule::Bilinear}) {
    const auto discrete = ssm::discretise(model, rule, 0.1);
    const auto readouts = ssm::mode_readouts(model, discrete, rule, 0.1);
    const double expected = -1.0 / std::log(std::abs(discrete.abar[0]));
    QVERIFY(std::abs(readouts[0].memory_steps - expected) < 1e-12 * expected);
    QVERIFY(std::isnan(readouts[2].memory_steps));
    QVERIFY(std::isnan(readouts[3].memory_steps));
  }
  const auto zoh = ssm::discretise(model, Rule::Zoh, 0.1);
  QVERIFY(std::abs(ssm::mode_readouts(model, zoh, Rule::Zoh, 0.1)[0].memory_steps - 20.0) < 1e-13);
  const auto dead = ssm::discretise(model, Rule::Bilinear, 0.1);
  const auto readout = ssm::mode_readouts(model, dead, Rule::Bilinear, 0.1)[1];
  QCOMPARE(readout.memory_steps, 0.0);
  QVERIFY(std::isnan(readout.appears_at));
}

void TestReadouts::growingModeIsNamed() {
  const auto model = with_ones({-1.0, Complex(-0.5, 2.0), -2.0, Complex(0.1, 1.0)});
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.1);
  QVERIFY(!ssm::is_stable(discrete));
  const std::string text = ssm::instability(model, discrete);
  QCOMPARE(QString::fromStdString(text),
           QString("unstable: Re lambda > 0 for mode 3 (grows by a factor 1.01005 a step)"));
  // Of so slow a growth rounding of abar leaves three digits.
  const auto tiny = with_ones({1e-9});
  QCOMPARE(QString::fromStdString(ssm::instability(tiny, ssm::discretise(tiny, Rule::Zoh, 1e-3))),
           QString("unstable: Re lambda > 0 for mode 0 (grows by a factor 1 + 1e-12 a step)"));
  const auto stable = with_ones({-1.0, Complex(-0.5, 2.0)});
  const auto decays = ssm::discretise(stable, Rule::Zoh, 0.1);
  QVERIFY(ssm::is_stable(decays));
  QVERIFY(ssm::instability(stable, decays).empty());
}

void TestReadouts::explicitEulerMakesADecayingModeGrow() {
  const auto model = with_ones(ssm::initial_poles(Init::Lin, 4, 1));
  const auto discrete = ssm::discretise(model, Rule::Euler, 0.1);
  const QString text = QString::fromStdString(ssm::instability(model, discrete));
  QVERIFY2(text.startsWith("unstable: |Abar| >= 1 for mode 3 (grows by a factor 1.338"),
           qPrintable(text));
  QVERIFY2(text.contains("although Re lambda < 0"), qPrintable(text));
  QVERIFY2(text.endsWith("and 2 more modes"), qPrintable(text));
}

void TestReadouts::modeOnTheCircleNeverDecays() {
  const auto model = with_ones({0.0});
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.1);
  QVERIFY(!ssm::is_stable(discrete));
  const QString text = QString::fromStdString(ssm::instability(model, discrete));
  QVERIFY2(text.contains("Re lambda = 0") && text.contains("never decays"), qPrintable(text));
  QCOMPARE(ssm::finite_steps(discrete, 1000000), std::size_t{1000000});
}

void TestReadouts::reasonOfInstabilityFits() {
  const auto slow = with_ones({-1e-20});
  const QString lost =
      QString::fromStdString(ssm::instability(slow, ssm::discretise(slow, Rule::Zoh, 0.1)));
  QVERIFY2(lost.endsWith("the decay of one step is lost in rounding"), qPrintable(lost));
  const auto singular = with_ones({100.0});  // 1 - delta lambda = 0
  const QString none = QString::fromStdString(
      ssm::instability(singular, ssm::discretise(singular, Rule::BackwardEuler, 0.01)));
  QCOMPARE(none, QString("unstable: Re lambda > 0 for mode 0 (its growth a step has no finite "
                         "value)"));
}

void TestReadouts::powersOverflowWhereTheyShould() {
  const auto model = with_ones({Complex(0.1, 1.0), -1.0});
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.1);
  const std::size_t length = 131072;
  const double most = std::numeric_limits<double>::max();
  const auto most_float = static_cast<double>(std::numeric_limits<float>::max());
  QCOMPARE(ssm::finite_steps(discrete, length, most), std::size_t{70979});
  QCOMPARE(ssm::finite_steps(discrete, length, most_float), std::size_t{8873});
  QCOMPARE(ssm::finite_steps(discrete, 500), std::size_t{500});
  const std::size_t safe = ssm::finite_steps(discrete, length);
  QVERIFY(safe < 70979 && safe > 69000);
  const auto kernel = test::kernel_of(*backend_, discrete, safe);
  QVERIFY(std::all_of(kernel.begin(), kernel.end(), [](double h) { return std::isfinite(h); }));
}

void TestReadouts::singlePrecisionCaseInDouble() {
  // S4D-Inv, N = 64, Re = -5e-4, delta = 0.1, C = 1/32: float32 loses 3e-4; we must not.
  auto model = with_ones(ssm::initial_poles(Init::Inv, 32, 1));
  for (Complex& pole : model.lambda) pole.real(-5e-4);
  for (Complex& c : model.C) c = 1.0 / 32.0;
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.1);
  const double error = test::relative_difference(test::kernel_of(*backend_, discrete, 16384),
                                                 test::plain_kernel(discrete, 16384));
  QVERIFY2(error < 1e-13, qPrintable(QString::number(error)));
}

void TestReadouts::overlappingModes() {
  auto model = with_ones({Complex(-0.5, 20.0), Complex(-0.5, 20.3)});
  model.C = {1.0, -1.0};
  const auto discrete = ssm::discretise(model, Rule::Zoh, 0.01);
  const auto gram = ssm::energy_gram(discrete);
  QVERIFY(std::abs(gram[0] - 0.0199458) < 5e-8);
  QVERIFY(std::abs(gram[3] - 0.0199435) < 5e-8);
  QVERIFY(std::abs(ssm::kernel_energy(discrete) - 0.0032916) < 5e-8);
  // A real mode with an imaginary C contributes nothing.
  auto real = with_ones({-0.5});
  real.C = {Complex(0.0, 1.0)};
  QVERIFY(std::abs(ssm::kernel_energy(ssm::discretise(real, Rule::Zoh, 0.01))) < 1e-18);
}

void TestReadouts::energiesAreSumsOverTheKernel() {
  compute::Random random(1);
  for (const double factor : {1.0, 2.0}) {
    auto model = test::random_model(random, 7, factor);
    for (Complex& a : model.abar) a *= 0.98 / std::max(0.98, std::abs(a));
    const auto h = test::kernel_of(*backend_, model, 4000);
    for (const std::size_t first : {0u, 1u, 25u}) {
      const double sum = energy_of_samples(std::span(h).subspan(first));
      QVERIFY(std::abs(ssm::kernel_energy(model, first) - sum) < 1e-11 * sum);
    }
    const auto gram = ssm::energy_gram(model);
    ssm::DiscreteModel one = model;
    one.d = 0.0;
    for (std::size_t m = 0; m < model.modes(); ++m) {
      one.c.assign(model.modes(), 0.0);
      one.c[m] = model.c[m];
      const double alone = energy_of_samples(test::kernel_of(*backend_, one, 4000));
      QVERIFY(std::abs(gram[m * model.modes() + m] - alone) < 1e-11 * alone);
      for (std::size_t n = 0; n < m; ++n) {
        QCOMPARE(gram[m * model.modes() + n], gram[n * model.modes() + m]);
      }
    }
  }
}

void TestReadouts::energiesAreCancelledInTime() {
  compute::Random random(8);
  const auto model = test::random_model(random, 1024);  // half a million entries: some 5 ms
  for (long question = 1; question <= 4; ++question) {
    const test::CountingProgress progress(question);
    QVERIFY_EXCEPTION_THROWN(ssm::energy_gram(model, progress), compute::Cancelled);
    const test::CountingProgress of_the_sum(question);
    QVERIFY_EXCEPTION_THROWN(ssm::kernel_energy(model, 0, of_the_sum), compute::Cancelled);
  }
}

void TestReadouts::goldenContinuousResponses() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("frequency_response.json")) {
    if (c.at("kind") != "continuous") continue;
    const auto model = test::golden_model(c);
    std::vector<Complex> h;
    for (const double w : test::golden_reals(c.at("w"))) {
      h.push_back(ssm::continuous_response(model, w));
    }
    const std::string wrong = test::golden_difference(h, c, "H");
    QVERIFY2(wrong.empty(), wrong.c_str());
    ++compared;
  }
  QCOMPARE(compared, std::size_t{24});
}

QTEST_APPLESS_MAIN(TestReadouts)
#include "test_readouts.moc"
