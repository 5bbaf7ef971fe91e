// From how much work on a device is faster than the CPU, measured on the machine at hand: the
// start of a device's work costs as much as many small results, and a CPU differs from the next.
#pragma once

#include <array>
#include <functional>
#include <limits>

#include "core/compute/backend.hpp"

namespace ssmscope::compute {

/// For each operation the least work, in models x modes x length (steps, lags or frequencies),
/// from which on the device was the faster one; infinity: it never was.
struct Crossover {
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  double kernel = kNever;
  double states = kNever;
  double ring_field = kNever;
  double response = kNever;
  double frequency_response = kNever;
  double toeplitz_product = kNever;

  bool operator==(const Crossover&) const = default;
};

/// The operations by the names that OperationReport uses, and by those of their members.
struct OperationCrossover {
  const char* operation;
  const char* key;
  double Crossover::*least;
};
inline constexpr std::array<OperationCrossover, 6> kOperationCrossovers = {{
    {"kernel", "kernel", &Crossover::kernel},
    {"states", "states", &Crossover::states},
    {"ring field", "ring_field", &Crossover::ring_field},
    {"response", "response", &Crossover::response},
    {"frequency response", "frequency_response", &Crossover::frequency_response},
    {"Toeplitz product", "toeplitz_product", &Crossover::toeplitz_product},
}};

/// Seconds that a call takes.
using Stopwatch = std::function<double(const std::function<void()>&)>;

/// The least of three runs of the steady clock, after one that warms up caches and pipelines.
double steady_seconds(const std::function<void()>& call);

/// Runs every operation on both, from small to large sizes; an operation ends early where its
/// calls become long, so that all of it takes some seconds at most. Throws what a backend throws
/// (BackendLost, Cancelled).
Crossover measure_crossover(Backend& cpu, Backend& device, Progress& progress,
                            const Stopwatch& seconds = steady_seconds);

}  // namespace ssmscope::compute
