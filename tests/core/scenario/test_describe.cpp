// Undo texts: what changed between two scenarios, in a person's words.
#include <QtTest>

#include "core/scenario/describe.hpp"
#include "core/scenario/parameters.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;

namespace {

Scenario set(const Scenario& scenario, const char* pointer, double value) {
  return with(scenario, *find_parameter(pointer), value);
}

/// "Step Δ 0.01 → 0.02 s"
std::string difference_text(const Scenario& before, const Scenario& after) {
  const Difference now = difference(before, after);
  std::string text(now.what);
  if (now.before.empty() && now.after.empty()) return text;
  text.append(" ").append(now.before).append(" → ").append(now.after);
  if (!now.unit.empty()) text.append(" ").append(now.unit);
  return text;
}

}  // namespace

class TestDescribe : public QObject {
  Q_OBJECT

 private slots:
  void one_parameter() {
    const Scenario s;
    const auto text = [&s](const char* pointer, double value) {
      return difference_text(s, set(s, pointer, value));
    };
    QCOMPARE(text("/discretisation/delta", 0.02), std::string("Step Δ 0.01 → 0.02 s"));
    QCOMPARE(text("/model/init", static_cast<double>(Init::Inv)),
             std::string("Initialiser Lin → Inv"));
    // A choice explains what it brings with it.
    QCOMPARE(text("/model/init", static_cast<double>(Init::Real)),
             std::string("Initialiser Lin → Real"));
    QCOMPARE(text("/target/kind", static_cast<double>(MemoryKind::Mixture)),
             std::string("Target Exponential → Mixture"));
    QCOMPARE(text("/target/alpha", 0.25), std::string("Target memory α 0.5 → 0.25"));
    QCOMPARE(text("/input/kind", 5), std::string("Input Impulse → ECG"));
    QCOMPARE(text("/input/at", 100000), std::string("At step 0 → 100000 steps"));
    QCOMPARE(text("/model/conjugate", 0), std::string("Conjugate pairs on → off"));
    // Nearer than six digits, and still told apart.
    QCOMPARE(text("/discretisation/delta", 0.01 + 1e-12),
             std::string("Step Δ 0.01 → 0.010000000001 s"));
  }

  void what_no_row_holds() {
    const Scenario s;
    Scenario t = s;
    QCOMPARE(difference_text(s, t), std::string());
    t.title = "x";
    QCOMPARE(difference_text(s, t), std::string("Title"));
    t.note = "y";
    QCOMPARE(difference_text(s, t), std::string("several changes"));
    t = s;
    t.discretisation.delta_unit = "ms";
    QCOMPARE(difference_text(s, t), std::string("Unit of Δ"));
    t = s;
    t.model.init = Init::Explicit;
    t.model.lambda = {Complex(-1.0, 2.0)};
    t.model.pairs = 1;
    QCOMPARE(difference_text(s, t), std::string("Poles λ"));
    t = s;
    t.model.C = ComplexList(32, Complex(1.0, 0.0));
    QCOMPARE(difference_text(s, t), std::string("Output matrix C"));
    t = s;
    t.input = FileInput{{"/a.csv", 0, ""}, 0};
    QCOMPARE(difference_text(s, t), std::string("Input file"));
    t = s;
    t.target.kind = MemoryKind::Samples;
    t.target.values = {1.0, 0.5};
    t.target.length = 2;
    QCOMPARE(difference_text(s, t), std::string("Target"));
  }

  void every_row_explains_itself() {
    test::RandomScenario random(17);
    int told = 0;
    for (int i = 0; i < 2000; ++i) {
      const Scenario before = random.next();
      const auto rows = parameters();
      const Parameter& row =
          rows[static_cast<std::size_t>(random.whole(0, static_cast<int>(rows.size()) - 1))];
      if (!row.applies(before)) continue;
      Scenario after = before;
      const double value = random.real(row.least, row.greatest);
      row.set(after, row.kind == ParameterKind::Real ? value : std::floor(value));
      if (after == before) continue;
      QVERIFY(difference_text(before, after).starts_with(std::string(row.label)));
      ++told;
    }
    QVERIFY(told > 300);
  }
};

QTEST_APPLESS_MAIN(TestDescribe)
#include "test_describe.moc"
