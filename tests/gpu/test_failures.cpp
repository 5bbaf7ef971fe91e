// What must not take a scenario with it: a lost device, too little memory, a damaged cache, a
// cancelled call, several callers at once.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gpu/pace.hpp"
#include "gpu/pipeline_cache.hpp"
#include "tests/core/compute/models.hpp"
#include "tests/gpu/subjects.hpp"

using namespace ssmscope;
using compute::Random;

namespace {

namespace fs = std::filesystem;

/// Mode-steps of a submission that takes any test's whole work.
constexpr std::size_t kAllAtOnce = std::size_t{1} << 40;

/// One call of every operation.
struct Answers {
  std::vector<double> kernel, response, product;
  std::vector<Complex> states, ring, frequency;
  bool operator==(const Answers&) const = default;
};

struct Question {
  ssm::DiscreteModel model;
  std::vector<double> u;
  std::vector<Complex> initial;

  Question(std::uint64_t seed, std::size_t modes, std::size_t steps) {
    Random random(seed);
    model = test::random_model(random, modes);
    u = test::random_input(random, steps);
    initial = test::random_state(random, modes);
  }
  Answers ask(compute::Backend& backend) const {
    return {test::kernel_of(backend, model, u.size()),
            test::response_of(backend, model, u, initial),
            test::product_of(backend, model, compute::Toeplitz::Transposed, u),
            test::states_of(backend, model, u, initial),
            test::ring_of(backend, model, u, initial),
            test::frequency_of(backend, model, test::frequency_grid(u.size()))};
  }
};

bool close(const Answers& a, const Answers& b, double tolerance) {
  return test::relative_difference(a.kernel, b.kernel) < tolerance &&
         test::relative_difference(a.response, b.response) < tolerance &&
         test::relative_difference(a.product, b.product) < tolerance &&
         test::relative_difference(a.states, b.states) < tolerance &&
         test::relative_difference(a.ring, b.ring) < tolerance &&
         test::relative_difference(a.frequency, b.frequency) < tolerance;
}

/// Says "cancelled" when it is asked for the n-th time.
class CancelAt : public compute::Progress {
 public:
  explicit CancelAt(int n) : left_(n) {}
  bool cancelled() const override { return --left_ < 0; }

