#include "tests/bench/operation_benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/compute/random.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::bench {

namespace {

using compute::Backend;
using compute::Complex;
using compute::Progress;

ssm::DiscreteModel model_of(std::size_t modes) {
  Model model;
  model.pairs = static_cast<int>(modes);
  model.C = Seeded{1};
  return ssm::discretise(ssm::continuous_model(model), Rule::Zoh, 1e-3);
}

/// A larger table is made in pieces of steps, each from rest, into the same memory, as nobody keeps
/// 16 GB of states: 1 GiB.
constexpr std::size_t kMostCells = std::size_t{1} << 26;

std::size_t steps_of_piece(const Size& size) {
  return std::min(size.length, kMostCells / size.modes);
}

/// What an operation reads, and room for what it writes.
struct Work {
  ssm::DiscreteModel model;
  std::vector<double> input, omega, series;
  std::vector<Complex> table;
  Progress progress;

  Work(const Size& size, std::size_t complex_results)
      : model(model_of(size.modes)),
        input(size.length),
        omega(size.length),
        series(size.length),
        table(complex_results) {
    compute::Random random(7);
    for (double& value : input) value = random.normal();
    for (std::size_t k = 0; k < size.length; ++k)
      omega[k] = std::numbers::pi * static_cast<double>(k + 1) / static_cast<double>(size.length);
  }
};

/// Calls make(input, table) for each piece of the table.
template <class Make>
void in_pieces(Work& work, const Size& size, const Make& make) {
  const std::size_t most = steps_of_piece(size);
  for (std::size_t first = 0; first < size.length; first += most) {
    const std::size_t steps = std::min(most, size.length - first);
    make(std::span<const double>(work.input).subspan(first, steps),
         std::span(work.table).first(steps * size.modes));
  }
}

struct Operation {
  const char* name;
  void (*call)(Backend&, Work&, const Size&);
  bool fills_table;
  double bytes_a_step;                      ///< read and written once, beside the table
  double (*operations)(std::size_t modes);  ///< floating-point, a mode and step
};

double ring_operations(std::size_t modes) {
  return 10.0 + 5.0 * std::log2(static_cast<double>(modes));  // the scan and the butterflies
}

constexpr Operation kOperations[] = {
    {"kernel",
     [](Backend& backend, Work& work, const Size& size) {
       backend.kernel(work.model.batch(), size.length, work.series, work.progress);
     },
     false, 8.0, [](std::size_t) { return 4.0; }},
    {"states",
     [](Backend& backend, Work& work, const Size& size) {
       in_pieces(work, size, [&](auto input, auto table) {
         backend.states(work.model.batch(), input.size(), input, {}, table, work.progress);
       });
     },
     true, 8.0, [](std::size_t) { return 10.0; }},
    {"ring",
     [](Backend& backend, Work& work, const Size& size) {
       in_pieces(work, size, [&](auto input, auto table) {
         backend.ring_field(work.model.batch(), input.size(), input, {}, table, work.progress);
       });
     },
     true, 8.0, ring_operations},
    {"response",
     [](Backend& backend, Work& work, const Size& size) {
       backend.response(work.model.batch(), size.length, work.input, {}, work.series,
                        work.progress);
     },
     false, 16.0, [](std::size_t) { return 14.0; }},
    {"frequency",
     [](Backend& backend, Work& work, const Size& size) {
       backend.frequency_response(work.model.batch(), work.omega,
                                  std::span(work.table).first(size.length), work.progress);
     },
     false, 24.0, [](std::size_t) { return 44.0; }},
    {"toeplitz",
     [](Backend& backend, Work& work, const Size& size) {
       backend.toeplitz_product(work.model.batch(), compute::Toeplitz::Transposed, size.length,
                                work.input, work.series, work.progress);
     },
     false, 16.0, [](std::size_t) { return 14.0; }},
};

const Operation& operation_named(const std::string& name) {
  for (const Operation& operation : kOperations)
    if (name == operation.name) return operation;
  throw std::invalid_argument("there is no operation " + name);
}

void measure(benchmark::State& state, const Operation& operation, const BackendSource& backend,
             const Size& size) {
  const std::size_t cells = size.modes * size.length;
  Work work(size, operation.fills_table ? steps_of_piece(size) * size.modes : size.length);
  // Google Benchmark divides by the CPU time of one thread; the rates are meant by the wall clock.
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    operation.call(backend(), work, size);
    benchmark::ClobberMemory();
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  constexpr double kGiga = 1e-9;
  const double calls_a_second = static_cast<double>(state.iterations()) / elapsed.count();
  const double bytes = operation.bytes_a_step * static_cast<double>(size.length) +
                       (operation.fills_table ? 16.0 * static_cast<double>(cells) : 0.0);
  const double operations = operation.operations(size.modes) * static_cast<double>(cells);
  state.counters["bytes"] = bytes;
  state.counters["operations"] = operations;
  state.counters["GB/s"] = bytes * calls_a_second * kGiga;
  state.counters["Gop/s"] = operations * calls_a_second * kGiga;
  if (size.budget_ms > 0.0) {
    state.counters["budget_ms"] = size.budget_ms;
    state.SetLabel("budget " + std::to_string(size.budget_ms).substr(0, 3) + " ms");
  }
}

}  // namespace

void add_operation(const std::string& operation, const std::string& backend_name,
                   const BackendSource& backend, const std::vector<Size>& sizes) {
  const Operation& chosen = operation_named(operation);
  for (const Size& size : sizes) {
    const std::string name = operation + "/" + std::to_string(size.modes) + "/" +
                             std::to_string(size.length) + "/" + backend_name;
    // No UseRealTime(): it would change the name. The reported time is the wall clock's anyway.
    benchmark::RegisterBenchmark(name.c_str(), [&chosen, backend, size](benchmark::State& state) {
      measure(state, chosen, backend, size);
    })->Unit(benchmark::kMillisecond);
  }
}

}  // namespace ssmscope::bench
