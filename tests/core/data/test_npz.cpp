// NPZ: NumPy's own archives, ours, and dishonest ones.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/data/npy_text.hpp"

using namespace ssmscope;
using data::Array;

namespace {

void append_number(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
}

struct Member {
  std::string name;
  std::string packed;  ///< as it lies in the archive
  std::uint32_t checksum = 0;
  std::uint32_t claimed_size = 0;  ///< unpacked
  int method = 0;                  ///< 0 stored, 8 deflated
};

/// CRC-32 of zip (reflected polynomial 0xEDB88320), a bit at a time.
std::uint32_t checksum_of(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

Member stored(const std::string& name, const std::string& bytes) {
  return {name, bytes, checksum_of(bytes), static_cast<std::uint32_t>(bytes.size()), 0};
}

void append_fields(std::string& bytes, const Member& member) {
  append_number(bytes, 20, 2);  // version needed
  append_number(bytes, 0, 2);   // flags
  append_number(bytes, static_cast<std::uint64_t>(member.method), 2);
  append_number(bytes, 0x00210000, 4);  // time and date
  append_number(bytes, member.checksum, 4);
  append_number(bytes, member.packed.size(), 4);
  append_number(bytes, member.claimed_size, 4);
  append_number(bytes, member.name.size(), 2);
  append_number(bytes, 0, 2);  // extra
}

/// A zip archive by hand (PKWARE APPNOTE 4.3), so that it may lie.
std::string zip_text(const std::vector<Member>& members) {
  std::string bytes, directory;
  for (const Member& member : members) {
    const std::size_t offset = bytes.size();
    bytes += "PK\3\4";
    append_fields(bytes, member);
    bytes += member.name + member.packed;
    directory += "PK\1\2";
    append_number(directory, 20, 2);  // made by
    append_fields(directory, member);
    append_number(directory, 0, 2);  // comment
    append_number(directory, 0, 2);  // disk
    append_number(directory, 0, 2);  // internal attributes
    append_number(directory, 0, 4);  // external attributes
    append_number(directory, offset, 4);
    directory += member.name;
  }
  const std::size_t start = bytes.size();
  bytes += directory + std::string("PK\5\6\0\0\0\0", 8);
  append_number(bytes, members.size(), 2);
  append_number(bytes, members.size(), 2);
  append_number(bytes, directory.size(), 4);
  append_number(bytes, start, 4);
  append_number(bytes, 0, 2);
  return bytes;
}

/// A deflate stream of stored blocks (RFC 1951, 3.2.4).
std::string deflated(const std::string& bytes) {
  constexpr std::size_t kLargestBlock = 65535;
  std::string packed;
  std::size_t at = 0;
  do {
    const std::size_t length = std::min(kLargestBlock, bytes.size() - at);
    packed += at + length == bytes.size() ? '\1' : '\0';
    append_number(packed, length, 2);
    append_number(packed, ~length, 2);
    packed += bytes.substr(at, length);
    at += length;
  } while (at < bytes.size());
  return packed;
}

std::string one_number() {
  return test::npy_text(test::npy_header("<f8", "()"), test::raw_bytes(std::vector<double>{4.0}));
}

std::string complaint(const std::string& bytes) {
  return test::complaint([&] { data::parse_npz(bytes, "x.npz"); });
}

bool says(const std::string& sentence, const char* part) {
  const bool found = sentence.starts_with("x.npz") && sentence.find(part) != std::string::npos;
  if (!found) qWarning("%s", sentence.c_str());
  return found;
}

}  // namespace

class TestNpz : public QObject {
  Q_OBJECT

 private slots:
  void an_archive_of_numpy() {
    const auto arrays = data::read_npz(std::filesystem::path(SSMSCOPE_TEST_DATA) / "mnist2000.npz");
    const Array& x = arrays.at("x");
    const Array& y = arrays.at("y");
    QCOMPARE(x.shape, (std::vector<std::size_t>{2000, 784}));
    QCOMPARE(y.shape, std::vector<std::size_t>{2000});
    QCOMPARE(arrays.size(), std::size_t{2});
    std::vector<int> counts(10, 0);
    for (const double label : y.re) ++counts.at(static_cast<std::size_t>(label));
    QCOMPARE(counts, std::vector<int>(10, 200));
    QCOMPARE(*std::ranges::max_element(x.re), 255.0);
    QCOMPARE(*std::ranges::min_element(x.re), 0.0);
  }

