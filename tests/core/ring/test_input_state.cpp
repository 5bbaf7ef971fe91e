// The state before a window against the recurrence from step 0 on.
#include <QtTest>
#include <cmath>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/data/signals.hpp"
#include "core/ring/input_state.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;

namespace {

// The recurrence's own rounding over the longest memory here, 1,000 steps, and the operator's.
constexpr double kAgreement = 1e-12;

ComplexList stepped(const ssm::DiscreteModel& model, const std::vector<double>& u) {
  ComplexList x(model.modes());
  for (const double value : u)
    for (std::size_t m = 0; m < x.size(); ++m) x[m] = model.abar[m] * x[m] + model.bbar[m] * value;
  return x;
}

class Before {
 public:
  ComplexList operator()(const ssm::DiscreteModel& model, const Input& input, std::size_t first) {
    compute::Progress progress;
    return ring::state_before(model, input, first, *backend_, progress);
  }
  compute::Backend& backend() { return *backend_; }

 private:
  compute::Pool pool_{1};
  std::shared_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

ssm::DiscreteModel one_mode(Complex abar) {
  ssm::DiscreteModel model;
  model.abar = {abar};
  model.bbar = {0.5};
  model.c = {1.0};
  return model;
}

}  // namespace

class TestInputState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isTheRecurrences_data() {
    QTest::addColumn<int>("first");
    for (const int first : {0, 1, 2, 127, 128, 129, 5000, 65537, 200001})
      QTest::addRow("before step %d", first) << first;
  }
  void isTheRecurrences() {
    QFETCH(int, first);
    const auto count = static_cast<std::size_t>(first);
    compute::Random random(static_cast<std::uint64_t>(first) + 1);
    const auto model = test::random_discrete(random, 7);
    const Input input = NoiseInput{3, 1.0};
    const auto expected = stepped(model, data::input_signal(input, 0, count));
    const auto got = Before()(model, input, count);
    double largest = 1.0;
    for (const Complex& x : expected) largest = std::max(largest, std::abs(x));
    QVERIFY(test::largest_difference(got, expected) <= kAgreement * largest);
  }

  void aFaintWaveIsKeptWhileADoubleHoldsIt() {
    // 0.5^1000 is 1e-301: of an impulse so long ago it is all there is, and it is drawn magnified.
    const auto got = Before()(one_mode(0.5), ImpulseInput{0}, 1001);
    QCOMPARE(got[0], Complex(std::ldexp(0.5, -1000), 0.0));
    QCOMPARE(Before()(one_mode(0.5), ImpulseInput{0}, 5000)[0], Complex(0.0, 0.0));
  }

  void whatDoesNotDecayReachesBackToTheStart() {
    const auto got = Before()(one_mode(1.0), ImpulseInput{0}, 300000);
    QVERIFY(std::abs(got[0] - 0.5) <= kAgreement);
    QCOMPARE(Before()(one_mode(0.0), StepInput{0}, 300000)[0], Complex(0.5, 0.0));
  }

  void onlyWhatIsLeftIsRead() {
    // Ten million steps on, a mode of memory 100 steps asks no more often than 80,500 on.
    test::CountingProgress near, far;
    Before before;
    const auto model = one_mode(std::exp(-0.01));
    ring::state_before(model, StepInput{0}, 80'600, before.backend(), near);
    ring::state_before(model, StepInput{0}, 10'000'000, before.backend(), far);
    QVERIFY(far.count() <= near.count() + 2);
  }

  void canBeCancelled() {
    Before before;
    test::CountingProgress progress(3);
    QVERIFY_EXCEPTION_THROWN(
        ring::state_before(one_mode(1.0), StepInput{0}, 10'000'000, before.backend(), progress),
        compute::Cancelled);
  }
};

QTEST_GUILESS_MAIN(TestInputState)
#include "test_input_state.moc"
