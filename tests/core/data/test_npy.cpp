// NPY: every element type, order and byte order; damaged and dishonest files.
#include <QtTest>
#include <cmath>
#include <filesystem>

#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/data/npy_text.hpp"

using namespace ssmscope;
using data::Array;
using test::npy_header;
using test::npy_text;
using test::raw_bytes;

namespace {

std::string complaint(const std::string& bytes) {
  return test::complaint([&] { data::parse_npy(bytes, "x.npy"); });
}

/// Reads three numbers 1, -2, 3 of a type in both byte orders.
template <class T>
bool reads(const std::string& type) {
  const std::vector<T> values = {T(1), static_cast<T>(-2), T(3)};
  for (const bool swapped : {false, true}) {
    const auto header = npy_header((swapped ? ">" : "<") + type, "(3,)");
    const Array array = data::parse_npy(npy_text(header, raw_bytes(values, swapped)), "x");
    if (array.shape != std::vector<std::size_t>{3} || !array.im.empty()) return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (array.re[i] != static_cast<double>(values[i])) return false;
  }
  return true;
}

}  // namespace

class TestNpy : public QObject {
  Q_OBJECT

 private slots:
  void element_types() {
    QVERIFY(reads<double>("f8"));
    QVERIFY(reads<float>("f4"));
    QVERIFY(reads<std::int8_t>("i1"));
    QVERIFY(reads<std::int16_t>("i2"));
    QVERIFY(reads<std::int32_t>("i4"));
    QVERIFY(reads<std::int64_t>("i8"));
    QVERIFY(reads<std::uint8_t>("u1"));
    QVERIFY(reads<std::uint16_t>("u2"));
    QVERIFY(reads<std::uint32_t>("u4"));
    const auto bits = data::parse_npy(npy_text(npy_header("|b1", "(2,)"), {'\0', '\1'}), "x");
    QCOMPARE(bits.re, (std::vector<double>{0.0, 1.0}));
  }

  void half_precision() {
    // IEEE 754 binary16: 1, -2, 65504 (largest), 2^-24 (least), 2^-14 (least normal), -0, 1/3.
    const std::vector<std::uint16_t> halves = {0x3C00, 0xC000, 0x7BFF, 0x0001,
                                               0x0400, 0x8000, 0x3555};
    const auto array = data::parse_npy(npy_text(npy_header("<f2", "(7,)"), raw_bytes(halves)), "x");
    QCOMPARE(array.re, (std::vector<double>{1.0, -2.0, 65504.0, std::ldexp(1.0, -24),
                                            std::ldexp(1.0, -14), -0.0, 1365.0 / 4096.0}));
    QVERIFY(std::signbit(array.re[5]));
    const auto odd =
        data::parse_npy(npy_text(npy_header(">f2", "(2,)"),
                                 raw_bytes(std::vector<std::uint16_t>{0x7C00, 0x7E00}, true)),
                        "x");
    QVERIFY(std::isinf(odd.re[0]) && std::isnan(odd.re[1]));
  }

  void complex_numbers() {
    const std::vector<double> parts = {1.0, 2.0, -3.0, 4.5};
    for (const bool swapped : {false, true}) {
      const auto header = npy_header(swapped ? ">c16" : "<c16", "(2,)");
      const auto array = data::parse_npy(npy_text(header, raw_bytes(parts, swapped)), "x");
      QCOMPARE(array.re, (std::vector<double>{1.0, -3.0}));
      QCOMPARE(array.im, (std::vector<double>{2.0, 4.5}));
    }
    const std::vector<float> singles = {0.5F, -0.25F};
    const auto one = data::parse_npy(npy_text(npy_header("<c8", "()"), raw_bytes(singles)), "x");
    QVERIFY(one.shape.empty());
    QCOMPARE(one.re, std::vector<double>{0.5});
    QCOMPARE(one.im, std::vector<double>{-0.25});
  }

