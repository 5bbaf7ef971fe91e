// Poles moved, added and taken away by hand: what changes, and that nothing else does.
#include <QtTest>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/spectrum/pole_edit.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;
using namespace ssmscope::spectrum;

namespace {

constexpr double kRounding = 1e-12;

}  // namespace

class TestPoleEdit : public QObject {
  Q_OBJECT
 private slots:
  void rules_are_undone();
  void the_branch_goes_on();
  void moving_makes_the_poles_explicit();
  void moving_keeps_b_and_c();
  void adding_and_removing();
  void removing_keeps_the_other_modes();
  void what_cannot_be_done();
};

void TestPoleEdit::rules_are_undone() {
  compute::Random random(1);
  for (const Rule rule :
       {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler, Rule::EulerB}) {
    for (int i = 0; i < 50; ++i) {
      ssm::ContinuousModel model;
      model.lambda = {Complex(-3.0 * random.uniform(), 200.0 * random.uniform() - 100.0)};
      model.B = model.C = {1.0};
      const Complex abar = ssm::discretise(model, rule, 0.1).abar[0];
      const Complex near = model.lambda[0] + Complex(0.3, 10.0 * random.uniform() - 5.0);
      const Complex back = continuous_pole(rule, abar, 0.1, near);
      QVERIFY(std::abs(back - model.lambda[0]) < 1e-9 * std::abs(model.lambda[0]));
    }
  }
  QCOMPARE(continuous_pole(Rule::Zoh, 0.0, 0.1, Complex(-1.0, 2.0)), Complex(-1.0, 2.0));
  QCOMPARE(continuous_pole(Rule::Bilinear, -1.0, 0.1, Complex(-1.0, 2.0)), Complex(-1.0, 2.0));
}

void TestPoleEdit::the_branch_goes_on() {
  // Led one and a half times around the circle in small steps: one and a half turns more.
  Complex lambda(-1.0, 5.0);
  const Complex start = std::exp(0.1 * lambda);
  for (int i = 1; i <= 300; ++i)
    lambda = continuous_pole(Rule::Zoh, start * std::polar(1.0, 3.0 * kPi * i / 300), 0.1, lambda);
  QVERIFY(std::abs(lambda - Complex(-1.0, 5.0 + 30.0 * kPi)) < 1e-9);
}

void TestPoleEdit::moving_makes_the_poles_explicit() {
  Scenario scenario;
  scenario.model.init = Init::Random;
  scenario.model.seed = 7;
  const ComplexList before = poles(scenario.model);
  const Scenario moved = with_pole_moved(scenario, 3, Complex(-2.0, 1.0));
  QCOMPARE(moved.model.init, Init::Explicit);
  QCOMPARE(moved.model.pairs, 32);
  for (std::size_t m = 0; m < before.size(); ++m)
    QCOMPARE(moved.model.lambda[m], m == 3 ? Complex(-2.0, 1.0) : before[m]);
  QVERIFY(std::holds_alternative<FitToTarget>(moved.model.C));
  check(moved);
  Scenario rest = moved;
  rest.model = scenario.model;
  QCOMPARE(rest, scenario);
  const Complex abar = std::polar(0.9, 0.4);
  const Scenario discrete = with_discrete_pole_moved(scenario, 0, abar);
  QVERIFY(std::abs(std::exp(0.01 * discrete.model.lambda[0]) - abar) < kRounding);
}

void TestPoleEdit::moving_keeps_b_and_c() {
  Scenario scenario;
  scenario.model.pairs = 5;
  scenario.model.B = Seeded{3};
  scenario.model.C = Seeded{4};
  const auto before = ssm::continuous_model(scenario.model);
  const auto after = ssm::continuous_model(with_pole_moved(scenario, 2, -1.0).model);
  QCOMPARE(after.B, before.B);
  QCOMPARE(after.C, before.C);
}

void TestPoleEdit::adding_and_removing() {
  Scenario scenario;
  scenario.model.pairs = 3;
  scenario.model.C = ComplexList{1.0, 2.0, 3.0};
  const Scenario more = with_pole_added(scenario, Complex(-1.0, 100.0));
  QCOMPARE(more.model.pairs, 4);
  QCOMPARE(std::get<ComplexList>(more.model.C), (ComplexList{1.0, 2.0, 3.0, 1.0}));
  check(more);
  const Scenario less = without_pole(more, 1);
  QCOMPARE(less.model.lambda,
           (ComplexList{more.model.lambda[0], more.model.lambda[2], more.model.lambda[3]}));
  QCOMPARE(std::get<ComplexList>(less.model.C), (ComplexList{1.0, 3.0, 1.0}));
  check(less);
  Scenario explicit_before = without_pole(more, 3);
  QCOMPARE(explicit_before.model.lambda, poles(scenario.model));
  const Scenario turned = with_discrete_pole_added(scenario, std::polar(0.5, -3.0));
  QVERIFY(std::abs(turned.model.lambda.back().imag() + 300.0) < 1e-9);
}

void TestPoleEdit::removing_keeps_the_other_modes() {
  Scenario scenario;
  scenario.model.pairs = 6;
  scenario.model.B = Seeded{3};
  scenario.model.C = Seeded{4};
  const auto before = ssm::continuous_model(scenario.model);
  const auto after = ssm::continuous_model(without_pole(scenario, 2).model);
  for (std::size_t m = 0; m < 5; ++m) {
    const std::size_t old = m < 2 ? m : m + 1;
    QCOMPARE(after.lambda[m], before.lambda[old]);
    QCOMPARE(after.B[m], before.B[old]);
    QCOMPARE(after.C[m], before.C[old]);
  }
  // A seeded list grows without a change of the modes before.
  const auto more = ssm::continuous_model(with_pole_added(scenario, -9.0).model);
  for (std::size_t m = 0; m < 6; ++m) QCOMPARE(more.B[m], before.B[m]);
}

void TestPoleEdit::what_cannot_be_done() {
  Scenario scenario;
  scenario.model.pairs = 1;
  QVERIFY_THROWS_EXCEPTION(InputError, without_pole(scenario, 0));
  QVERIFY_THROWS_EXCEPTION(InputError, with_pole_moved(scenario, 1, -1.0));
  QVERIFY_THROWS_EXCEPTION(InputError, with_discrete_pole_moved(scenario, 9, 0.5));
}

QTEST_APPLESS_MAIN(TestPoleEdit)
#include "test_pole_edit.moc"
