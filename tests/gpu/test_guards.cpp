// That the guards around a job's memory, which the table of cases leans on, do see a shader that
// reads or writes beyond its buffers.
#include <cmath>

#include "gpu/guards.hpp"
#include "tests/gpu/subjects.hpp"

using namespace ssmscope;

namespace {

/// Push constants of shaders/expand.comp.
struct ExpandPush {
  std::uint32_t modes, count, fine_count, coarse_model, fine_model, table_model;
};

constexpr std::uint32_t kEntries = 100;  // of the table: no multiple of a work group
constexpr std::uint32_t kFine = 10;

/// A table of one mode's powers from two short ones, in a job of its own.
class Table {
 public:
  explicit Table(gpu::Engine& engine)
      : job_(engine, progress_,
             std::vector<gpu::Extent>{
                 {numbers(kEntries / kFine)}, {numbers(kFine)}, {numbers(kEntries)}}),
        coarse_(job_.view<float>()),
        fine_(job_.view<float>()),
        table_(job_.view<float>()) {
    for (const auto view : {coarse_.host, fine_.host}) {
      for (std::size_t i = 0; i < view.size(); ++i) view[i] = i % 2 == 0 ? 1.0F : 0.0F;
    }
  }

  /// Numbers of the table that are not finite, once the shader has made `count` entries of it.
  std::ptrdiff_t make(std::uint32_t count, std::uint32_t fine_count) {
    const ExpandPush push{1, count, fine_count, 0, 0, 0};
    job_.dispatch({gpu::Shader::Expand, false, {}}, {coarse_.range, fine_.range, table_.range},
                  push, gpu::groups_for(2));
    job_.run(count);
    return std::count_if(table_.host.begin(), table_.host.end(),
                         [](float value) { return !std::isfinite(value); });
  }

 private:
  static constexpr std::size_t numbers(std::size_t entries) { return 2 * entries * sizeof(float); }

  compute::Progress progress_;
  gpu::Job job_;
  gpu::View<float> coarse_, fine_, table_;
};

}  // namespace

class TestGuards : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void init();

  void whatStaysInsideIsGood();
  void oneEntryTooManyIsSeen();
  void oneEntryTooFewIsSeen();
  void readingBeyondARangeSpoilsTheResult();
  void damageIsSeenWhereverItIs();

 private:
  test::Messages messages_;
  std::unique_ptr<gpu::Engine> engine_;
};

void TestGuards::initTestCase() {
  const std::string missing = test::missing_device();
  if (!missing.empty() && test::may_skip()) QSKIP(missing.c_str());
  QVERIFY2(missing.empty(), missing.c_str());
}

void TestGuards::init() {
  gpu::Options options;
  options.on_validation_message = messages_.collector();
  options.guard_bounds = true;
  engine_ = std::make_unique<gpu::Engine>(test::kSoftwareDevice, options);
}

void TestGuards::whatStaysInsideIsGood() {
  QCOMPARE(Table(*engine_).make(kEntries, kFine), 0);
  QCOMPARE(messages_.take(), std::string());
}

void TestGuards::oneEntryTooManyIsSeen() {
  Table(*engine_).make(kEntries + 1, kFine);
  const std::string text = messages_.take();
  QVERIFY2(text.find("behind a range of 800 bytes") != std::string::npos, text.c_str());
}

void TestGuards::oneEntryTooFewIsSeen() {
  QCOMPARE(Table(*engine_).make(kEntries - 1, kFine), 2);  // real and imaginary part
  QCOMPARE(messages_.take(), std::string());
}

void TestGuards::readingBeyondARangeSpoilsTheResult() {
  // Entries from the eleventh on ask for a fine one that is not there.
  QVERIFY(Table(*engine_).make(kFine + 1, kFine + 1) > 2 * std::ptrdiff_t{kEntries - kFine - 1});
  QCOMPARE(messages_.take(), std::string());
}

void TestGuards::damageIsSeenWhereverItIs() {
  std::vector<std::byte> memory(2048);
  const auto damage_after_writing = [&](std::size_t at) {
    gpu::Guards guards(memory.data());
    guards.add({1024, 10});  // to 1536
    guards.add({0, 100});    // to 512
    memory[at] = std::byte{1};
    return guards.damage();
  };
  for (const std::size_t inside : {0, 99, 512, 1023, 1024, 1033, 1536}) {
    QCOMPARE(damage_after_writing(inside), std::string());
  }
  for (const std::size_t outside : {100, 511, 1034, 1535}) {
    QVERIFY(!damage_after_writing(outside).empty());
  }
  QCOMPARE(damage_after_writing(101),
           std::string("The byte 1 behind a range of 100 bytes of a job was written."));
}

QTEST_APPLESS_MAIN(TestGuards)
#include "test_guards.moc"
