// The parameter table: every row reads, writes, complains and keeps the scenario canonical.
#include <QtTest>
#include <set>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/parameters.hpp"
#include "core/scenario/scenario_json.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;

namespace {

/// A random scenario to which the row applies.
Scenario applicable(const Parameter& row, test::RandomScenario& random) {
  for (int i = 0; i < 10'000; ++i) {
    Scenario scenario = random.next();
    if (row.applies(scenario)) return scenario;
  }
  qFatal("no scenario for %s", std::string(row.pointer).c_str());
}

double some_value(const Parameter& row, test::RandomScenario& random) {
  const double value = random.real(row.least, row.greatest);
  return row.kind == ParameterKind::Real ? value : std::floor(value + 0.5);
}

std::string refusal(const Scenario& scenario, const char* pointer, double value) {
  try {
    with(scenario, *find_parameter(pointer), value);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

Scenario set(const Scenario& scenario, const char* pointer, double value) {
  return with(scenario, *find_parameter(pointer), value);
}

}  // namespace

class TestParameters : public QObject {
  Q_OBJECT

 private slots:
  void rows_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < parameters().size(); ++i)
      QTest::newRow(std::string(parameters()[i].pointer).c_str()) << static_cast<int>(i);
  }

  void rows() {
    QFETCH(int, index);
    const Parameter& row = parameters()[static_cast<std::size_t>(index)];
    test::RandomScenario random(11);
    QVERIFY(row.pointer.starts_with("/" + std::string(row.group) + "/"));
    QVERIFY(!row.label.empty() && row.help.ends_with('.'));
    QVERIFY(row.least < row.greatest);
    QVERIFY(row.scale == Scale::Linear || row.least > 0.0);
    QCOMPARE(find_parameter(row.pointer), &row);
    if (row.kind == ParameterKind::Choice) {
      QCOMPARE(row.choices.size(), static_cast<std::size_t>(row.greatest) + 1);
      QCOMPARE(row.choice_labels.size(), row.choices.size());
      QVERIFY(row.offers != nullptr);
    }
    for (int i = 0; i < 100; ++i) {
      Scenario scenario = applicable(row, random);
      const auto json = nlohmann::json(scenario_to_json(scenario, "/base"));
      const bool ones =
          (row.pointer == "/model/B" && scenario.model.B.index() == 0) ||
          (row.pointer == "/decoder/weights" && scenario.decoder.weights.index() == 0);
      QVERIFY(ones || json.contains(nlohmann::json::json_pointer(std::string(row.pointer))));
      QVERIFY(range_complaint(row, row.get(scenario)).empty());
      // Setting what is there changes nothing; setting another value reads back.
      Scenario same = scenario;
      row.set(same, row.get(scenario));
      QVERIFY(same == scenario);
      const double value = some_value(row, random);
      row.set(scenario, value);
      QCOMPARE(row.get(scenario), value);
    }
  }

  void range_data() { rows_data(); }