  void written_is_read_and_always_the_same_bytes() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.npz").toStdString();
    const std::map<std::string, Array> arrays = {
        {"A", {{2}, {1.5, -2.0}, {0.0, 1.0}}},
        {"long name é", {{}, {1.0 / 3.0}, {}}},
        {"zeros", {{100, 100}, std::vector<double>(10000), {}}}};
    data::write_npz(file, arrays);
    const auto again = data::read_npz(file);
    QCOMPARE(again.size(), arrays.size());
    for (const auto& [key, array] : arrays) {
      QVERIFY(again.at(key).shape == array.shape);
      QVERIFY(again.at(key).re == array.re && again.at(key).im == array.im);
    }
    const auto bytes = read_whole_file(file, 1 << 20);
    QVERIFY(bytes.size() < 10'000);  // packed
    data::write_npz(file, arrays);
    QCOMPARE(read_whole_file(file, 1 << 20), bytes);
  }

  void archives_by_hand_are_read() {
    Member packed = stored("b.npy", one_number());
    packed.packed = deflated(one_number());
    packed.method = 8;
    const auto arrays = data::parse_npz(
        zip_text({stored("a.npy", one_number()), stored("notes.txt", "not an array"), packed}),
        "x");
    QCOMPARE(arrays.size(), std::size_t{2});
    QCOMPARE(arrays.at("a").re[0], 4.0);
    QCOMPARE(arrays.at("b").re[0], 4.0);
  }

  void truncated_anywhere() {
    const std::string bytes =
        zip_text({stored("a.npy", one_number()), stored("b.npy", one_number())});
    QVERIFY(complaint(bytes).empty());
    for (std::size_t length = 0; length < bytes.size(); ++length)
      QVERIFY2(!complaint(bytes.substr(0, length)).empty(), std::to_string(length).c_str());
  }

  void not_an_archive() {
    QVERIFY(says(complaint(""), "holds no NPY arrays"));
    QVERIFY(says(complaint("PK\3\4 and nothing more"), "zip archive"));
    QVERIFY(says(complaint(zip_text({stored("a.txt", "x")})), "holds no NPY arrays"));
    QVERIFY(says(complaint(zip_text({})), "holds no NPY arrays"));
  }

  void a_bomb_is_refused_before_it_unpacks() {
    // A small archive that names 1 GiB.
    Member bomb = stored("a.npy", "");
    bomb.packed = deflated(std::string(1 << 10, '\0'));
    bomb.method = 8;
    bomb.claimed_size = 1u << 30;
    QVERIFY(says(complaint(zip_text({bomb})), "unpacks to more than the 536870912 bytes"));
    // Many members that only together are too much.
    std::vector<Member> members;
    bomb.claimed_size = 1u << 28;
    bomb.packed = deflated(one_number());
    for (int i = 0; i < 3; ++i) {
      bomb.name = std::to_string(i) + ".npy";
      members.push_back(bomb);
    }
    QVERIFY(!complaint(zip_text(members)).empty());
  }

  void a_member_that_lies_about_its_size() {
    const std::string large = std::string(5'000'000, '\0');
    Member liar = stored("a.npy", large);
    liar.packed = deflated(large);
    liar.method = 8;
    liar.claimed_size = 100;  // holds five million
    QVERIFY(!complaint(zip_text({liar})).empty());
    liar.claimed_size = 500'000'000;  // holds a hundredth of that
    QVERIFY(!complaint(zip_text({liar})).empty());
  }

  void damaged_members_are_named() {
    Member wrong = stored("a.npy", one_number());
    wrong.checksum ^= 1;
    QVERIFY(says(complaint(zip_text({wrong})), "(a)"));
    QVERIFY(says(complaint(zip_text({stored("a.npy", "junk")})), "(a): is not an NPY file"));
    Member unknown = stored("a.npy", one_number());
    unknown.method = 99;
    QVERIFY(!complaint(zip_text({unknown})).empty());
  }

  void a_name_twice_is_refused() {
    const Member one = stored("a.npy", one_number());
    QVERIFY(!complaint(zip_text({one, one})).empty());
  }
};

QTEST_APPLESS_MAIN(TestNpz)
#include "test_npz.moc"