 private:
  mutable std::atomic<int> left_;
};

std::vector<std::uint8_t> bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void overwrite(const fs::path& file, const std::vector<std::uint8_t>& bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

class TestFailures : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void cleanup();

  void lostAtEverySubmission();
  void lostOnceIsLostForGood();
  void outOfMemoryGoesOnByTheCpu();
  void littleMemoryMeansManyPieces();
  void noNumberDependsOnTheSizeOfSubmissions();
  void submissionsFollowTheDevicesClock();
  void aSilentDeviceIsLost();
  void tooLittleMemoryMeansTheCpu();
  void cancelledWhereverItAsks();
  void severalCallersAtOnce();
  void cacheIsWrittenAndRead();
  void damagedCacheIsIgnored();
  void cacheThatCannotBeWritten();

 private:
  std::unique_ptr<test::Watched> make(gpu::Options options = {}) {
    options.on_validation_message = messages_.collector();
    return std::make_unique<test::Watched>(
        gpu::make_vulkan_backend(test::kSoftwareDevice, cpu_, pool_, options));
  }

  compute::Pool pool_{2};
  test::Messages messages_;
  std::shared_ptr<compute::Backend> cpu_ = compute::make_cpu_backend(pool_);
};

void TestFailures::initTestCase() {
  const std::string missing = test::missing_device();
  if (!missing.empty() && test::may_skip()) QSKIP(missing.c_str());
  QVERIFY2(missing.empty(), missing.c_str());
}

void TestFailures::cleanup() {
  const std::string text = messages_.take();
  QVERIFY2(text.empty(), text.c_str());
}

void TestFailures::lostAtEverySubmission() {
  const Question question(1, 33, 700);
  const Answers expected = question.ask(*cpu_);
  std::uint64_t submissions = 0;
  gpu::Options counting;
  counting.before_submit = [&](std::uint64_t n) {
    submissions = n;
    return true;
  };
  QVERIFY(close(question.ask(*make(counting)), expected, gpu::kSingleTolerance));
  QVERIFY(submissions >= 6);
  for (std::uint64_t at = 1; at <= submissions; ++at) {
    gpu::Options options;
    options.before_submit = [at](std::uint64_t n) {
      if (n == at) throw compute::BackendLost("taken away");
      return true;
    };
    const auto backend = make(options);
    // As every caller does: the whole again, on the CPU.
    Answers answers;
    bool lost = false;
    try {
      answers = question.ask(*backend);
    } catch (const compute::BackendLost&) {
      lost = true;
      answers = question.ask(*cpu_);
    }
    QVERIFY(lost);
    QVERIFY(answers == expected);
  }
}

void TestFailures::lostOnceIsLostForGood() {
  const Question question(2, 5, 100);
  gpu::Options options;
  options.before_submit = [](std::uint64_t n) {
    if (n == 1) throw compute::BackendLost("taken away");
    return true;
  };
  const auto backend = make(options);
  for (int i = 0; i < 3; ++i) {
    QVERIFY_EXCEPTION_THROWN(test::kernel_of(*backend, question.model, 10), compute::BackendLost);
  }
}

void TestFailures::outOfMemoryGoesOnByTheCpu() {
  const Question question(3, 33, 700);
  const Answers expected = question.ask(*cpu_);
  gpu::Options options;
  options.before_submit = [](std::uint64_t /*n*/) -> bool { throw std::bad_alloc(); };
  const auto backend = make(options);
  QVERIFY(question.ask(*backend) == expected);
  QCOMPARE(backend->reports.size(), std::size_t{6});
  for (const auto& report : backend->reports) {
    QVERIFY2(report.reason.ends_with("has too little memory."), report.reason.c_str());
    QCOMPARE(report.ran_on, std::string("CPU"));
  }
}

void TestFailures::littleMemoryMeansManyPieces() {
  const Question question(4, 65, 20000);
  const Answers expected = question.ask(*cpu_);
  std::uint64_t few = 0;
  std::uint64_t many = 0;
  gpu::Options plenty;
  plenty.work_per_submission = kAllAtOnce;
  plenty.before_submit = [&](std::uint64_t n) {
    few = n;
    return true;
  };
  const Answers whole = question.ask(*make(plenty));
  gpu::Options little;
  little.memory_limit = std::uint64_t{2} << 20;
  little.before_submit = [&](std::uint64_t n) {
    many = n;
    return true;
  };
  const auto backend = make(little);
  const Answers pieces = question.ask(*backend);
  QCOMPARE(backend->handed_on(), std::string());
  QVERIFY(many > 3 * few);
  QVERIFY(close(pieces, expected, gpu::kSingleTolerance));
  QVERIFY(pieces == whole);  // how a run is cut changes no number
}

void TestFailures::noNumberDependsOnTheSizeOfSubmissions() {
  const Question question(11, 47, 9000);
  for (const gpu::Precision precision : {gpu::Precision::Single, gpu::Precision::Double}) {
    std::vector<Answers> answers;
    std::vector<std::uint64_t> submissions;
    for (const std::size_t work : {std::size_t{1} << 12, std::size_t{1} << 17, kAllAtOnce}) {
      gpu::Options options;
      options.precision = precision;
      options.work_per_submission = work;
      options.before_submit = [&](std::uint64_t n) {
        if (n == 1) submissions.push_back(0);
        submissions.back() = n;
        return true;
      };
      answers.push_back(question.ask(*make(options)));
    }
    QVERIFY(submissions[0] > 3 * submissions[1] && submissions[1] > submissions[2]);
    QVERIFY(answers[0] == answers[2]);
    QVERIFY(answers[1] == answers[2]);
  }
}

void TestFailures::submissionsFollowTheDevicesClock() {
  gpu::Pace pace(true, 0);
  const std::size_t first = pace.work();
  pace.measured(first, gpu::Pace::kSeconds);  // as long as it should be
  QCOMPARE(pace.work(), first);
  pace.measured(first / 10, gpu::Pace::kSeconds / 10);  // tells nothing of larger ones
  QCOMPARE(pace.work(), first);
  pace.measured(first, gpu::Pace::kSeconds / 10);
  QCOMPARE(pace.work(), 2 * first);
  for (int i = 0; i < 100; ++i) pace.measured(pace.work(), 1.0);
  QCOMPARE(pace.work(), gpu::Pace::kLeast);
  for (int i = 0; i < 100; ++i) pace.measured(pace.work(), 1e-6);
  QCOMPARE(pace.work(), gpu::Pace::kMost);
  gpu::Pace fixed(false, 1000);
  fixed.measured(1000, 1.0);
  QCOMPARE(fixed.work(), std::size_t{1000});
}

void TestFailures::aSilentDeviceIsLost() {
  const Question question(12, 33, 700);
  for (const bool cancelled : {false, true}) {
    gpu::Options options;
    options.before_submit = [](std::uint64_t n) { return n != 2; };
    // Where it is cancelled the patience is a tenth: of an hour it would not end.
    options.patience = cancelled ? std::chrono::milliseconds(300) : std::chrono::milliseconds(50);
    const auto backend = make(options);
    std::vector<double> out(question.u.size());
    compute::Progress patient;
    backend->kernel(question.model.batch(), out.size(), out, patient);
    CancelAt once(2);  // not before the submission, but while it waits
    compute::Progress& progress = cancelled ? static_cast<compute::Progress&>(once) : patient;
    QVERIFY_EXCEPTION_THROWN(backend->kernel(question.model.batch(), out.size(), out, progress),
                             compute::BackendLost);
    // Nobody waits for it again.
    QVERIFY_EXCEPTION_THROWN(question.ask(*backend), compute::BackendLost);
  }
}

void TestFailures::tooLittleMemoryMeansTheCpu() {
  const Question question(5, 65, 700);
  gpu::Options options;
  options.memory_limit = 4000;  // less than a unit of any operation needs
  const auto backend = make(options);
  QVERIFY(question.ask(*backend) == question.ask(*cpu_));
  for (const auto& report : backend->reports) {
    QVERIFY2(report.reason.ends_with("has too little memory."), report.reason.c_str());
  }
}

void TestFailures::cancelledWhereverItAsks() {
  const Question question(6, 64, 60000);
  const auto backend = make();
  const auto batch = question.model.batch();
  const auto omega = test::frequency_grid(question.u.size());
  std::vector<double> y(question.u.size());
  std::vector<Complex> table(question.u.size() * question.model.modes());
  std::vector<Complex> h(omega.size());
  for (const int at : {0, 1}) {
    CancelAt p[5] = {CancelAt(at), CancelAt(at), CancelAt(at), CancelAt(at), CancelAt(at)};
    QVERIFY_EXCEPTION_THROWN(backend->kernel(batch, y.size(), y, p[0]), compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend->states(batch, y.size(), question.u, {}, table, p[1]),
                             compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend->ring_field(batch, y.size(), question.u, {}, table, p[2]),
                             compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend->response(batch, y.size(), question.u, {}, y, p[3]),
                             compute::Cancelled);
    QVERIFY_EXCEPTION_THROWN(backend->frequency_response(batch, omega, h, p[4]),
                             compute::Cancelled);
  }
  // As good as new afterwards.
  QVERIFY(test::relative_difference(test::response_of(*backend, question.model, question.u),
                                    test::response_of(*cpu_, question.model, question.u)) <
          backend->tolerance());
}

void TestFailures::severalCallersAtOnce() {
  std::vector<Question> questions;
  for (std::uint64_t i = 0; i < 4; ++i) questions.emplace_back(10 + i, 20 + 13 * i, 1500 + 77 * i);
  // With room for one call at a time, and with room for all.
  for (const std::uint64_t limit : {std::uint64_t{3} << 20, std::uint64_t{0}}) {
    gpu::Options options;
    options.memory_limit = limit;
    options.on_validation_message = messages_.collector();
    const std::shared_ptr<compute::Backend> backend =
        gpu::make_vulkan_backend(test::kSoftwareDevice, cpu_, pool_, options);
    std::vector<Answers> alone;
    alone.reserve(questions.size());
    for (const Question& question : questions) alone.push_back(question.ask(*backend));
    std::vector<int> wrong(questions.size(), 0);
    std::vector<std::thread> callers;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      callers.emplace_back([&, i] {
        for (int round = 0; round < 3; ++round) {
          if (!(questions[i].ask(*backend) == alone[i])) ++wrong[i];
        }
      });
    }
    for (std::thread& caller : callers) caller.join();
    QCOMPARE(wrong, std::vector<int>(questions.size(), 0));
  }
}

