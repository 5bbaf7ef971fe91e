// The exact operator over long sequences. Its floor is 2 (S + 8 M) operations a step, S = 128 the
// block and M the modes, in matrix products; the recurrence takes 12 M, one after the other.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/ring/exact_operator.hpp"

namespace {

using namespace ssmscope;

ring::Network lin_network(std::size_t modes) {
  ssm::ContinuousModel model;
  for (std::size_t m = 0; m < modes; ++m)
    model.lambda.emplace_back(-0.5, std::numbers::pi * static_cast<double>(m));
  model.B.assign(modes, 1.0);
  model.C.assign(modes, 1.0);
  const ssm::DiscreteModel discrete = ssm::discretise(model, Rule::Zoh, 0.001);
  return {{ring::layer_of(std::span(&discrete, 1))}, ring::Pooling::Last, {}};
}

void run(benchmark::State& state, std::size_t modes, std::size_t steps) {
  compute::Pool pool;
  const auto backend = compute::make_cpu_backend(pool);
  compute::Progress progress;
  const ring::Network network = lin_network(modes);
  const ring::InputReader read = [](std::size_t first, std::size_t count, std::span<double> u) {
    for (std::size_t t = 0; t < count; ++t) u[t] = (first + t) % 97 == 0 ? 1.0 : -0.01;
  };
  for (auto _ : state) {
    const auto result = run_operator(network, steps, read, {}, *backend, progress);
    benchmark::DoNotOptimize(result.states.front().data());
  }
  const double operations =
      2.0 * static_cast<double>(steps) * (128.0 + 8.0 * static_cast<double>(modes));
  state.counters["operations/s"] =
      benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}

const bool registered = [] {
  constexpr std::size_t kModes = 64;
  for (const std::size_t steps : {4096, 262144, 10000000}) {
    const std::string name = "operator/64/" + std::to_string(steps) + "/cpu";
    benchmark::RegisterBenchmark(name.c_str(), [steps](benchmark::State& state) {
      run(state, kModes, steps);
    })->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
