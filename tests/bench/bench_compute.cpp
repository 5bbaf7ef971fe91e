// The operations of the CPU backend beside their budgets. Medians of repetitions; one operation's
// work is measured as one call on buffers that are kept, as the window does it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/random.hpp"
#include "core/ssm/diagonal.hpp"

namespace {

using ssmscope::Complex;
using ssmscope::compute::Backend;
using ssmscope::compute::Pool;
using ssmscope::compute::Progress;

/// What an operation reads and writes, and what it costs at the least.
struct Size {
  std::size_t modes;
  std::size_t length;
  double budget_ms;  ///< 0: none stated
};

ssmscope::ssm::DiscreteModel model_of(std::size_t modes) {
  ssmscope::Model model;
  model.pairs = static_cast<int>(modes);
  model.C = ssmscope::Seeded{1};
  return ssmscope::ssm::discretise(ssmscope::ssm::continuous_model(model), ssmscope::Rule::Zoh,
                                   1e-3);
}

std::vector<double> noise(std::size_t steps) {
  ssmscope::compute::Random random(7);
  std::vector<double> u(steps);
  for (double& value : u) value = random.normal();
  return u;
}

Pool& pool() {
  static Pool shared;
  return shared;
}

Backend& backend() {
  static const auto cpu = ssmscope::compute::make_cpu_backend(pool());
  return *cpu;
}

/// bytes: read and written once; operations: floating-point, each of one call.
void report(benchmark::State& state, const Size& size, double bytes, double operations) {
  state.counters["bytes"] = bytes;
  state.counters["operations"] = operations;
  if (size.budget_ms > 0.0) {
    state.counters["budget_ms"] = size.budget_ms;
    state.SetLabel("budget " + std::to_string(size.budget_ms).substr(0, 3) + " ms");
  }
}

void kernel(benchmark::State& state, Size size) {
  const auto model = model_of(size.modes);
  std::vector<double> out(size.length);
  Progress progress;
  for (auto _ : state) {
    backend().kernel(model.batch(), size.length, out, progress);
    benchmark::DoNotOptimize(out.data());
  }
  const double cells = static_cast<double>(size.modes * size.length);
  report(state, size, 8.0 * static_cast<double>(size.length), 4.0 * cells);
}

void states(benchmark::State& state, Size size) {
  const auto model = model_of(size.modes);
  const auto u = noise(size.length);
  std::vector<Complex> out(size.length * size.modes);
  Progress progress;
  for (auto _ : state) {
    backend().states(model.batch(), size.length, u, {}, out, progress);
    benchmark::DoNotOptimize(out.data());
  }
  const double cells = static_cast<double>(size.modes * size.length);
  report(state, size, 16.0 * cells, 10.0 * cells);
}

void ring(benchmark::State& state, Size size) {
  const auto model = model_of(size.modes);
  const auto u = noise(size.length);
  std::vector<Complex> out(size.length * size.modes);
  Progress progress;
  for (auto _ : state) {
    backend().ring_field(model.batch(), size.length, u, {}, out, progress);
    benchmark::DoNotOptimize(out.data());
  }
  const double cells = static_cast<double>(size.modes * size.length);
  const double butterflies = 5.0 * std::log2(static_cast<double>(size.modes));
  report(state, size, 16.0 * cells, (10.0 + butterflies) * cells);
}

void response(benchmark::State& state, Size size) {
  const auto model = model_of(size.modes);
  const auto u = noise(size.length);
  std::vector<double> out(size.length);
  Progress progress;
  for (auto _ : state) {
    backend().response(model.batch(), size.length, u, {}, out, progress);
    benchmark::DoNotOptimize(out.data());
  }
  const double cells = static_cast<double>(size.modes * size.length);
  report(state, size, 16.0 * static_cast<double>(size.length), 14.0 * cells);
}

void frequency(benchmark::State& state, Size size) {
  const auto model = model_of(size.modes);
  std::vector<double> omega(size.length);
  for (std::size_t k = 0; k < size.length; ++k) {
    omega[k] = std::numbers::pi * static_cast<double>(k + 1) / static_cast<double>(size.length);
  }
  std::vector<Complex> out(size.length);
  Progress progress;
  for (auto _ : state) {
    backend().frequency_response(model.batch(), omega, out, progress);
    benchmark::DoNotOptimize(out.data());
  }
  const double cells = static_cast<double>(size.modes * size.length);
  report(state, size, 24.0 * static_cast<double>(size.length), 44.0 * cells);
}

void add(const std::string& name, void (*run)(benchmark::State&, Size), Size size) {
  const std::string full =
      name + "/" + std::to_string(size.modes) + "/" + std::to_string(size.length) + "/cpu";
  // No UseRealTime(): it would change the name. The reported time is the wall clock's anyway.
  benchmark::RegisterBenchmark(full.c_str(), run, size)->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const Size size :
       {Size{32, 1024, 0}, Size{64, 16384, 0}, Size{64, 262144, 2.0}, Size{256, 262144, 0}}) {
    add("kernel", kernel, size);
  }
  for (const Size size : {Size{32, 512, 0}, Size{256, 4096, 0}}) add("states", states, size);
  for (const Size size : {Size{32, 512, 0}, Size{256, 4096, 4.0}}) add("ring", ring, size);
  for (const Size size : {Size{32, 512, 0}, Size{64, 262144, 0}}) add("response", response, size);
  for (const Size size : {Size{32, 1024, 0}, Size{64, 65536, 3.0}}) {
    add("frequency", frequency, size);
  }
  return true;
}();

}  // namespace