void TestFailures::cacheIsWrittenAndRead() {
  const QTemporaryDir folder;
  gpu::Options options;
  options.cache_folder = fs::path(folder.path().toStdString()) / "deeper" / "still";
  const Question question(7, 12, 300);
  const Answers first = question.ask(*make(options));
  std::vector<fs::path> files(fs::directory_iterator(options.cache_folder), {});
  QCOMPARE(files.size(), std::size_t{1});    // and no temporary file
  QVERIFY(bytes_of(files[0]).size() >= 96);  // our head and what a driver's begins with
  QVERIFY(question.ask(*make(options)) == first);
}

void TestFailures::damagedCacheIsIgnored() {
  const QTemporaryDir folder;
  gpu::Options options;
  options.cache_folder = folder.path().toStdString();
  const Question question(8, 12, 300);
  const Answers expected = question.ask(*make(options));
  const fs::path file = fs::directory_iterator(options.cache_folder)->path();
  const auto whole = bytes_of(file);
  std::vector<std::vector<std::uint8_t>> damaged{{}, {1, 2, 3}, whole, whole, whole, whole};
  damaged[2].resize(whole.size() / 2);
  damaged[3].push_back(0);
  damaged[4][0] ^= 1U;
  damaged[5][whole.size() - 7] ^= 0x40U;
  for (const auto& bytes : damaged) {
    overwrite(file, bytes);
    QVERIFY(question.ask(*make(options)) == expected);
    QCOMPARE(bytes_of(file).size(), whole.size());  // made anew
  }
  // Each kind of damage is seen by the reader itself.
  const gpu::CacheKey key{1, 2, 3, {4, 5}};
  const std::vector<std::uint8_t> data{10, 20, 30, 40};
  const fs::path other = options.cache_folder / "other";
  QVERIFY(gpu::write_cache(other, key, data));
  QVERIFY(gpu::read_cache(other, key) == data);
  QVERIFY(gpu::read_cache(other, {1, 2, 4, {4, 5}}).empty());
  const fs::path small = gpu::cache_file(other, key);
  const auto good = bytes_of(small);
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] ^= 0x10U;
    overwrite(small, bad);
    QVERIFY(gpu::read_cache(other, key).empty());
    bad.resize(i);
    overwrite(small, bad);
    QVERIFY(gpu::read_cache(other, key).empty());
  }
}

void TestFailures::cacheThatCannotBeWritten() {
  const QTemporaryDir folder;
  const fs::path in_the_way = fs::path(folder.path().toStdString()) / "file";
  overwrite(in_the_way, {1});
  gpu::Options options;
  options.cache_folder = in_the_way / "cache";  // below a file
  const Question question(9, 3, 50);
  QVERIFY(close(question.ask(*make(options)), question.ask(*cpu_), gpu::kSingleTolerance));
  QVERIFY(!gpu::write_cache(options.cache_folder, {}, std::vector<std::uint8_t>{1}));
}

QTEST_APPLESS_MAIN(TestFailures)
#include "test_failures.moc"