  void fortran_order() {
    // a[i][j][k] = 100 i + 10 j + k, 2 x 3 x 4, written with i fastest.
    std::vector<std::int32_t> values;
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 2; ++i) values.push_back(100 * i + 10 * j + k);
    const auto array =
        data::parse_npy(npy_text(npy_header("<i4", "(2, 3, 4)", true), raw_bytes(values)), "x");
    QCOMPARE(array.shape, (std::vector<std::size_t>{2, 3, 4}));
    std::size_t at = 0;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 4; ++k) QCOMPARE(array.re[at++], 100.0 * i + 10.0 * j + k);
  }

  void versions_and_spellings_of_the_header() {
    const auto data = raw_bytes(std::vector<double>{7.0});
    for (const char version : {'\1', '\2', '\3'})
      QCOMPARE(data::parse_npy(npy_text(npy_header("<f8", "(1,)"), data, version), "x").re[0], 7.0);
    const char* const spelled =
        "{\"shape\":(1L,),\"descr\":\"<f8\",  \"fortran_order\":False}      \n";
    QCOMPARE(data::parse_npy(npy_text(spelled, data), "x").re[0], 7.0);
    QVERIFY(data::parse_npy(npy_text(npy_header("<f8", "(0, 5)"), ""), "x").re.empty());
  }

  void refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& bytes, const char* says) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(says);
    };
    const auto eight = raw_bytes(std::vector<double>{1.0});
    row("empty", "", "is not an NPY file");
    row("text", "hello, world", "is not an NPY file");
    row("magic only", "\x93NUMPY", "cut short inside its NPY header");
    row("version", npy_text(npy_header("<f8", "(1,)"), eight, '\7'), "NPY version 7");
    row("header cut", npy_text(npy_header("<f8", "(1,)"), "").substr(0, 30), "cut short");
    row("data cut", npy_text(npy_header("<f8", "(2,)"), eight), "cut short: 16 bytes");
    row("too long", npy_text(npy_header("<f8", "()"), eight + "x"), "too long: 8 bytes");
    row("object", npy_text(npy_header("|O", "(1,)"), eight), "elements of type \"|O\"");
    row("text elements", npy_text(npy_header("<U4", "(1,)"), eight), "elements of type \"<U4\"");
    row("long double", npy_text(npy_header("<f16", "(1,)"), eight + eight), "\"<f16\"");
    row("records",
        npy_text("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", eight),
        "records of several fields");
    row("huge shape", npy_text(npy_header("<f8", "(99999999999, 99999999999)"), eight),
        "more than the 134217728 numbers");
    row("overflowing shape", npy_text(npy_header("<f8", "(4294967296, 4294967296)"), ""),
        "more than the");
    row("huge extent", npy_text(npy_header("<f8", "(99999999999999999999999,)"), eight),
        "whole number that fits 64 bits");
    row("large but absent", npy_text(npy_header("|u1", "(100000000,)"), eight), "cut short");
    row("negative extent", npy_text(npy_header("<f8", "(-1,)"), eight), "whole number");
    row("no shape", npy_text("{'descr': '<f8', 'fortran_order': False}", eight), "shape");
    row("twice", npy_text("{'descr': '<f8', 'descr': '<f8'}", eight), "once each");
    row("no dictionary", npy_text("[1, 2]", eight), "expected '{'");
    row("after the end", npy_text(npy_header("<f8", "()") + "x", eight), "expected its end");
    std::string many = "(";
    for (int i = 0; i < 40; ++i) many += "1,";
    row("dimensions", npy_text(npy_header("<f8", many + ")"), eight), "at most 32 dimensions");
    row("2^53 + 1",
        npy_text(npy_header("<i8", "()"), raw_bytes(std::vector<std::int64_t>{(1LL << 53) + 2})),
        "9007199254740994");
  }

  void refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto sentence = complaint(bytes.toStdString());
    QVERIFY2(sentence.starts_with("x.npy: "), sentence.c_str());
    QVERIFY2(sentence.find(says.toStdString()) != std::string::npos, sentence.c_str());
  }

  void written_is_read() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.npy").toStdString();
    const std::vector<Array> arrays = {
        {{}, {1.0 / 3.0}, {}},
        {{0}, {}, {}},
        {{2, 3}, {1, 2, 3, -0.0, 1e-308, 1.7e308}, {}},
        {{1, 2}, {1, std::nan("")}, {3, -std::numeric_limits<double>::infinity()}}};
    for (const Array& array : arrays) {
      data::write_npy(file, array);
      const Array again = data::read_npy(file);
      QVERIFY(again.shape == array.shape);
      QCOMPARE(raw_bytes(again.re), raw_bytes(array.re));
      QCOMPARE(raw_bytes(again.im), raw_bytes(array.im));
    }
    // NumPy wants the data to start at a multiple of 64.
    QCOMPARE(data::npy_bytes(arrays[2]).size() % 64, std::size_t{48});
  }
};

QTEST_APPLESS_MAIN(TestNpy)
#include "test_npy.moc"
