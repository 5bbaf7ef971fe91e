// Which backend a call goes to, and how the sizes that decide are found.
#include <QTest>
#include <map>

#include "core/compute/auto_backend.hpp"

using namespace ssmscope;
using compute::Backend;
using compute::Complex;
using compute::Crossover;
using compute::ModelBatch;

namespace {

/// Counts the calls of each operation and says how long it would have taken.
class CountingBackend final : public Backend {
 public:
  CountingBackend(std::string name, double start, double each)
      : name_(std::move(name)), start_(start), each_(each) {}

  std::map<std::string, int> calls;
  double clock = 0.0;

  std::string name() const override { return name_; }
  double tolerance() const override { return start_; }
  void kernel(const ModelBatch& b, std::size_t n, std::span<double>, compute::Progress&) override {
    count("kernel", b, n);
  }
  void states(const ModelBatch& b, std::size_t n, std::span<const double>, std::span<const Complex>,
              std::span<Complex>, compute::Progress&) override {
    count("states", b, n);
  }
  void ring_field(const ModelBatch& b, std::size_t n, std::span<const double>,
                  std::span<const Complex>, std::span<Complex>, compute::Progress&) override {
    count("ring field", b, n);
  }
  void response(const ModelBatch& b, std::size_t n, std::span<const double>,
                std::span<const Complex>, std::span<double>, compute::Progress&) override {
    count("response", b, n);
  }
  void frequency_response(const ModelBatch& b, std::span<const double> omega, std::span<Complex>,
                          compute::Progress&) override {
    count("frequency response", b, omega.size());
  }
  void toeplitz_product(const ModelBatch& b, compute::Toeplitz, std::size_t n,
                        std::span<const double>, std::span<double>, compute::Progress&) override {
    count("Toeplitz product", b, n);
  }

 private:
  void count(const std::string& operation, const ModelBatch& batch, std::size_t length) {
    ++calls[operation];
    clock += start_ + each_ * static_cast<double>(batch.models * batch.modes * length);
  }
  std::string name_;
  double start_, each_;
};

/// The seconds that the two say a call would have taken.
compute::Stopwatch clock_of(const CountingBackend& a, const CountingBackend& b) {
  return [&a, &b](const std::function<void()>& call) {
    const double before = a.clock + b.clock;
    call();
    return a.clock + b.clock - before;
  };
}

struct Reports final : compute::Progress {
  std::vector<compute::OperationReport> all;
  void ran(const compute::OperationReport& report) override { all.push_back(report); }
};

/// Every operation once, with `models` x `modes` x `length` of work.
void call_all(Backend& backend, std::size_t models, std::size_t modes, std::size_t length,
              compute::Progress& progress) {
  const std::vector<Complex> poles(models * modes);
  const std::vector<double> d(models), input(models * length);
  std::vector<double> out(models * length);
  std::vector<Complex> table(models * length * modes);
  const ModelBatch batch{models, modes, poles, poles, poles, d, 2.0};
  backend.kernel(batch, length, out, progress);
  backend.states(batch, length, input, {}, table, progress);
  backend.ring_field(batch, length, input, {}, table, progress);
  backend.response(batch, length, input, {}, out, progress);
  backend.frequency_response(batch, std::span(input).first(length), table, progress);
  backend.toeplitz_product(batch, compute::Toeplitz::Transposed, length, input, out, progress);
}

}  // namespace

class TestAutoBackend : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void goes_to_the_device_from_the_crossover_on() {
    const auto cpu = std::make_shared<CountingBackend>("CPU", 1e-12, 0.0);
    const auto device = std::make_shared<CountingBackend>("GPU", 1e-5, 0.0);
    // Each operation with a crossover of its own: 6 models of 10 modes and so many steps.
    constexpr double kWork = 60.0;
    const Crossover crossover{kWork * 1, kWork * 2, kWork * 3, kWork * 4, kWork * 5, kWork * 6};
    const auto chosen = compute::make_auto_backend(cpu, device, crossover);
    QCOMPARE(chosen->name(), std::string("GPU"));
    QCOMPARE(chosen->tolerance(), 1e-5);
    Reports reports;
    for (std::size_t steps = 0; steps <= 6; ++steps) call_all(*chosen, 6, 10, steps, reports);
    const std::map<std::string, int> by_device{{"kernel", 6},
                                               {"states", 5},
                                               {"ring field", 4},
                                               {"response", 3},
                                               {"frequency response", 2},
                                               {"Toeplitz product", 1}};
    QCOMPARE(device->calls, by_device);
    for (const auto& [operation, calls] : by_device) QCOMPARE(cpu->calls[operation], 7 - calls);
    QCOMPARE(reports.all.size(), std::size_t{7 * 6 - 21});  // the device reports for itself
    for (const auto& report : reports.all) {
      QCOMPARE(report.ran_on, std::string("CPU"));
      QVERIFY(report.reason.empty());
    }
  }

  void never_is_never() {
    const auto cpu = std::make_shared<CountingBackend>("CPU", 0.0, 0.0);
    const auto device = std::make_shared<CountingBackend>("GPU", 0.0, 0.0);
    const auto chosen = compute::make_auto_backend(cpu, device, Crossover{});
    compute::Progress progress;
    call_all(*chosen, 2, 64, 1024, progress);
    QVERIFY(device->calls.empty());
  }

  /// A device that starts slowly and then runs four times as fast is faster from 1.33 start / each.
  void finds_where_the_lines_cross() {
    constexpr double kStart = 1e-4, kEach = 1e-9;
    CountingBackend cpu("CPU", 0.0, kEach);
    CountingBackend device("GPU", kStart, kEach / 4);
    compute::Progress progress;
    const Crossover found =
        compute::measure_crossover(cpu, device, progress, clock_of(cpu, device));
    constexpr double kCross = kStart / (kEach * 0.75);
    constexpr double kGrowth = 4.0;  // the sizes tried are that far apart
    for (const double least : {found.kernel, found.states, found.ring_field, found.response,
                               found.frequency_response, found.toeplitz_product}) {
      QVERIFY2(least >= kCross && least < kGrowth * kCross, qPrintable(QString::number(least)));
    }
  }

  void a_slower_device_is_never_chosen_and_little_time_is_lost() {
    CountingBackend cpu("CPU", 0.0, 1e-9);
    CountingBackend device("GPU", 1e-3, 1e-7);
    compute::Progress progress;
    const Crossover found =
        compute::measure_crossover(cpu, device, progress, clock_of(cpu, device));
    QCOMPARE(found, Crossover{});
    QVERIFY(device.clock < 6.0);  // seconds, of six operations
  }

  void the_clock_runs_a_call_four_times() {
    int calls = 0;
    QVERIFY(compute::steady_seconds([&] { ++calls; }) >= 0.0);
    QCOMPARE(calls, 4);
  }
};

QTEST_APPLESS_MAIN(TestAutoBackend)
#include "test_auto_backend.moc"
