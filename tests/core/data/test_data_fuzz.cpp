// Damaged files never crash a reader: they are read, or refused with an InputError.
#include <QtTest>

#include "core/data/csv.hpp"
#include "core/data/given_model.hpp"
#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/data/npy_text.hpp"
#include "tests/core/scenario/mutate.hpp"

using namespace ssmscope;

namespace {

/// How many of `count` damaged copies are refused.
int refusals(const std::string& bytes, std::uint64_t seed, int count, auto&& read) {
  test::Mutator mutator(seed);
  int refused = 0;
  for (int i = 0; i < count; ++i) {
    try {
      read(mutator.damaged(bytes));
    } catch (const InputError& error) {
      if (std::string_view(error.what()).empty()) qFatal("a refusal without a word");
      ++refused;
    }
  }
  return refused;
}

std::string archive() {
  const QTemporaryDir folder;
  const std::filesystem::path file = folder.filePath("a.npz").toStdString();
  std::vector<double> values(500);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * i % 97);
  data::write_npz(file, {{"lambda", {{500}, values, values}},
                         {"C", {{1, 500, 2}, std::vector<double>(1000, 0.5), {}}},
                         {"dt", {{}, {0.1}, {}}}});
  return read_whole_file(file, 1 << 20);
}

}  // namespace

class TestDataFuzz : public QObject {
  Q_OBJECT

 private slots:
  void npy() {
    const auto parse = [](const std::string& bytes) { data::parse_npy(bytes, "x"); };
    const std::vector<double> values(40, 1.0);
    for (const char* type : {"<f8", ">f8", "<c16", "<i4", "|u1", "<f2"}) {
      std::string data = test::raw_bytes(values);
      const auto width = static_cast<std::size_t>(std::atoi(type + 2));
      data.resize(20 * width);
      const auto bytes = test::npy_text(test::npy_header(type, "(4, 5)", type[0] == '>'), data);
      parse(bytes);  // sound as it is
      QVERIFY(refusals(bytes, 1, 3000, parse) > 100);
    }
  }

  void npz() {
    const auto parse = [](const std::string& bytes) { data::parse_npz(bytes, "x"); };
    const std::string bytes = archive();
    parse(bytes);
    QVERIFY(refusals(bytes, 2, 3000, parse) > 1000);
  }

  void models() {
    const auto parse = [](const std::string& bytes) {
      data::given_by_arrays(data::parse_npz(bytes, "x"), 0);
    };
    QVERIFY(refusals(archive(), 3, 1000, parse) > 300);
    const auto json = [](const std::string& bytes) { data::given_by_json(bytes); };
    const std::string text =
        R"({"lambda": {"re": [-1, -2], "im": [0.5, 7]}, "C": [[1, 2], 3], "D": 0.5,
            "delta": 1e-3, "rule": "zoh", "conjugate": true})";
    json(text);
    QVERIFY(refusals(text, 4, 3000, json) > 300);
  }

  void csv() {
    const auto parse = [](const std::string& bytes) { data::parse_csv(bytes, "x"); };
    for (const char* text : {"t,y\n0,1.5\n1,-2e3\n2,\n", "\"a \"\"b\"\"\";c\n1,5;2\n# x\n3;4\n",
                             "1 2  3\n4\t5 6\r\n7 8 9", "t\ty\r0\t1\r"}) {
      parse(text);
      QVERIFY(refusals(text, 5, 3000, parse) > 100);
    }
  }
};

QTEST_APPLESS_MAIN(TestDataFuzz)
#include "test_data_fuzz.moc"
