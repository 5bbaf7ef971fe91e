#include "core/compute/crossover.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <vector>

namespace ssmscope::compute {

namespace {

constexpr std::size_t kModes = 64;
constexpr std::size_t kShortest = 256;
constexpr std::size_t kGrowth = 4;
/// Longer ones need memory that is not worth taking for a measurement: 64 MB of states.
constexpr std::size_t kMostTrajectory = std::size_t{1} << 16;
constexpr std::size_t kMostSeries = std::size_t{1} << 20;
/// Larger sizes are not tried once a call takes this long on either side.
constexpr double kLongCall = 0.1;

/// A stable model with poles all over the disc, and room for the largest results.
struct Work {
  std::vector<Complex> abar, bbar, c;
  std::vector<double> d{0.0};
  std::vector<double> input = std::vector<double>(kMostSeries, 1.0);
  std::vector<double> series = std::vector<double>(kMostSeries);
  std::vector<double> omega = std::vector<double>(kMostSeries);
  std::vector<Complex> response = std::vector<Complex>(kMostSeries);
  std::vector<Complex> trajectory = std::vector<Complex>(kMostTrajectory * kModes);

  Work() {
    constexpr double kModulus = 0.999;
    for (std::size_t m = 0; m < kModes; ++m) {
      const double turn = (static_cast<double>(m) + 0.5) / static_cast<double>(kModes);
      abar.push_back(std::polar(kModulus, std::numbers::pi * turn));
      bbar.emplace_back(1.0 - kModulus, 0.0);
      c.emplace_back(1.0, 0.0);
    }
    for (std::size_t k = 0; k < omega.size(); ++k) {
      omega[k] = std::numbers::pi * static_cast<double>(k + 1) / static_cast<double>(kMostSeries);
    }
  }
  ModelBatch batch() const { return {1, kModes, abar, bbar, c, d, 2.0}; }
};

using Call = std::function<void(Backend&, std::size_t)>;

/// The least work of the sizes tried from which on the device was always faster.
double crossover_of(Backend& cpu, Backend& device, const Stopwatch& seconds, std::size_t most,
                    const Call& call) {
  double least = Crossover::kNever;
  for (std::size_t length = kShortest; length <= most; length *= kGrowth) {
    const double on_cpu = seconds([&] { call(cpu, length); });
    const double on_device = seconds([&] { call(device, length); });
    if (on_device >= on_cpu) {
      least = Crossover::kNever;
    } else if (!std::isfinite(least)) {
      least = static_cast<double>(length * kModes);
    }
    if (std::max(on_cpu, on_device) > kLongCall) break;
  }
  return least;
}

}  // namespace

double steady_seconds(const std::function<void()>& call) {
  constexpr int kRuns = 3;
  using Clock = std::chrono::steady_clock;
  call();
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < kRuns; ++run) {
    const auto start = Clock::now();
    call();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

Crossover measure_crossover(Backend& cpu, Backend& device, Progress& progress,
                            const Stopwatch& seconds) {
  Work work;
  const ModelBatch batch = work.batch();
  const auto input = [&](std::size_t n) { return std::span<const double>(work.input).first(n); };
  const auto series = [&](std::size_t n) { return std::span(work.series).first(n); };
  const auto trajectory = [&](std::size_t n) {
    return std::span(work.trajectory).first(n * kModes);
  };
  const auto measure = [&](std::size_t most, const Call& call) {
    return crossover_of(cpu, device, seconds, most, call);
  };
  Crossover made;
  made.kernel = measure(kMostSeries, [&](Backend& backend, std::size_t n) {
    backend.kernel(batch, n, series(n), progress);
  });
  made.states = measure(kMostTrajectory, [&](Backend& backend, std::size_t n) {
    backend.states(batch, n, input(n), {}, trajectory(n), progress);
  });
  made.ring_field = measure(kMostTrajectory, [&](Backend& backend, std::size_t n) {
    backend.ring_field(batch, n, input(n), {}, trajectory(n), progress);
  });
  made.response = measure(kMostSeries, [&](Backend& backend, std::size_t n) {
    backend.response(batch, n, input(n), {}, series(n), progress);
  });
  made.frequency_response = measure(kMostSeries, [&](Backend& backend, std::size_t n) {
    backend.frequency_response(batch, std::span<const double>(work.omega).first(n),
                               std::span(work.response).first(n), progress);
  });
  made.toeplitz_product = measure(kMostSeries, [&](Backend& backend, std::size_t n) {
    backend.toeplitz_product(batch, Toeplitz::Forward, n, input(n), series(n), progress);
  });
  return made;
}

}  // namespace ssmscope::compute
