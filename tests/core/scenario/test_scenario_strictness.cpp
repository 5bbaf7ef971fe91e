// Every wrong scenario is refused in one sentence that names the field and what was expected.
#include <QtTest>
#include <string>

#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/strict_json.hpp"
#include "core/scenario/utf8.hpp"
#include "tests/core/complaint.hpp"

using namespace ssmscope;

namespace {

/// The complaint about a text, or "" when it is accepted.
std::string complaint(std::string_view text) {
  return test::complaint([&] { scenario_from_json(text, "/base"); });
}

struct Bad {
  const char* name;
  std::string text;
  std::vector<std::string> says;  ///< all of them
};

std::string repeated(const std::string& part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

std::string numbers(std::size_t count) {
  std::string text = "0";
  for (std::size_t i = 1; i < count; ++i) text += ",0";
  return text;
}

const std::vector<Bad>& bad_inputs() {
  static const std::vector<Bad> all = {
      // Not JSON, or not an object.
      {"empty", "", {"empty"}},
      {"blank", " \n\t ", {"empty"}},
      {"array", "[]", {"the whole must be a JSON object", "an array"}},
      {"number", "3", {"the whole must be a JSON object", "a number"}},
      {"null", "null", {"the whole must be a JSON object", "null"}},
      {"truncated object", R"({"model": {"pairs": 3)", {"line 1", "model.pairs", "end of input"}},
      {"truncated string", "{\n\"title\": \"abc", {"line 2", "title"}},
      {"trailing garbage", "{} x", {"line 1, column 4"}},
      {"zero byte", std::string("{}\0 x", 5), {"zero byte"}},
      {"two objects", "{}{}", {"line 1, column 3"}},
      {"trailing comma", R"({"title": "a",})", {"line 1"}},
      {"comment", "{} // no", {"line 1, column 4"}},
      {"NaN", R"({"discretisation": {"delta": NaN}})", {"discretisation.delta", "line 1"}},
      {"Infinity", R"({"discretisation": {"delta": Infinity}})", {"discretisation.delta"}},
      {"overflow", R"({"discretisation": {"delta": 1e999}})", {"discretisation.delta", "1e999"}},
      {"invalid UTF-8", "{\"title\": \"\xff\xfe\"}", {"title", "UTF-8"}},
      {"lone surrogate", R"({"title": "\ud800"})", {"title"}},
      {"duplicate key", R"({"model": {"pairs": 3, "pairs": 4}})", {"model", "pairs", "twice"}},
      {"duplicate top key", R"({"fit": {}, "fit": {}})", {"fit", "twice"}},
      {"deep nesting", std::string(100'000, '['), {"deeper than the 64 levels"}},
      {"deep objects",
       [] {
         std::string text;
         for (int i = 0; i < 1000; ++i) text += "{\"a\":";
         return text;
       }(),
       {"deeper than the 64 levels"}},
      {"too many values", "[" + numbers(kMostJsonValues + 1) + "]", {"8388608 values"}},
      // Keys.
      {"unknown key", R"({"modle": {}})", {"\"modle\"", "did you mean \"model\""}},
      {"unknown nested key",
       R"({"discretisation": {"detla": 1}})",
       {"discretisation", "\"detla\"", "did you mean \"delta\""}},
      {"nothing near", R"({"xyzzyxyz": 1})", {"\"xyzzyxyz\"", "known: version"}},
      {"session", R"({"scenario": {}})", {"session"}},
      {"C key", R"({"model": {"C": {"sed": 1}}})", {"model.C", "\"sed\"", "\"seed\""}},
      {"fit and seed", R"({"model": {"C": {"fit": "target", "seed": 1}}})", {"model.C", "seed"}},
      {"key of another input",
       R"({"input": {"kind": "impulse", "omega": 1}})",
       {"input", "omega", "kind impulse"}},
      {"key of another target",
       R"({"target": {"values": [1, 2]}})",
       {"target", "values", "kind exponential"}},
      {"part key",
       R"({"target": {"kind": "mixture", "parts": [{"wieght": 1}]}})",
       {"target.parts[0]", "wieght", "weight"}},
      // Types.
      {"version text", R"({"version": "1"})", {"version must be a number"}},
      {"later version", R"({"version": 2})", {"version must be 1", "2"}},
      {"title number", R"({"title": 3})", {"title must be a string"}},
      {"model list", R"({"model": []})", {"model must be a JSON object"}},
      {"pairs text", R"({"model": {"pairs": "32"}})", {"model.pairs must be a number", "a string"}},
      {"pairs null", R"({"model": {"pairs": null}})", {"model.pairs must be a number", "null"}},
      {"pairs true", R"({"model": {"pairs": true}})", {"model.pairs must be a number", "true"}},
      {"conjugate number",
       R"({"model": {"conjugate": 1}})",
       {"model.conjugate must be true or false"}},
      {"init number", R"({"model": {"init": 0}})", {"model.init must be one of lin, inv"}},
      {"init unknown",
       R"({"model": {"init": "lim"}})",
       {"model.init must be one of", "\"lim\"", "did you mean \"lin\""}},
      {"rule unknown",
       R"({"discretisation": {"rule": "tustin"}})",
       {"discretisation.rule", "bilinear", "\"tustin\""}},
      {"B number", R"({"model": {"B": 1}})", {"model.B must be a JSON object"}},
      {"C text", R"({"model": {"C": "fit"}})", {"model.C must be a JSON object"}},
      {"C empty", R"({"model": {"C": {}}})", {"model.C.seed is missing"}},
      {"fit unknown", R"({"model": {"C": {"fit": "data"}}})", {"model.C.fit", "target"}},
      {"re text",
       R"({"model": {"C": {"re": ["a"], "im": [0]}}})",
       {"model.C.re[0] must be a number"}},
      {"im absent", R"({"model": {"C": {"re": [1]}}})", {"model.C.im is missing"}},
      {"parts object",
       R"({"target": {"kind": "mixture", "parts": {}}})",
       {"target.parts must be an array"}},
      {"part kind",
       R"({"target": {"kind": "mixture", "parts": [{"kind": "file"}]}})",
       {"target.parts[0].kind", "exponential"}},
      {"path number", R"({"input": {"kind": "file", "path": 3}})", {"input.path must be a string"}},
      // Ranges.
      {"delta 0",
       R"({"discretisation": {"delta": 0}})",
       {"discretisation.delta must be from 1e-09 to 1000 (s), not 0"}},
      {"delta negative",
       R"({"discretisation": {"delta": -1}})",
       {"discretisation.delta must be from 1e-09 to 1000 (s), not -1"}},
      {"delta huge",
       R"({"discretisation": {"delta": 1e300}})",
       {"discretisation.delta must be from 1e-09 to 1000 (s), not 1e+300"}},
      {"delta unit", R"({"discretisation": {"delta": 0, "delta_unit": "ms"}})", {"1000 (ms)"}},
      {"no modes",
       R"({"model": {"pairs": 0}})",
       {"model.pairs must be", "from 1 to 4096", "not 0"}},
      {"10^9 modes",
       R"({"model": {"pairs": 1000000000}})",
       {"model.pairs", "from 1 to 4096", "1000000000"}},
      {"10^300 modes", R"({"model": {"pairs": 1e300}})", {"model.pairs", "from 1 to 4096"}},
      {"half a mode",
       R"({"model": {"pairs": 1.5}})",
       {"model.pairs must be a whole number", "1.5"}},
      {"alpha", R"({"target": {"alpha": 1.01}})", {"target.alpha must be from 0 to 1"}},
      {"T = 1", R"({"target": {"length": 1}})", {"target.length", "from 2 to 4096"}},
      {"target too long", R"({"target": {"length": 100000}})", {"target.length", "from 2 to 4096"}},
      {"short Airy",
       R"({"target": {"kind": "airy", "length": 63}})",
       {"target.length", "from 64 to 4096", "airy", "63"}},
      {"short Airy part",
       R"({"target": {"kind": "mixture", "length": 63, "parts": [{"kind": "airy"}]}})",
       {"target.length", "from 64"}},
      {"L = 0",
       R"({"resolution": {"kernel_length": 0}})",
       {"resolution.kernel_length", "from 1 to 1048576"}},
      {"spectrum 0",
       R"({"resolution": {"spectrum_length": 0}})",
       {"resolution.spectrum_length", "from 2 to 262144"}},
      {"steps 1", R"({"resolution": {"steps": 1}})", {"resolution.steps", "from 2 to 65536"}},
      {"first step",
       R"({"resolution": {"first_step": -1}})",
       {"resolution.first_step", "from 0 to 10000000"}},
      {"frequencies",
       R"({"resolution": {"frequencies": 1e9}})",
       {"resolution.frequencies", "from 2 to 1048576"}},
      {"fit pairs", R"({"fit": {"pairs": 33}})", {"fit.pairs", "from 1 to 32"}},
      {"fit no pairs", R"({"fit": {"pairs": 0}})", {"fit.pairs", "from 1 to 32"}},
      {"digit",
       R"({"input": {"kind": "digit", "index": 1797}})",
       {"input.index", "from 0 to 1796"}},
      {"ecg", R"({"input": {"kind": "ecg", "offset": 10800}})", {"input.offset", "to 10799"}},
      {"omega", R"({"input": {"kind": "sine", "omega": 4}})", {"input.omega", "from 0 to 3.14159"}},
      {"at", R"({"input": {"at": -1}})", {"input.at", "from 0"}},
      {"seed", R"({"model": {"C": {"seed": -1}}})", {"model.C.seed", "from 0 to 9007199254740992"}},
      {"seed 2^64", R"({"model": {"C": {"seed": 18446744073709551616}}})", {"model.C.seed"}},
      {"tones", R"({"refinement": {"tones": 201}})", {"refinement.tones", "from 1 to 200"}},
      {"channels", R"({"decoder": {"channels": 65}})", {"decoder.channels", "from 1 to 64"}},
      {"lags", R"({"decoder": {"lags": 1}})", {"decoder.lags", "from 2 to 256"}},
      {"stack's family", R"({"stack": {"family": "s6"}})", {"stack.family", "in_turn"}},
      {"layers", R"({"stack": {"layers": 9}})", {"stack.layers", "from 1 to 8"}},
      {"read-out", R"({"decoder": {"weights": []}})", {"decoder.weights", "from 1 to 64"}},
      {"read-out of another size",
       R"({"decoder": {"channels": 2, "weights": [1]}})",
       {"decoder.weights", "each of the 2 channels", "not 1"}},
      {"read-out's number", R"({"decoder": {"weights": [1e13]}})", {"decoder.weights[0]", "1e+12"}},
      {"outputs",
       R"({"model": {"pairs": 4096}, "target": {"length": 2}, "decoder": {"channels": 17}})",
       {"decoder.channels times model.pairs", "65536", "17 x 4096"}},
      {"weight",
       R"({"target": {"kind": "mixture", "parts": [{"weight": 1e13}]}})",
       {"target.parts[0].weight", "1e+12"}},
      {"part alpha",
       R"({"target": {"kind": "mixture", "parts": [{}, {"alpha": -0.5}]}})",
       {"target.parts[1].alpha", "from 0 to 1"}},
      {"huge pole",
       R"({"model": {"init": "explicit", "lambda": {"re": [1e300], "im": [0]}}})",
       {"model.lambda.re[0]", "1e+12"}},
      {"unit too long",
       R"({"discretisation": {"delta_unit": ")" + std::string(100, 'x') + R"("}})",
       {"discretisation.delta_unit", "32 bytes"}},
      {"title too long", R"({"title": ")" + std::string(2000, 'x') + R"("})", {"title", "1000"}},
      // Several fields together.
      {"seed of lin", R"({"model": {"seed": 3}})", {"model.seed", "random"}},
      {"poles of lin",
       R"({"model": {"lambda": {"re": [-1], "im": [0]}}})",
       {"model.lambda", "explicit"}},
      {"explicit without poles",
       R"({"model": {"init": "explicit"}})",
       {"model.lambda is missing", "explicit"}},
      {"no poles",
       R"({"model": {"init": "explicit", "lambda": {"re": [], "im": []}}})",
       {"model.lambda", "from 1 to 4096", "0"}},
      {"uneven lists",
       R"({"model": {"init": "explicit", "lambda": {"re": [-1, -2], "im": [0]}}})",
       {"model.lambda.re", "model.lambda.im", "2 and 1"}},
      {"pairs against poles",
       R"({"model": {"init": "explicit", "pairs": 3, "lambda": {"re": [-1], "im": [0]}}})",
       {"model.pairs must be 1", "3"}},
      {"C length",
       R"({"model": {"pairs": 2, "C": {"re": [1], "im": [0]}}})",
       {"model.C must have one entry for each of the 2 modes", "1"}},
      {"B length",
       R"({"model": {"pairs": 1, "B": {"re": [1, 1], "im": [0, 0]}}})",
       {"model.B must have one entry", "2"}},
      {"both of a pair",
       R"({"model": {"init": "explicit", "lambda": {"re": [-1, -2, -2], "im": [0, 5, -5]}}})",
       {"model.lambda[2] is the conjugate of model.lambda[1]", "model.conjugate"}},
      {"no samples", R"({"target": {"kind": "samples"}})", {"target.values is missing"}},
      {"one sample", R"({"target": {"kind": "samples", "values": [1]}})", {"target"}},
      {"length against samples",
       R"({"target": {"kind": "samples", "values": [1, 2], "length": 3}})",
       {"target.length must be 2", "3"}},
      {"no parts", R"({"target": {"kind": "mixture", "parts": []}})", {"target.parts", "1 to 100"}},
      {"no path", R"({"target": {"kind": "file"}})", {"target.path is missing"}},
      {"empty path", R"({"target": {"kind": "file", "path": ""}})", {"target.path"}},
      {"zero byte in path", R"({"input": {"kind": "file", "path": "a\u0000b"}})", {"input.path"}},
      {"bad hash",
       R"({"input": {"kind": "file", "path": "a", "hash": "xyz"}})",
       {"input.hash", "hexadecimal"}},
      {"bad bytes", R"({"input": {"kind": "file", "path": "a", "bytes": -1}})", {"input.bytes"}},
      {"state table",
       R"({"model": {"pairs": 4096, "C": {"seed": 1}},
                          "resolution": {"steps": 65536}})",
       {"resolution.steps times model.pairs", "16777216", "65536 x 4096"}},
      {"fit too large",
       R"({"model": {"pairs": 4096}, "target": {"length": 4096}})",
       {"target.length times model.pairs", "1048576"}},
      {"legs", R"({"model": {"init": "legs", "pairs": 2000}})", {"model.pairs", "1024", "legs"}},
      // Not built yet.
      {"s4", R"({"model": {"family": "s4"}})", {"model.family", "s4", "not built yet"}},
      {"s5", R"({"model": {"family": "s5"}})", {"model.family", "s5", "not built yet"}},
      {"s6", R"({"model": {"family": "s6", "delta": "x"}})", {"model.family", "not built yet"}},
      {"escapes in a key", R"({"\u001b[2J\nkey\u009b": 1})", {R"(the key " [2J key ")"}},
      {"escapes in a name", R"({"model": {"init": "\u001b[31m\nlin"}})", {R"(" [31m lin")"}},
      {"a key of any length",
       "{\"a" + repeated("я", 40) + "\": 1}",
       {"\"a" + repeated("я", 29) + "...\""}},
      {"a name of any length",
       R"({"model": {"init": "a)" + repeated("я", 40) + "\"}}",
       {"\"a" + repeated("я", 29) + "...\""}},
      {"laws",
       R"({"refinement": {"preset": "continuity-laws", "systems": 3}})",
       {"refinement.preset", "not built yet"}},
  };
  return all;
}

}  // namespace

class TestScenarioStrictness : public QObject {
  Q_OBJECT

 private slots:
  void refused_data() {
    QTest::addColumn<int>("index");
    QVERIFY(bad_inputs().size() >= 60);
    int index = 0;
    for (const Bad& bad : bad_inputs()) QTest::newRow(bad.name) << index++;
  }

  void refused() {
    QFETCH(int, index);
    const Bad& bad = bad_inputs()[static_cast<std::size_t>(index)];
    const std::string sentence = complaint(bad.text);
    QVERIFY2(!sentence.empty(), "accepted");
    for (const std::string& part : bad.says)
      QVERIFY2(sentence.find(part) != std::string::npos, (part + " | " + sentence).c_str());
    constexpr std::size_t kLongestSentence = 400;
    QVERIFY2(sentence.size() < kLongestSentence, sentence.c_str());
    QCOMPARE(sentence, one_line(sentence));  // no control characters, UTF-8
  }

  void foreign_text_becomes_one_line() {
    QCOMPARE(one_line("plain, ünï, 字, 🎵"), std::string("plain, ünï, 字, 🎵"));
    QCOMPARE(one_line("a\r\nb\tc\x1b[31m\x7f\xc2\x85"), std::string("a  b c [31m  "));
    QCOMPARE(one_line("\xff|\xc3|\xed\xa0\x80|\xe5\xad"), std::string("?|?|???|??"));
    QCOMPARE(excerpt("abc", 3), std::string("abc"));
    QCOMPARE(excerpt("abcd", 3), std::string("abc..."));
    QCOMPARE(excerpt("ab字d", 4), std::string("ab..."));
    QCOMPARE(excerpt("\x80\x80\x80", 2), std::string("..."));  // no character begins there
  }

  /// Values that JSON cannot carry but a program could build.
  void check_refuses_what_is_not_finite() {
    const double nan = std::nan("");
    const auto refuses = [](const Scenario& s) {
      try {
        check(s);
        return false;
      } catch (const InputError&) {
        return true;
      }
    };
    Scenario s;
    QVERIFY(!refuses(s));
    s.discretisation.delta = nan;
    QVERIFY(refuses(s));
    s = {};
    s.model.D = std::numeric_limits<double>::infinity();
    QVERIFY(refuses(s));
    s = {};
    s.target.alpha = nan;
    QVERIFY(refuses(s));
    s = {};
    s.model.C = ComplexList(32, Complex(0.0, nan));
    QVERIFY(refuses(s));
    s = {};
    s.title = "\xff";
    QVERIFY(refuses(s));
    s = {};
    s.model.lambda = {Complex(-1.0, 0.0)};  // not canonical: init is lin
    QVERIFY(refuses(s));
  }

  void conjugate_members_are_found_wherever_they_are() {
    ComplexList poles;
    for (int m = 0; m < 1000; ++m) poles.emplace_back(-0.5, M_PI * m);
    auto [i, j] = conjugate_members(poles);
    QCOMPARE(i, j);
    poles.push_back(std::conj(poles[17]) * (1.0 + 1e-15));  // an eigenvalue solver's last digit
    std::tie(i, j) = conjugate_members(poles);
    QCOMPARE(i, std::size_t{17});
    QCOMPARE(j, std::size_t{1000});
  }

  void a_huge_list_of_poles_is_refused_in_time_and_by_its_range() {
    const std::string list = numbers(1'000'000);
    const auto sentence = complaint(R"({"model": {"init": "explicit", "lambda": {"re": [)" + list +
                                    R"(], "im": [)" + list + "]}}}");
    QVERIFY2(sentence.find("from 1 to 4096 poles, not 1000000") != std::string::npos,
             sentence.c_str());
  }
};

QTEST_APPLESS_MAIN(TestScenarioStrictness)
#include "test_scenario_strictness.moc"
