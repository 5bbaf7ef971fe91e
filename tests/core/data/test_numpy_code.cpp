// The NumPy text: every number reads back exactly, and the lines are those of the rule. (That the
// text computes the golden kernels was checked with NumPy itself, which is no part of the tests.)
#include <QtTest>
#include <cstdlib>
#include <random>

#include "core/data/numpy_code.hpp"

using namespace ssmscope;

namespace {

/// The numbers between the brackets of the n-th np.array([..]) of a text.
std::vector<double> array_at(const std::string& code, int n) {
  std::size_t at = 0;
  for (int i = 0; i <= n; ++i) at = code.find("np.array([", at) + 10;
  const std::string body = code.substr(at, code.find("])", at) - at);
  std::vector<double> numbers;
  const char* next = body.c_str();
  while (*next != '\0') {
    char* end = nullptr;
    const double value = std::strtod(next, &end);
    if (end == next) break;
    numbers.push_back(value);
    next = end;
    while (*next == ',' || *next == ' ' || *next == '\n') ++next;
  }
  return numbers;
}

}  // namespace

class TestNumpyCode : public QObject {
  Q_OBJECT

 private slots:
  void numbers_read_back() {
    std::mt19937_64 engine(1);
    std::normal_distribution<double> normal;
    ssm::ContinuousModel model;
    for (int m = 0; m < 33; ++m) {
      model.lambda.emplace_back(normal(engine), normal(engine) * 1e5);
      model.B.emplace_back(normal(engine), -0.0);
      model.C.emplace_back(normal(engine) * 1e-200, normal(engine));
    }
    model.D = 0.1;
    const auto code = data::numpy_code(model, Rule::Zoh, 0.01, 1024);
    const ComplexList* const lists[] = {&model.lambda, &model.B, &model.C};
    for (int i = 0; i < 3; ++i) {
      const auto re = array_at(code, 2 * i);
      const auto im = array_at(code, 2 * i + 1);
      QCOMPARE(re.size(), lists[i]->size());
      for (std::size_t m = 0; m < re.size(); ++m) QCOMPARE(Complex(re[m], im[m]), (*lists[i])[m]);
    }
    for (const char* line :
         {"\nD = 0.1\n", "\ndelta = 0.01\n", "\nfactor = 2\n", "\nlength = 1024\n"})
      QVERIFY2(code.find(line) != std::string::npos, line);
  }

  void a_title_stays_one_comment() {
    const ssm::ContinuousModel model{{-1.0}, {1.0}, {1.0}, 0.0, 1.0};
    const auto code = data::numpy_code(model, Rule::Euler, 0.1, 4, "a\nimport os\r\"\"\"");
    QVERIFY(code.starts_with("# a import os \"\"\"\n# x'"));
    QVERIFY(code.find("abar = 1 + z\n") != std::string::npos);
    QVERIFY(code.find("np.expm1") == std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestNumpyCode)
#include "test_numpy_code.moc"
