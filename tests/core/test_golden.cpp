// The golden-file helper itself: it passes what is within the tolerance and fails what is not.
#include <QtTest>
#include <limits>

#include "tests/core/golden.hpp"

using ssmscope::test::GoldenComplex;
using ssmscope::test::Json;

namespace {

Json example() {
  return Json::parse(R"({"name": "example",
    "expected": {"list": [1.0, [2.0, -4.0]], "z": {"re": [3.0], "im": [4.0]}, "one": 10.0},
    "tolerance": {"list": {"abs": 0.1, "rel": 0.0}, "z": {"abs": 0.0, "rel": 0.1},
                  "one": {"abs": 1.0, "rel": 0.1}}})");
}

bool passes(const std::vector<double>& value, const std::string& key) {
  return ssmscope::test::golden_difference(std::span<const double>(value), example(), key).empty();
}

bool passes(GoldenComplex value, const std::string& key) {
  return ssmscope::test::golden_difference(std::span<const GoldenComplex>(&value, 1), example(),
                                           key)
      .empty();
}

}  // namespace

class TestGolden : public QObject {
  Q_OBJECT

 private slots:
  void realsWithinTolerancePass();
  void realsOutsideFail();
  void complexNumbersAreComparedByModulus();
  void worstElementIsNamed();
  void everyGoldenFileOfOursOpens();
};

void TestGolden::realsWithinTolerancePass() {
  QVERIFY(passes({1.09, 1.91, -4.09}, "list"));
  QVERIFY(passes(std::vector<double>{11.9}, "one"));
  QVERIFY(passes(std::vector<double>{8.1}, "one"));
}

void TestGolden::realsOutsideFail() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  QVERIFY(!passes({1.11, 2.0, -4.0}, "list"));
  QVERIFY(!passes({1.0, 2.0, nan}, "list"));
  QVERIFY(!passes({1.0, inf, -4.0}, "list"));
  QVERIFY(!passes(std::vector<double>{1.0, 2.0}, "list"));
  QVERIFY(!passes({1.0, 2.0, -4.0, 0.0}, "list"));
  QVERIFY(!passes(std::vector<double>{12.1}, "one"));
  QVERIFY(!passes(std::vector<double>{3.0}, "z"));
}

void TestGolden::complexNumbersAreComparedByModulus() {
  QVERIFY(passes(GoldenComplex(3.35, 4.35), "z"));   // off by 0.495, 0.5 allowed
  QVERIFY(!passes(GoldenComplex(3.36, 4.36), "z"));  // off by 0.509
  QVERIFY(!passes(GoldenComplex(3.0, -4.0), "z"));
}

void TestGolden::worstElementIsNamed() {
  const std::vector<double> value{1.2, 3.0, -4.0};
  const std::string message = ssmscope::test::golden_difference(value, example(), "list");
  QVERIFY2(message.find("list[1]") != std::string::npos, message.c_str());
}

void TestGolden::everyGoldenFileOfOursOpens() {
  QCOMPARE(ssmscope::test::golden_cases("s4d_kernel.json").size(), std::size_t{148});
  QVERIFY_EXCEPTION_THROWN(ssmscope::test::golden_file("none.json"), std::runtime_error);
}

QTEST_APPLESS_MAIN(TestGolden)
#include "test_golden.moc"
