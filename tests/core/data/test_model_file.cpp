// A researcher's own model from JSON and NPZ.
#include <QtTest>
#include <cmath>

#include "core/data/given_model.hpp"
#include "core/data/model_file.hpp"
#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"

using namespace ssmscope;
using data::Array;
using Arrays = std::map<std::string, Array>;

namespace {

const ComplexList kPoles = {{-0.5, 3.0}, {-0.25, 7.0}};
const ComplexList kC = {{1.0, 2.0}, {-3.0, 0.5}};

Array complex_array(const ComplexList& list) {
  Array array{{list.size()}, {}, {}};
  for (const Complex z : list) {
    array.re.push_back(z.real());
    array.im.push_back(z.imag());
  }
  return array;
}

using test::complaint;

std::string json_complaint(const char* text) {
  return complaint([text] { data::import_model_json(Scenario{}, text); });
}

std::string array_complaint(const Arrays& arrays, int channel = 0) {
  return complaint([&] { data::given_by_arrays(arrays, channel); });
}

}  // namespace

class TestModelFile : public QObject {
  Q_OBJECT

 private slots:
  void json() {
    Scenario base;
    base.title = "kept";
    base.target.alpha = 0.25;
    const Scenario s = data::import_model_json(base, R"({
      "lambda": {"re": [-0.5, -0.25], "im": [3, 7]}, "B": [1, [0, 2]],
      "C": [[1, 2], [-3, 0.5]], "D": 0.125, "delta": 0.05, "rule": "bilinear"})");
    QCOMPARE(s.model.init, Init::Explicit);
    QVERIFY(s.model.lambda == kPoles);
    QVERIFY(std::get<ComplexList>(s.model.B) == (ComplexList{1.0, {0.0, 2.0}}));
    QVERIFY(std::get<ComplexList>(s.model.C) == kC);
    QCOMPARE(s.model.D, 0.125);
    QCOMPARE(s.discretisation.delta, 0.05);
    QCOMPARE(s.discretisation.rule, Rule::Bilinear);
    QVERIFY(s.model.conjugate);
    QCOMPARE(s.title, std::string("kept"));
    QCOMPARE(s.target.alpha, 0.25);
  }

  void what_is_absent_stays_or_is_fitted() {
    Scenario base;
    base.model.C = Seeded{5};
    base.discretisation.delta = 0.3;
    Scenario s = data::import_model_json(base, R"({"lambda": [[-1, 2]]})");
    QVERIFY(std::get<Seeded>(s.model.C).seed == 5);
    QVERIFY(std::holds_alternative<Ones>(s.model.B));
    QCOMPARE(s.discretisation.delta, 0.3);
    base.model.C = ComplexList(32, 1.0);  // of another size: cannot be kept
    s = data::import_model_json(base, R"({"lambda": [[-1, 2]]})");
    QVERIFY(std::holds_alternative<FitToTarget>(s.model.C));
  }

  void conjugates() {
    const auto conjugate = [](const char* text) {
      return data::import_model_json(Scenario{}, text).model.conjugate;
    };
    QVERIFY(conjugate(R"({"lambda": [[-1, 2], [-1, 0]]})"));
    QVERIFY(!conjugate(R"({"lambda": [-1, -2, -3]})"));
    // A whole spectrum of odd size keeps its real pole once, without the factor 2.
    QVERIFY(!conjugate(R"({"lambda": [[-0.5, 1.377881], [-0.5, 0], [-0.5, -1.377881]]})"));
    QVERIFY(conjugate(R"({"lambda": [-1, -2, -3], "conjugate": true})"));
    QVERIFY(json_complaint(R"({"lambda": [[-1, 2], [-1, -2]], "conjugate": true})")
                .find("is the conjugate of") != std::string::npos);
  }

  void json_complaints_name_the_field() {
    QVERIFY(json_complaint("{}").starts_with("lambda is missing"));
    QVERIFY(json_complaint(R"({"lambda": []})").starts_with("lambda must have from 1 to 4096"));
    QVERIFY(json_complaint(R"({"lambda": 3})").starts_with("lambda must be a list"));
    QVERIFY(json_complaint(R"({"lambda": ["a"]})").starts_with("lambda[0] must be a number"));
    QVERIFY(json_complaint(R"({"lambda": [[1, 2, 3]]})").starts_with("lambda[0] must be"));
    QVERIFY(json_complaint(R"({"lambda": [-1], "C": [1, 2]})").starts_with("model.C must have"));
    QVERIFY(json_complaint(R"({"lambda": [-1], "delta": 0})")
                .starts_with("discretisation.delta must be from 1e-09"));
    QVERIFY(json_complaint(R"({"lambda": [-1], "rule": "tustin"})").starts_with("rule must be"));
    QVERIFY(json_complaint(R"({"lambda": [-1], "dt": 1})").find("did you mean") ==
            std::string::npos);  // no known key has a letter of it in its place
    QVERIFY(json_complaint(R"({"lamda": [-1]})").find("did you mean \"lambda\"") !=
            std::string::npos);
    QVERIFY(json_complaint("{").find("not valid JSON") != std::string::npos);
  }

  void npz_under_any_name() {
    for (const char* name : {"lambda", "Lambda", "A", "layers.0.A", "net/lambda"})
      for (const char* step : {"delta", "dt", "Delta", "step"}) {
        const auto given = data::given_by_arrays({{name, complex_array(kPoles)},
                                                  {"C", complex_array(kC)},
                                                  {step, {{}, {0.02}, {}}},
                                                  {"encoder.weight", {{3}, {1, 2, 3}, {}}}},
                                                 0);
        QVERIFY(given.lambda == kPoles);
        QVERIFY(given.C == kC);
        QVERIFY(!given.B && !given.D);
        QCOMPARE(given.delta.value(), 0.02);
      }
    const auto parts = data::given_by_arrays({{"lambda_re", {{2}, {-0.5, -0.25}, {}}},
                                              {"lambda_im", {{2}, {3, 7}, {}}},
                                              {"C_real", {{2}, {1, -3}, {}}},
                                              {"C_imag", {{2}, {2, 0.5}, {}}}},
                                             0);
    QVERIFY(parts.lambda == kPoles);
    QVERIFY(parts.C == kC);
    const auto diagonal =
        data::given_by_arrays({{"A", {{2, 2}, {-0.5, 0, 0, -0.25}, {3, 0, 0, 7}}}}, 0);
    QVERIFY(diagonal.lambda == kPoles);
  }

  void the_parameters_of_s4() {
    // Three channels of two modes, as S4D keeps them.
    Arrays arrays;
    arrays["log_A_real"] = {{3, 2}, {}, {}};
    arrays["A_imag"] = {{3, 2}, {}, {}};
    arrays["C"] = {{1, 3, 2, 2}, {}, {}};
    arrays["log_dt"] = {{3}, {std::log(0.1), std::log(0.01), std::log(0.001)}, {}};
    arrays["D"] = {{3}, {1, 2, 3}, {}};
    for (int h = 0; h < 3; ++h)
      for (int m = 0; m < 2; ++m) {
        arrays["log_A_real"].re.push_back(std::log(0.5 + h));
        arrays["A_imag"].re.push_back(M_PI * m + h);
        arrays["C"].re.push_back(10 * h + m);
        arrays["C"].re.push_back(-10 * h - m);
      }
    for (int h = 0; h < 3; ++h) {
      const auto given = data::given_by_arrays(arrays, h);
      QCOMPARE(given.channels, std::size_t{3});
      for (int m = 0; m < 2; ++m) {
        const auto i = static_cast<std::size_t>(m);
        QVERIFY(std::abs(given.lambda[i] - Complex(-0.5 - h, M_PI * m + h)) < 1e-15);
        QCOMPARE(given.C.value()[i], Complex(10 * h + m, -10 * h - m));
      }
      QVERIFY(std::abs(given.delta.value() / std::pow(10.0, -1 - h) - 1.0) < 1e-15);
      QCOMPARE(given.D.value(), 1.0 + h);
    }
    QVERIFY(array_complaint(arrays, 3).starts_with("the channel must be from 0 to 2"));
    arrays.erase("A_imag");
    QVERIFY(array_complaint(arrays).starts_with("A_imag is missing"));
  }

  void npz_complaints_name_the_array() {
    const Array poles = complex_array(kPoles);
    QVERIFY(array_complaint({{"B", poles}}).starts_with("holds no poles"));
    QVERIFY(array_complaint({{"a.A", poles}, {"b.A", poles}}).starts_with("several arrays"));
    QVERIFY(array_complaint({{"A", {{2, 2}, {-1, 2, 0, -1}, {}}}}).find("full 2 x 2") !=
            std::string::npos);
    QVERIFY(
        array_complaint({{"A", {{3, 3}, {-1, 2, 0, 0, -1, 0, 0, 0, -1}, {}}}}).find("full 3 x 3") !=
        std::string::npos);
    QVERIFY(array_complaint({{"A", poles}, {"C", {{3}, {1, 2, 3}, {}}}}).starts_with("C is 1 x 3"));
    QVERIFY(array_complaint({{"A", poles}, {"dt", {{1}, {1}, {1}}}}).starts_with("dt must be"));
    QVERIFY(array_complaint({{"A", {{2, 2, 2, 3}, std::vector<double>(24), {}}}})
                .starts_with("A has the shape"));
    QVERIFY(array_complaint({{"A", {{0}, {}, {}}}}).starts_with("A has the shape"));
    QVERIFY(array_complaint({{"lambda_re", {{1}, {1}, {}}}}).find("both be given") !=
            std::string::npos);
  }

  void files() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    data::write_npz(root / "own.npz", {{"lambda", complex_array(kPoles)}, {"dt", {{}, {0.5}, {}}}});
    const Scenario s = data::import_model(Scenario{}, root / "own.npz");
    QVERIFY(s.model.lambda == kPoles);
    QCOMPARE(s.discretisation.delta, 0.5);
    QCOMPARE(s.title, std::string("own"));
    write_whole_file(root / "own.json", R"({"lambda": [[-1, 2]], "x": 1})");
    const auto sentence = complaint([&] { data::import_model(Scenario{}, root / "own.json"); });
    QVERIFY(sentence.starts_with((root / "own.json").string() + ": the key \"x\""));
  }
};

QTEST_APPLESS_MAIN(TestModelFile)
#include "test_model_file.moc"
