// Scenario -> JSON text -> scenario is the same scenario, and the defaults are the contract's.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/session_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;

namespace {

const std::filesystem::path kBase = "/base/folder";

Scenario reread(const Scenario& scenario) {
  return scenario_from_json(std::string_view(scenario_to_json(scenario, kBase).dump()), kBase);
}

Scenario read(std::string_view text) { return scenario_from_json(text, kBase); }

}  // namespace

class TestScenarioRoundTrip : public QObject {
  Q_OBJECT

 private slots:
  void random_scenarios_come_back_equal() {
    test::RandomScenario random(2024);
    std::vector<int> inputs(std::variant_size_v<Input>, 0), kinds(kMemoryNames.size(), 0),
        inits(kInitNames.size(), 0);
    for (int i = 0; i < 3000; ++i) {
      const Scenario scenario = random.next();
      check(scenario);
      QVERIFY2(reread(scenario) == scenario, scenario_to_json(scenario, kBase).dump().c_str());
      ++inputs[scenario.input.index()];
      ++kinds[static_cast<std::size_t>(scenario.target.kind)];
      ++inits[static_cast<std::size_t>(scenario.model.init)];
    }
    for (const auto& counts : {inputs, kinds, inits})  // every alternative was tried
      for (const int count : counts) QVERIFY(count > 100);
  }

  void written_again_the_text_is_the_same() {
    test::RandomScenario random(7);
    for (int i = 0; i < 200; ++i) {
      const Scenario scenario = random.next();
      const auto text = scenario_to_json(scenario, kBase).dump(2);
      QCOMPARE(scenario_to_json(read(text), kBase).dump(2), text);
    }
  }

  void empty_object_is_the_default() { QVERIFY(read("{}") == Scenario{}); }

  void defaults_are_written_as_the_contract_shows_them() {
    // The block of the contract, key by key.
    const auto expected = nlohmann::json::parse(R"({
      "version": 1, "title": "", "note": "",
      "model": {"family": "s4d", "init": "lin", "pairs": 32, "conjugate": true,
                "C": {"fit": "target"}, "D": 0.0},
      "discretisation": {"rule": "zoh", "delta": 0.01, "delta_unit": "s"},
      "target": {"kind": "exponential", "alpha": 0.5, "length": 256},
      "fit": {"pairs": 8},
      "input": {"kind": "impulse", "at": 0},
      "resolution": {"kernel_length": 1024, "steps": 512, "first_step": 0, "frequencies": 1024,
                     "spectrum_length": 512},
      "decoder": {"activation": "gelu", "pooling": "last", "channels": 1, "seed": 1,
                  "mixed": false, "lags": 64, "keep": 8, "refit": false},
      "stack": {"family": "s4d", "layers": 2, "steps": 100000},
      "refinement": {"preset": "single", "input": "multisine", "tones": 20, "hold": "left",
                     "seed": 1}
    })");
    QCOMPARE(nlohmann::json(scenario_to_json(Scenario{}, kBase)), expected);
  }

  void dependent_defaults() {
    QCOMPARE(read(R"({"model": {"pairs": 3}})").fit.pairs, 3);
    QCOMPARE(read(R"({"model": {"pairs": 3}, "fit": {"pairs": 5}})").fit.pairs, 5);
    QVERIFY(!read(R"({"model": {"init": "real"}})").model.conjugate);
    QVERIFY(read(R"({"model": {"init": "real", "conjugate": true}})").model.conjugate);
    const auto own = read(R"({"model": {"init": "explicit", "lambda": {"re": [-1, -2],
                              "im": [0, 3]}}})");
    QCOMPARE(own.model.pairs, 2);
    QVERIFY(own.model.conjugate);
    QVERIFY(std::holds_alternative<Ones>(own.model.B));
    const auto weighted = read(R"({"decoder": {"weights": [1, -2, 0.5]}})");
    QCOMPARE(weighted.decoder.channels, 3);
    const auto samples = read(R"({"target": {"kind": "samples", "values": [1, 0.5, 0.25]}})");
    QCOMPARE(samples.target.length, 3);
    const auto mixture = read(R"({"target": {"kind": "mixture", "alpha": 0.25,
                                  "parts": [{"kind": "impulse"}, {"alpha": 0.75}]}})");
    QCOMPARE(mixture.target.parts[0].alpha, 0.25);
    QVERIFY(mixture.target.parts[0].follows_alpha);
    QCOMPARE(mixture.target.parts[1].alpha, 0.75);
    QVERIFY(!mixture.target.parts[1].follows_alpha);
  }

  void whole_numbers_may_be_written_as_reals() {
    QCOMPARE(read(R"({"model": {"pairs": 16.0}})").model.pairs, 16);
    QCOMPARE(read(R"({"discretisation": {"delta": 1}})").discretisation.delta, 1.0);
  }

  void unstable_poles_are_allowed() {
    const auto s = read(R"({"model": {"init": "explicit", "lambda": {"re": [0.1, 0],
                            "im": [1, 0]}}})");
    QCOMPARE(s.model.lambda[0], Complex(0.1, 1.0));
  }

  void a_text_is_an_input() {
    const std::string text = "caf\xc3\xa9\n\"x\"";
    Scenario written;
    written.input = TextInput{text};
    const auto s = read(scenario_to_json(written, "/base").dump().c_str());
    QCOMPARE(std::get<TextInput>(s.input).text, text);
    QVERIFY(!std::get<TextInput>(read(R"({"input": {"kind": "text"}})").input).text.empty());
    for (const char* wrong :
         {R"({"input": {"kind": "text", "text": ""}})", R"({"input": {"kind": "text", "text": 3}})",
          R"({"input": {"kind": "impulse", "text": "x"}})"})
      QVERIFY_THROWS_EXCEPTION(InputError, read(wrong));
  }

  void paths_are_relative_to_the_file() {
    const auto s = read(R"({"input": {"kind": "file", "path": "data/../x.csv", "column": 2}})");
    const auto& input = std::get<FileInput>(s.input);
    QCOMPARE(input.file.path, std::string("/base/folder/x.csv"));
    QCOMPARE(input.column, 2);
    const auto written = [&](const char* base) {
      return scenario_to_json(s, base)["input"]["path"].get<std::string>();
    };
    QCOMPARE(written("/base/folder"), std::string("x.csv"));
    QCOMPARE(written("/base"), std::string("folder/x.csv"));
    QCOMPARE(written("/base/folder/deeper"), std::string("/base/folder/x.csv"));
    QCOMPARE(written("/base/fold"), std::string("/base/folder/x.csv"));
    QCOMPARE(written(""), std::string("/base/folder/x.csv"));  // a clipboard has no folder
  }

  void a_file_without_a_folder_lies_in_the_present_one() {
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    Scenario s;
    s.input = FileInput{{(std::filesystem::current_path() / "x.csv").string(), 0, {}}, 0};
    Session session;
    session.scenario = s;
    save_scenario(s, "scenario.json");
    save_session(session, "session.json");
    const auto written = [](const char* file) {
      return nlohmann::json::parse(read_whole_file(file, kLargestScenarioBytes));
    };
    const auto scenario = written("scenario.json"), whole = written("session.json");
    const bool same =
        load_scenario("scenario.json") == s && load_session("session.json").scenario == s;
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(scenario["input"]["path"].get<std::string>(), std::string("x.csv"));
    QCOMPARE(whole["scenario"]["input"]["path"].get<std::string>(), std::string("x.csv"));
    QVERIFY(same);
  }
};

QTEST_APPLESS_MAIN(TestScenarioRoundTrip)
#include "test_scenario_round_trip.moc"
