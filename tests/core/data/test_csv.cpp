// CSV dialects in, RFC 4180 out.
#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/data/csv.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"

using namespace ssmscope;
using data::Table;

namespace {

Table parse(const std::string& text) { return data::parse_csv(text, "x.csv"); }

std::string complaint(const std::string& text) {
  return test::complaint([&] { parse(text); });
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

}  // namespace

class TestCsv : public QObject {
  Q_OBJECT

 private slots:
  void dialects_data() {
    QTest::addColumn<QString>("text");
    const char* const body[] = {"t,y\n0,1.5\n1,-2e3\n",
                                "t,y\r\n0,1.5\r\n1,-2e3",
                                "t,y\r0,1.5\r1,-2e3\r",
                                "t;y\n0;1.5\n1;-2e3\n",
                                "t;y\n0;1,5\n1;-2e3\n",
                                "t\ty\n0\t1.5\n1\t-2e3\n",
                                "t\ty\n0\t1,5\n1\t-2e3\n",
                                "t y\n0 1.5\n1 -2e3\n",
                                "  t   y \n 0\t1.5  \n  1  -2e3\n",
                                "\"t\",\"y\"\n\"0\",\"1.5\"\n1,-2e3\n",
                                "\xEF\xBB\xBFt,y\n0,1.5\n1,-2e3\n",
                                "t , y\n0 , 1.5\n1, -2e3\n",
                                "# made by hand\n\nt,y\n# units: s, V\n0,+1.5\n\n1,-2E3\n\n"};
    int index = 0;
    for (const char* text : body)
      QTest::newRow(std::to_string(index++).c_str()) << QString::fromUtf8(text);
  }

  void dialects() {
    QFETCH(QString, text);
    const Table table = parse(text.toStdString());
    QCOMPARE(table.names, (std::vector<std::string>{"t", "y"}));
    QCOMPARE(table.columns.size(), std::size_t{2});
    QCOMPARE(table.columns[0], (std::vector<double>{0.0, 1.0}));
    QCOMPARE(table.columns[1], (std::vector<double>{1.5, -2000.0}));
  }

  void without_a_header() {
    const Table table = parse("1,2\n3,4");
    QCOMPARE(table.names, (std::vector<std::string>{"column 0", "column 1"}));
    QCOMPARE(table.columns[1], (std::vector<double>{2.0, 4.0}));
    QCOMPARE(parse("7").columns[0], std::vector<double>{7.0});
  }

  void quoted_cells() {
    const Table table = parse("\"a, b\",\"say \"\"x\"\"\",\"two\nlines\"\n1,2,3\n");
    QCOMPARE(table.names, (std::vector<std::string>{"a, b", "say \"x\"", "two\nlines"}));
  }

  void empty_and_special_cells() {
    const Table table = parse("a,b\n,1\nnan,inf\n-inf,1e-400\n");
    QVERIFY(std::isnan(table.columns[0][0]) && std::isnan(table.columns[0][1]));
    QCOMPARE(table.columns[0][2], -std::numeric_limits<double>::infinity());
    QCOMPARE(table.columns[1][2], 0.0);
  }

  void complaints_name_line_and_column() {
    QVERIFY(complaint("").find("holds no numbers") != std::string::npos);
    QVERIFY(complaint("\n# x\n\n").find("holds no numbers") != std::string::npos);
    QVERIFY(complaint("a,b\n").find("header line but no numbers") != std::string::npos);
    QCOMPARE(complaint("t,y\n0,1\n# note\n1,oops\n"),
             std::string("x.csv: line 4 has \"oops\" in column 1 (y), which is no number"));
    QCOMPARE(complaint("0,1\n1\n"), std::string("x.csv: line 2 has 1 cells, not 2 as the first"));
    QVERIFY(complaint("a,\"b\n1,2\n").find("line 1 opens a quote") != std::string::npos);
    QVERIFY(complaint("1,\"2\"x\n").find("text after a closing quote") != std::string::npos);
    QVERIFY(complaint("1,2\n3,1e999\n").find("line 2") != std::string::npos);
    QVERIFY(complaint(std::string("1,2\n\0", 5)).find("zero byte") != std::string::npos);
    QVERIFY(complaint("1\n0x10\n").find("\"0x10\"") != std::string::npos);
    QCOMPARE(complaint("\"a\n\x1b[1mb\"\nx\xc3\xbc\"\ny\"\n"),
             std::string("x.csv: line 3 has \"xü\"\" in column 0 (a  [1mb), which is no number"));
    QVERIFY(complaint("a\n" + std::string(39, 'x') + "\xc3\xbcz\n").find("xxx...\"") !=
            std::string::npos);
    QVERIFY(complaint(std::string(20'000, ',')).find("10000 cells") != std::string::npos);
  }

  void written_is_read() {
    std::mt19937_64 engine(3);
    for (int trial = 0; trial < 200; ++trial) {
      Table table;
      const auto columns = engine() % 5 + 1;
      const auto rows = engine() % 20 + 1;
      for (std::size_t c = 0; c < columns; ++c) {
        std::vector<double> column;
        for (std::size_t r = 0; r < rows; ++r) {
          const auto value = std::bit_cast<double>(engine());
          column.push_back(std::isnan(value) || engine() % 9 == 0 ? std::nan("") : value);
        }
        table.add("name, \"" + std::to_string(c) + "\"\n", std::move(column));
      }
      const Table again = parse(data::csv_text(table));
      QVERIFY(again.names == table.names);
      for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t r = 0; r < rows; ++r)
          QVERIFY(same(again.columns[c].at(r), table.columns[c][r]));
    }
  }

  void columns_of_different_lengths() {
    Table table;
    table.add("a", {1.0, 2.0, 3.0});
    table.add("b", {0.1});
    QCOMPARE(data::csv_text(table), std::string("a,b\r\n1,0.1\r\n2,\r\n3,\r\n"));
    QCOMPARE(data::csv_text(Table{}), std::string("\r\n"));
  }

  void file_errors_name_the_file() {
    QVERIFY_THROWS_EXCEPTION(InputError, data::read_csv("/no/such.csv"));
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.csv").toStdString();
    write_whole_file(file, "1;2\n3;x\n");
    try {
      data::read_csv(file);
      QFAIL("accepted");
    } catch (const InputError& error) {
      QVERIFY(std::string_view(error.what()).starts_with(file.string() + ": line 2"));
    }
  }
};

QTEST_APPLESS_MAIN(TestCsv)
#include "test_csv.moc"