  void range() {
    QFETCH(int, index);
    const Parameter& row = parameters()[static_cast<std::size_t>(index)];
    const auto complaint = [&row](double value) { return range_complaint(row, value); };
    QVERIFY(complaint(row.least).empty());
    QVERIFY(complaint(row.greatest).empty());
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double bad :
         {std::nextafter(row.least, -infinity), std::nextafter(row.greatest, infinity),
          std::nan(""), infinity, -infinity})
      QVERIFY(complaint(bad).starts_with(field_name(row.pointer) + " must be "));
    if (row.kind != ParameterKind::Real) QVERIFY(!complaint(row.least + 0.5).empty());
  }

  /// Whatever offers() allows and whatever the value, with() gives a valid scenario or says why
  /// not; what it gives survives JSON, so it is canonical.
  void with_never_makes_an_invalid_scenario() {
    test::RandomScenario random(5);
    int changed = 0;
    for (int i = 0; i < 4000; ++i) {
      const Scenario scenario = random.next();
      const auto rows = parameters();
      const Parameter& row =
          rows[static_cast<std::size_t>(random.whole(0, static_cast<int>(rows.size()) - 1))];
      try {
        const Scenario next = with(scenario, row, some_value(row, random));
        check(next);
        const auto text = scenario_to_json(next, "/base/folder").dump();
        QVERIFY2(scenario_from_json(std::string_view(text), "/base/folder") == next, text.c_str());
        ++changed;
      } catch (const InputError& error) {
        QVERIFY(std::string(error.what()).find('.') != std::string::npos);
      }
    }
    QVERIFY(changed > 1000);
  }

  void every_scalar_of_the_default_has_a_row() {
    const auto json = nlohmann::json(scenario_to_json(Scenario{}, "/base")).flatten();
    const std::set<std::string> texts = {"/version", "/title", "/note",
                                         "/discretisation/delta_unit", "/model/C/fit"};
    for (const auto& [pointer, value] : json.items())
      QVERIFY2(texts.contains(pointer) || find_parameter(pointer) != nullptr, pointer.c_str());
  }

  void choices_that_need_a_list_or_a_file_are_not_offered() {
    const Scenario plain;
    const auto offers = [](const Scenario& s, const char* pointer, std::size_t index) {
      return find_parameter(pointer)->offers(s, index);
    };
    QVERIFY(offers(plain, "/model/init", static_cast<std::size_t>(Init::Legs)));
    QVERIFY(!offers(plain, "/model/init", static_cast<std::size_t>(Init::Explicit)));
    QVERIFY(!offers(plain, "/model/family", static_cast<std::size_t>(Family::S6)));
    QVERIFY(!offers(plain, "/model/C", 2));
    QVERIFY(!offers(plain, "/target/kind", static_cast<std::size_t>(MemoryKind::Samples)));
    QVERIFY(!offers(plain, "/input/kind", 7));
    QVERIFY(!offers(plain, "/refinement/preset", 1));
    QVERIFY(refusal(plain, "/model/init", 5).find("model.init cannot become \"explicit\"") == 0);
    Scenario own = plain;
    own.model.init = Init::Explicit;
    own.model.pairs = 1;
    own.model.lambda = {Complex(-1.0, 2.0)};
    QVERIFY(offers(own, "/model/init", static_cast<std::size_t>(Init::Explicit)));
    QVERIFY(!find_parameter("/model/pairs")->applies(own));
  }

  void refusals_name_the_field() {
    const Scenario plain;
    QCOMPARE(refusal(plain, "/discretisation/delta", -1.0),
             std::string("discretisation.delta must be from 1e-09 to 1000 (s), not -1"));
    QCOMPARE(refusal(plain, "/input/omega", 1.0),
             std::string("input.omega does not apply to this scenario"));
    const Scenario shorter = set(plain, "/target/length", 32);
    QVERIFY(refusal(shorter, "/target/kind", static_cast<double>(MemoryKind::Airy))
                .find("target.length") == 0);
  }

  void real_poles_switch_conjugates_off_and_back() {
    const Scenario real = set(Scenario{}, "/model/init", static_cast<double>(Init::Real));
    QVERIFY(!real.model.conjugate);
    QVERIFY(set(real, "/model/init", static_cast<double>(Init::Lin)) == Scenario{});
    // A flag that was not the default stays.
    Scenario odd = set(real, "/model/conjugate", 1);
    odd = set(odd, "/model/init", static_cast<double>(Init::Inv));
    QVERIFY(odd.model.conjugate);
  }

  void parts_that_follow_alpha_move_with_it() {
    Scenario s = set(Scenario{}, "/target/kind", static_cast<double>(MemoryKind::Mixture));
    QVERIFY(s.target.parts.size() == 2);
    s.target.parts[1].follows_alpha = false;
    s = set(s, "/target/alpha", 0.9);
    QCOMPARE(s.target.parts[0].alpha, 0.9);
    QCOMPARE(s.target.parts[1].alpha, 0.5);
    s.target.parts[0].follows_alpha = false;
    QVERIFY(!find_parameter("/target/alpha")->applies(s));
  }
};

QTEST_APPLESS_MAIN(TestParameters)
#include "test_parameters.moc"
