#include "app/gpu_trial.hpp"

#include <sys/prctl.h>

#include <QCoreApplication>
#include <QProcess>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::app {

namespace {

constexpr const char* kLifeSign = "# ";

void tell(const std::string& what) {
  std::printf("%s%s\n", kLifeSign, what.c_str());
  std::fflush(stdout);
}

/// Says that the child lives at every operation that a measurement runs.
class TellingProgress final : public compute::Progress {
 public:
  void ran(const compute::OperationReport& report) override { tell(report.operation); }
};

/// The largest difference of two kernels, relative to the largest value.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  double apart = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(b[i]));
    const double here = std::abs(a[i] - b[i]);
    apart = std::isfinite(here) ? std::max(apart, here) : compute::Crossover::kNever;
  }
  return apart / largest;
}

/// Throws std::runtime_error when the device computes something else than the CPU.
void check_device(compute::Backend& device, compute::Backend& cpu, compute::Progress& progress) {
  constexpr std::size_t kLength = 1000;
  const std::vector<compute::Complex> abar{std::polar(0.999, 0.1), std::polar(0.99, -1.0)};
  const std::vector<compute::Complex> ones(abar.size(), 1.0);
  const std::vector<double> d{0.5};
  const compute::ModelBatch batch{1, abar.size(), abar, ones, ones, d, 2.0};
  std::vector<double> expected(kLength);
  std::vector<double> computed(kLength);
  cpu.kernel(batch, kLength, expected, progress);
  device.kernel(batch, kLength, computed, progress);
  if (difference(computed, expected) > device.tolerance())
    throw std::runtime_error("it computes a wrong kernel");
}

/// Whether double precision costs so little on the device that its digits are worth it.
bool double_pays(compute::Backend& in_single, compute::Backend& in_double,
                 compute::Progress& progress) {
  constexpr double kWorthIt = 1.5;  // times as long
  constexpr std::size_t kModes = 256;
  constexpr std::size_t kSteps = std::size_t{1} << 15;
  const std::vector<compute::Complex> abar(kModes, std::polar(0.999, 0.1));
  const std::vector<double> d{0.0};
  const compute::ModelBatch batch{1, kModes, abar, abar, abar, d, 2.0};
  const std::vector<double> input(kSteps, 1.0);
  std::vector<double> out(kSteps);
  const auto seconds = [&](compute::Backend& backend) {
    return compute::steady_seconds(
        [&] { backend.response(batch, kSteps, input, {}, out, progress); });
  };
  return seconds(in_double) <= kWorthIt * seconds(in_single);
}

std::unique_ptr<compute::Backend> make_device(const TriedDevice& tried,
                                              const std::shared_ptr<compute::Backend>& cpu,
                                              compute::Pool& pool) {
  gpu::Options options;
  options.precision = tried.precision;
  options.cache_folder = pipeline_folder();
  return gpu::make_vulkan_backend({gpu::DeviceChoice::Kind::Index, tried.device.index}, cpu, pool,
                                  options);
}

/// What only a device that is chosen by itself needs to know.
void measure_device(TriedDevice& tried, std::unique_ptr<compute::Backend> in_single,
                    const std::shared_ptr<compute::Backend>& cpu, compute::Pool& pool,
                    compute::Progress& progress) {
  std::unique_ptr<compute::Backend> chosen = std::move(in_single);
  if (tried.device.float64) {
    TriedDevice in_double = tried;
    in_double.precision = gpu::Precision::Double;
    auto backend = make_device(in_double, cpu, pool);
    check_device(*backend, *cpu, progress);
    if (double_pays(*chosen, *backend, progress)) {
      tried.precision = gpu::Precision::Double;
      chosen = std::move(backend);
    }
  }
  tried.crossover = compute::measure_crossover(*cpu, *chosen, progress);
}

TriedDevice try_device(const gpu::Device& device, const std::shared_ptr<compute::Backend>& cpu,
                       compute::Pool& pool) {
  TriedDevice tried;
  tried.device = device;
  if (!device.usable) return tried;
  tell(device.name);
  TellingProgress progress;
  try {
    auto backend = make_device(tried, cpu, pool);
    check_device(*backend, *cpu, progress);
    if (device.type != gpu::DeviceType::Software)
      measure_device(tried, std::move(backend), cpu, pool, progress);
  } catch (const std::exception& error) {
    tried.device.usable = false;
    tried.device.reason = error.what();
  }
  return tried;
}

GpuReport failed(const std::string& sentence) { return {{}, sentence}; }

/// What the ended child left.
GpuReport outcome_of(const QProcess& child, const QByteArray& printed) {
  if (child.exitStatus() == QProcess::CrashExit) {
    forget_pipelines();
    return failed("the Vulkan driver crashed when it was tried in a process of its own");
  }
  const QByteArray last = printed.trimmed().split('\n').last();
  if (auto report = read_report(last.toStdString())) return *std::move(report);
  return failed("the trial of the Vulkan drivers ended without a result (exit status " +
                std::to_string(child.exitCode()) + ")");
}

}  // namespace

int run_gpu_trial() {
  // Where the parent is killed nobody else would end a driver that hangs.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  tell("listing");
  const gpu::DeviceList list = gpu::list_devices();
  compute::Pool pool;
  const std::shared_ptr<compute::Backend> cpu = compute::make_cpu_backend(pool);
  GpuReport report{{}, list.notice};
  for (const gpu::Device& device : list.devices)
    report.devices.push_back(try_device(device, cpu, pool));
  std::printf("%s\n", report_text(report).c_str());
  return 0;
}

GpuReport try_gpu(const std::stop_token& stop, std::chrono::milliseconds silence) {
  constexpr int kPollMs = 50;
  QProcess child;
  child.setStandardErrorFile(QProcess::nullDevice());
  child.start(QStringLiteral("/proc/self/exe"), {QStringLiteral("try-gpu")});
  if (!child.waitForStarted())
    return failed("the program could not be started a second time to try the Vulkan drivers");
  using Clock = std::chrono::steady_clock;
  Clock::time_point heard = Clock::now();
  QByteArray printed;
  while (!child.waitForFinished(kPollMs) && child.state() != QProcess::NotRunning) {
    const QByteArray more = child.readAllStandardOutput();
    if (!more.isEmpty()) heard = Clock::now();
    printed += more;
    const bool hangs = Clock::now() - heard > silence;
    if (!hangs && !stop.stop_requested()) continue;
    child.kill();
    child.waitForFinished();
    forget_pipelines();
    return failed(hangs ? "the Vulkan driver did not answer when it was tried in a process of its "
                          "own"
                        : "the trial of the Vulkan drivers was stopped");
  }
  printed += child.readAllStandardOutput();
  return outcome_of(child, printed);
}

GpuReport gpu_report(const std::stop_token& stop) {
  if (DriverMark::left_behind())
    return failed("the program did not survive its last use of the GPU");
  if (auto remembered = remembered_report()) return *std::move(remembered);
  GpuReport report = try_gpu(stop);
  if (!stop.stop_requested()) remember_report(report);
  return report;
}

}  // namespace ssmscope::app
