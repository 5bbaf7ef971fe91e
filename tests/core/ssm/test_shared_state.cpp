// S5's shared state: one channel is S4D, several are a sum of its ways.
#include <QtTest>
#include <cmath>

#include "core/ssm/shared_state.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/ssm/plain_systems.hpp"

using namespace ssmscope;

namespace {

ssm::SharedStateModel random_continuous(compute::Random& random, std::size_t modes,
                                        std::size_t inputs, std::size_t outputs) {
  ssm::SharedStateModel model;
  model.inputs = inputs;
  model.outputs = outputs;
  for (std::size_t m = 0; m < modes; ++m)
    model.lambda.emplace_back(-2.0 * random.uniform(), 30.0 * random.normal());
  for (std::size_t i = 0; i < modes * inputs; ++i) model.B.push_back(random.complex_normal());
  for (std::size_t i = 0; i < modes * outputs; ++i) model.C.push_back(random.complex_normal());
  model.D = test::random_input(random, inputs * outputs);
  return model;
}

}  // namespace

class TestSharedState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneChannelIsS4d() {
    compute::Random random(1);
    auto model = random_continuous(random, 9, 1, 1);
    model.lambda[4] = 0.0;
    const ssm::ContinuousModel diagonal{model.lambda, model.B, model.C, model.D[0], 2.0};
    for (const Rule rule :
         {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
      const auto shared = ssm::discretise(model, rule, 0.03).path(0, 0);
      const auto expected = ssm::discretise(diagonal, rule, 0.03);
      // The same operations on the same numbers.
      QVERIFY(test::relative_difference(shared.abar, expected.abar) < 1e-15);
      QVERIFY(test::relative_difference(shared.bbar, expected.bbar) < 1e-15);
      QCOMPARE(shared.c, expected.c);
      QCOMPARE(shared.d, expected.d);
      QCOMPARE(shared.factor, expected.factor);
    }
  }

  void outputIsTheSumOfTheWays_data() {
    QTest::addColumn<int>("modes");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("outputs");
    QTest::newRow("one") << 1 << 1 << 1;
    QTest::newRow("fan in") << 3 << 4 << 1;
    QTest::newRow("fan out") << 3 << 1 << 4;
    QTest::newRow("square") << 8 << 5 << 5;
  }
  void outputIsTheSumOfTheWays() {
    QFETCH(int, modes);
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    const auto in = static_cast<std::size_t>(inputs), out = static_cast<std::size_t>(outputs);
    compute::Random random(7);
    const auto model = ssm::discretise(
        random_continuous(random, static_cast<std::size_t>(modes), in, out), Rule::Zoh, 0.02);
    constexpr std::size_t kSteps = 200;
    const auto u = test::random_input(random, in * kSteps);
    const auto y = test::plain_run(model, u, kSteps).y;
    std::vector<double> sum(out * kSteps);
    for (std::size_t o = 0; o < out; ++o) {
      for (std::size_t i = 0; i < in; ++i) {
        const auto part =
            test::plain_response(model.path(i, o), std::span(u).subspan(i * kSteps, kSteps));
        for (std::size_t t = 0; t < kSteps; ++t) sum[o * kSteps + t] += part[t];
      }
    }
    QVERIFY(test::relative_difference(y, sum) < 1e-14);
  }

  void wrongSizesAreSaid() {
    compute::Random random(3);
    const auto model = random_continuous(random, 4, 2, 3);
    const auto said = [&](auto change) {
      ssm::SharedStateModel changed = model;
      change(changed);
      return test::complaint([&] { ssm::discretise(changed, Rule::Zoh, 0.1); });
    };
    QVERIFY(said([](auto&) {}).empty());
    QVERIFY(said([](auto& m) { m.B.pop_back(); }).find("4 x 2") != std::string::npos);
    QVERIFY(said([](auto& m) { m.C.pop_back(); }).find("3 x 4") != std::string::npos);
    QVERIFY(said([](auto& m) { m.D.pop_back(); }).find("3 x 2") != std::string::npos);
    QVERIFY(said([](auto& m) { m.lambda.clear(); }).find("0 modes") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestSharedState)
#include "test_shared_state.moc"
