// Input signals: what they are, and that any two windows of one agree.
#include <QtTest>
#include <cmath>

#include "core/data/content_hash.hpp"
#include "core/data/csv.hpp"
#include "core/data/npy.hpp"
#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"

using namespace ssmscope;
using data::input_signal;

namespace {

using test::complaint;

}  // namespace

class TestSignals : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
  }

  void simple_signals() {
    QCOMPARE(input_signal(ImpulseInput{2}, 0, 4), (std::vector<double>{0, 0, 1, 0}));
    QCOMPARE(input_signal(ImpulseInput{2}, 2, 2), (std::vector<double>{1, 0}));
    QCOMPARE(input_signal(StepInput{2}, 1, 3), (std::vector<double>{0, 1, 1}));
    const auto sine = input_signal(SineInput{0.3, 2.0}, 10, 3);
    for (std::size_t i = 0; i < 3; ++i)
      QCOMPARE(sine[i], 2.0 * std::sin(0.3 * static_cast<double>(10 + i)));
    QVERIFY(input_signal(StepInput{0}, 5, 0).empty());
  }

  void chirp_sweeps_and_stays() {
    const ChirpInput chirp{0.1, 0.9};
    // Below the sampling limit the angle between samples is the instantaneous frequency.
    const auto u = input_signal(chirp, 0, 3000);
    const auto frequency = [&](std::size_t t) {  // from u(t-1) + u(t+1) = 2 cos(omega) u(t)
      return std::acos(std::clamp((u[t - 1] + u[t + 1]) / (2.0 * u[t]), -1.0, 1.0));
    };
    double early = 0.0, late = 0.0;
    int early_count = 0, late_count = 0;
    for (std::size_t t = 1; t < 2999; ++t) {
      if (std::abs(u[t]) < 0.5) continue;  // a quotient of small numbers says nothing
      if (t < 40) early += frequency(t), ++early_count;
      if (t > 1100) late += frequency(t), ++late_count;
    }
    QVERIFY(early_count > 5 && std::abs(early / early_count - 0.12) < 0.03);
    QVERIFY(late_count > 500 && std::abs(late / late_count - 0.9) < 1e-9);
  }

  void a_text_is_its_bytes() {
    // From -1 (byte 0) to 1 (byte 255); nothing behind its end.
    const Input input = TextInput{std::string("a \xc3\xbc\x00z", 6)};
    const auto u = input_signal(input, 0, 8);
    const unsigned char bytes[] = {0x61, 0x20, 0xc3, 0xbc, 0x00, 0x7a};
    for (std::size_t t = 0; t < 6; ++t) QCOMPARE(u[t], bytes[t] / 127.5 - 1.0);
    QCOMPARE(u[6], 0.0);
    QCOMPARE(u[7], 0.0);
    QCOMPARE(data::text_sample(255), 1.0);
    QVERIFY(input_signal(input, 100, 2) == std::vector<double>(2, 0.0));
  }

  void tokens_are_words_and_rows_of_pixels() {
    const Input text = TextInput{" two  w\xc3\xb6rter\nx"};
    const auto all = data::input_tokens(text, 0, 100);
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all[0].first, std::size_t{1});
    QCOMPARE(all[0].text, std::string("two"));
    QCOMPARE(all[1].first, std::size_t{6});
    QCOMPARE(all[1].count, std::size_t{7});
    QCOMPARE(all[2].first, std::size_t{14});
    QCOMPARE(data::input_tokens(text, 2, 5).size(), std::size_t{1});  // the one that begins there
    const auto rows = data::input_tokens(DigitInput{3}, 0, 64);
    QCOMPARE(rows.size(), std::size_t{8});
    QCOMPARE(rows[7].first, std::size_t{56});
    QCOMPARE(rows[7].text, std::string("8"));
    QVERIFY(data::input_tokens(SineInput{}, 0, 64).empty());
    QVERIFY(data::input_tokens(TextInput{"   "}, 0, 64).empty());
  }

  void windows_of_one_signal_agree() {
    const std::vector<Input> inputs = {
        ImpulseInput{5000},  StepInput{4097}, SineInput{},   ChirpInput{},
        NoiseInput{42, 0.5}, EcgInput{300},   DigitInput{7}, TextInput{std::string(5000, 'q')}};
    for (const Input& input : inputs) {
      const auto whole = input_signal(input, 0, 10'000);
      for (const std::size_t first : {1, 30, 63, 64, 4095, 4096, 4097, 8191, 9000})
        for (const std::size_t count : {1, 2, 500, 1000}) {
          const auto part = input_signal(input, first, count);
          QVERIFY(std::equal(part.begin(), part.end(),
                             whole.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    }
  }

  void noise_is_white_and_seeded() {
    const auto noise = input_signal(NoiseInput{1, 2.0}, 0, 100'000);
    double mean = 0.0, power = 0.0, lag = 0.0, across = 0.0;
    for (std::size_t i = 0; i + 1 < noise.size(); ++i) {
      mean += noise[i];
      power += noise[i] * noise[i];
      lag += noise[i] * noise[i + 1];
    }
    // Blocks are streams of their own: they must not repeat one another.
    for (std::size_t i = 0; i < data::kNoiseBlock; ++i)
      across += noise[i] * noise[i + data::kNoiseBlock];
    const auto n = static_cast<double>(noise.size());
    QVERIFY(std::abs(mean / n) < 5 * 2.0 / std::sqrt(n));  // five standard errors
    QVERIFY(std::abs(power / n - 4.0) < 5 * 4.0 * std::sqrt(2.0 / n));
    QVERIFY(std::abs(lag / n) < 5 * 4.0 / std::sqrt(n));
    QVERIFY(std::abs(across / data::kNoiseBlock) < 5 * 4.0 / std::sqrt(data::kNoiseBlock));
    QVERIFY(input_signal(NoiseInput{2, 2.0}, 0, 10) != input_signal(NoiseInput{1, 2.0}, 0, 10));
    // A window far away costs no more than a near one and is drawn at all.
    QVERIFY(input_signal(NoiseInput{1, 1.0}, 10'000'000, 1)[0] != 0.0);
  }

  void recordings() {
    QCOMPARE(data::ecg().size(), std::size_t{10800});
    const auto [low, high] = std::ranges::minmax(data::ecg());
    QVERIFY(low > -3.0 && high < 3.0 && high - low > 1.0);  // mV
    const auto beats = input_signal(EcgInput{10700}, 50, 100);
    QCOMPARE(beats[0], data::ecg()[10750]);
    QCOMPARE(beats[49], data::ecg()[10799]);
    QCOMPARE(beats[50], 0.0);  // beyond the end
    const auto& digits = data::digits();
    QCOMPARE(digits.count(), std::size_t{1797});
    QCOMPARE(digits.pixels.size(), std::size_t{1797} * 64);
    QCOMPARE(digits.labels[0], 0);
    QCOMPARE(digits.labels[1796], 8);
    const auto image = input_signal(DigitInput{1796}, 0, 70);
    for (std::size_t p = 0; p < 70; ++p)
      QCOMPARE(image[p], p < 64 ? digits.pixels[std::size_t{1796} * 64 + p] / 16.0 : 0.0);
    QVERIFY(complaint([] { input_signal(DigitInput{1797}, 0, 1); }).starts_with("input.index"));
    QVERIFY(complaint([] { input_signal(EcgInput{-1}, 0, 1); }).starts_with("input.offset"));
  }

  void series_from_files() {
    write_whole_file(root_ / "a.csv", "t,y\n0,1.5\n1,2.5\n2,\n");
    QCOMPARE(data::read_series(reference("a.csv"), 1), (std::vector<double>{1.5, 2.5}));
    data::write_npy(root_ / "v.npy", {{3}, {1, 2, 3}, {}});
    QCOMPARE(data::read_series(reference("v.npy"), 0), (std::vector<double>{1, 2, 3}));
    data::write_npy(root_ / "m.npy", {{2, 3}, {1, 2, 3, 4, 5, 6}, {}});
    QCOMPARE(data::read_series(reference("m.npy"), 2), (std::vector<double>{3, 6}));
    data::write_npz(root_ / "z.npz", {{"a", {{2, 2}, {1, 2, 3, 4}, {}}}, {"b", {{2}, {5, 6}, {}}}});
    QCOMPARE(data::read_series(reference("z.npz"), 1), (std::vector<double>{2, 4}));
    QCOMPARE(data::read_series(reference("z.npz"), 2), (std::vector<double>{5, 6}));
    const Input input = FileInput{reference("v.npy"), 0};
    QCOMPARE(input_signal(input, 1, 4), (std::vector<double>{2, 3, 0, 0}));
  }

  void series_errors_name_file_and_place() {
    const auto says = [&](const char* name, int column, const char* part) {
      const auto sentence = complaint([&] { data::read_series(reference(name), column); });
      const bool found =
          sentence.find(name) != std::string::npos && sentence.find(part) != std::string::npos;
      if (!found) qWarning("%s", sentence.c_str());
      return found;
    };
    write_whole_file(root_ / "a.csv", "t,y\n0,1.5\n1,\n2,3\n");
    data::write_npy(root_ / "n.npy", {{3}, {1, 2, std::nan("")}, {}});
    data::write_npy(root_ / "i.npy", {{1}, {std::numeric_limits<double>::infinity()}, {}});
    data::write_npy(root_ / "c.npy", {{1}, {1}, {1}});
    data::write_npy(root_ / "d.npy", {{1, 1, 1}, {1}, {}});
    data::write_npy(root_ / "e.npy", {{0}, {}, {}});
    data::write_npy(root_ / "w.npy", {{4, 0}, {}, {}});
    QVERIFY(says("none.csv", 0, "cannot be read"));
    QVERIFY(says("a.csv", 2, "no column 2; expected a column from 0 to 1"));
    QVERIFY(says("a.csv", -1, "at least 0"));
    QVERIFY(says("a.csv", 1, "sample 1 of column 1 is empty"));
    QVERIFY(says("n.npy", 0, "sample 2 of column 0"));
    QVERIFY(says("i.npy", 0, "infinite"));
    QVERIFY(says("c.npy", 0, "complex"));
    QVERIFY(says("d.npy", 0, "3 dimensions"));
    QVERIFY(says("e.npy", 0, "holds no numbers"));
    QVERIFY(says("w.npy", 0, "holds no columns"));
  }

  void a_changed_file_is_read_again_and_said() {
    write_whole_file(root_ / "a.csv", "1\n2\n");
    const FileReference plain = reference("a.csv");
    const FileReference stamped = data::stamp(plain);
    QCOMPARE(stamped.length, std::uint64_t{4});
    QCOMPARE(stamped.hash.size(), std::size_t{16});
    QCOMPARE(data::change_since_stamp(stamped), std::string());
    QCOMPARE(data::read_series(stamped, 0), (std::vector<double>{1, 2}));
    write_whole_file(root_ / "a.csv", "1\n3\n");  // the same length
    QCOMPARE(data::read_series(stamped, 0), (std::vector<double>{1, 3}));
    QVERIFY(data::change_since_stamp(stamped).find("other contents") != std::string::npos);
    write_whole_file(root_ / "a.csv", "1\n");
    QVERIFY(data::change_since_stamp(stamped).find("4 bytes then, 2 now") != std::string::npos);
    std::filesystem::remove(root_ / "a.csv");
    QVERIFY(data::change_since_stamp(stamped).find("cannot be read") != std::string::npos);
    QCOMPARE(data::change_since_stamp(plain), std::string());  // never stamped
  }

  void files_of_a_scenario_are_stamped_once() {
    write_whole_file(root_ / "a.csv", "1\n2\n");
    Scenario s;
    s.input = FileInput{reference("a.csv"), 0};
    s.target.kind = MemoryKind::File;
    s.target.file = reference("a.csv");
    const Scenario stamped = data::stamp_files(s);
    QVERIFY(!stamped.target.file.hash.empty());
    QCOMPARE(std::get<FileInput>(stamped.input).file, stamped.target.file);
    QVERIFY(data::file_changes(stamped).empty());
    write_whole_file(root_ / "a.csv", "7\n");
    QCOMPARE(data::file_changes(stamped).size(), std::size_t{2});
    QVERIFY(data::stamp_files(stamped) == stamped);  // the first use stays
  }

  void a_file_that_cannot_be_read_stays_without_a_stamp() {
    Scenario s;
    s.input = FileInput{reference("absent.csv"), 0};
    QVERIFY(data::stamp_files(s) == s);
  }

  void a_refused_file_is_told_with_its_field() {
    const FileInput absent{reference("absent.csv"), 0};
    try {
      data::input_signal(absent, 0, 4);
      QFAIL("an absent file was read");
    } catch (const InputError& error) {
      QVERIFY(QString(error.what()).startsWith("input: "));
      QVERIFY(QString(error.what()).contains("absent.csv"));
    }
  }

  void hashes() {
    // Published FNV-1a 64 test vectors.
    QCOMPARE(data::content_hash(""), std::string("cbf29ce484222325"));
    QCOMPARE(data::content_hash("a"), std::string("af63dc4c8601ec8c"));
    QCOMPARE(data::content_hash("foobar"), std::string("85944171f73967e8"));
  }

  void captions() {
    QCOMPARE(data::describe(ImpulseInput{3}), std::string("unit impulse at step 3"));
    QCOMPARE(data::describe(FileInput{{"/a/b.csv", 0, ""}, 2}), std::string("column 2 of b.csv"));
    QCOMPARE(data::describe(TextInput{"ab c"}), std::string("text of 4 bytes, one a step"));
    QCOMPARE(data::describe(DigitInput{1796}),
             std::string("handwritten digit 1796 (an 8), one pixel a step"));
  }

 private:
  FileReference reference(const char* name) const { return {(root_ / name).string(), 0, ""}; }

  std::unique_ptr<QTemporaryDir> folder_;
  std::filesystem::path root_;
};

QTEST_APPLESS_MAIN(TestSignals)
#include "test_signals.moc"
