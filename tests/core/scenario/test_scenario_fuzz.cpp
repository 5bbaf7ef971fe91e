// Damaged scenarios never crash: they are read, or refused with an InputError.
#include <QtTest>

#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/session_json.hpp"
#include "tests/core/scenario/mutate.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;

namespace {

/// 1 when read, 0 when refused. What is read must survive its own round trip.
int read(const std::string& text) {
  Scenario scenario;
  try {
    scenario = scenario_from_json(std::string_view(text), "/base");
  } catch (const InputError& error) {
    if (std::string_view(error.what()).empty()) qFatal("a refusal without a word");
    return 0;
  }
  const auto again = scenario_to_json(scenario, "/base").dump();
  if (!(scenario_from_json(std::string_view(again), "/base") == scenario))
    qFatal("no round trip: %s", text.c_str());
  return 1;
}

/// Replaces one value anywhere in the tree by one of another kind or size.
void spoil(nlohmann::json& value, test::RandomScenario& random) {
  static const nlohmann::json kOthers[] = {nullptr,
                                           true,
                                           -1,
                                           0,
                                           1e308,
                                           -1e-308,
                                           4294967296,
                                           "",
                                           "lin",
                                           "\u0000",
                                           nlohmann::json::array(),
                                           nlohmann::json::object(),
                                           {{"seed", 1}},
                                           {{"re", {1}}, {"im", {1}}}};
  if (value.is_structured() && !value.empty() && random.whole(0, 5) != 0) {
    auto it = value.begin();
    std::advance(it, random.whole(0, static_cast<int>(value.size()) - 1));
    spoil(*it, random);
    return;
  }
  value = kOthers[random.whole(0, 13)];
}

}  // namespace

class TestScenarioFuzz : public QObject {
  Q_OBJECT

 private slots:
  void damaged_bytes() {
    test::RandomScenario random(1);
    test::Mutator mutator(1);
    int accepted = 0;
    for (int i = 0; i < 6000; ++i) {
      const std::string text = scenario_to_json(random.next(), "/base").dump();
      accepted += read(mutator.damaged(text));
    }
    QVERIFY(accepted > 0 && accepted < 6000);
  }

  void damaged_values() {
    test::RandomScenario random(2);
    int accepted = 0;
    for (int i = 0; i < 6000; ++i) {
      nlohmann::json json = scenario_to_json(random.next(), "/base");
      for (int k = random.whole(1, 3); k > 0; --k) spoil(json, random);
      accepted += read(json.dump());
    }
    QVERIFY(accepted > 0 && accepted < 6000);
  }

  void every_truncation() {
    test::RandomScenario random(3);
    const std::string text = scenario_to_json(random.next(), "/base").dump();
    for (std::size_t length = 0; length < text.size(); ++length)
      QCOMPARE(read(text.substr(0, length)), 0);
  }

  void damaged_sessions() {
    test::RandomScenario random(4);
    test::Mutator mutator(4);
    int refused = 0;
    for (int i = 0; i < 1000; ++i) {
      Session session;
      session.scenario = random.next();
      session.pins = {random.next()};
      const std::string text = session_to_json(session, "/base").dump();
      try {
        session_from_json(std::string_view(mutator.damaged(text)), "/base");
      } catch (const InputError&) {
        ++refused;
      }
    }
    QVERIFY(refused > 0);
  }
};

QTEST_APPLESS_MAIN(TestScenarioFuzz)
#include "test_scenario_fuzz.moc"
