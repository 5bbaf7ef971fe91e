// Sessions: read as strictly as scenarios, written back byte for byte.
#include <QtTest>
#include <fstream>

#include "core/scenario/error.hpp"
#include "core/scenario/session_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;

namespace {

const std::filesystem::path kBase = "/base/folder";

std::string complaint(std::string_view text) {
  return test::complaint([&] { session_from_json(text, kBase); });
}

Session random_session(test::RandomScenario& random) {
  Session session;
  session.scenario = random.next();
  if (random.coin()) session.compare = random.next();
  for (int i = random.whole(0, 3); i > 0; --i) session.pins.push_back(random.next());
  session.views = {{"ring", {{"colour", "phase"}, {"zoom", random.real(0.0, 2.0)}}},
                   {"frequency", {{"decibel", true}, {"nothing", nullptr}}}};
  return session;
}

}  // namespace

class TestSessionJson : public QObject {
  Q_OBJECT

 private slots:
  void round_trip() {
    test::RandomScenario random(3);
    for (int i = 0; i < 200; ++i) {
      const Session session = random_session(random);
      const auto text = session_to_json(session, kBase).dump(2);
      const Session again = session_from_json(std::string_view(text), kBase);
      QVERIFY(again == session);
      QCOMPARE(session_to_json(again, kBase).dump(2), text);
    }
  }

  void told_from_a_scenario() {
    const auto is = [](const char* text) { return is_session(nlohmann::json::parse(text)); };
    QVERIFY(is(R"({"version": 1, "scenario": {}})"));
    QVERIFY(is(R"({"pins": []})"));
    QVERIFY(!is(R"({"version": 1, "model": {}})"));
    QVERIFY(!is("{}"));
    QVERIFY(!is("[]"));
  }

  void complaints_name_the_part() {
    QVERIFY(complaint(R"({"scenario": {"model": {"pairs": 0}}})")
                .starts_with("scenario: model.pairs must be"));
    QVERIFY(complaint(R"({"scenario": {}, "compare": {"fit": 3}})").starts_with("compare: fit"));
    QVERIFY(complaint(R"({"scenario": {}, "pins": [{}, {"titel": ""}]})")
                .starts_with("pins[1]: the key \"titel\""));
    QVERIFY(complaint(R"({"scenario": {}, "pins": {}})").starts_with("pins must be an array"));
    QVERIFY(complaint(R"({"scenario": {}, "views": []})").starts_with("views must be an object"));
    QVERIFY(complaint(R"({"pins": []})").starts_with("scenario is missing"));
    QVERIFY(complaint(R"({"scenario": {}, "layout": 1})").starts_with("the key \"layout\""));
    QVERIFY(complaint(R"({"scenario": {}, "version": 9})").starts_with("version must be 1"));
    std::string pins = "{}";
    for (std::size_t i = 0; i < kMostPins; ++i) pins += ",{}";
    QVERIFY(complaint(R"({"scenario": {}, "pins": [)" + pins + "]}").starts_with("pins must have"));
  }

  void files() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("s.json").toStdString();
    test::RandomScenario random(9);
    const Session session = random_session(random);
    save_session(session, file);
    const std::string bytes = read_whole_file(file, 1 << 20);
    QVERIFY(load_session(file) == session);
    save_session(load_session(file), file);
    QCOMPARE(read_whole_file(file, 1 << 20), bytes);
    // A scenario file is a session of that scenario alone.
    std::ofstream(file) << R"({"title": "only a scenario"})";
    const Session alone = load_session(file);
    QCOMPARE(alone.scenario.title, std::string("only a scenario"));
    QVERIFY(!alone.compare && alone.pins.empty());
    std::ofstream(file) << R"({"scenario": )";
    QVERIFY_THROWS_EXCEPTION(InputError, load_session(file));
    // Text that JSON cannot hold is refused before the old file is touched.
    Session odd = session;
    odd.views["x"] = "\xff";
    QVERIFY_THROWS_EXCEPTION(InputError, save_session(odd, file));
    QCOMPARE(read_whole_file(file, 1 << 20), std::string(R"({"scenario": )"));
  }
};

QTEST_APPLESS_MAIN(TestSessionJson)
#include "test_session_json.moc"
