// The exact operator over long sequences, in matrix products over blocks of S steps; the floor of
// operations a step:
//   operator/M/STEPS       one diagonal channel of M modes: 2 (S + 8 M), S = 128; the recurrence
//                          takes 12 M, one after the other
//   operator_s4/N/STEPS    dense LegS of N states: 2 (S + 2 N + N^2/S), S = 128
//   operator_s5/M/H/STEPS  M modes shared by H channels: 2 (S H^2 + 4 M H) + 8 M/S, S = 256/H
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/random.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/ssm/legs.hpp"

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

ring::Network legs_network(std::size_t states) {
  const ssm::DenseModel model = ssm::legs_dense(std::vector<double>(states, 1.0));
  return {
      {ring::layer_of({ssm::discretise(model, Rule::Zoh, 0.001)}, true)}, ring::Pooling::Last, {}};
}

ring::Network shared_network(std::size_t modes, std::size_t channels) {
  compute::Random random(1);
  ssm::SharedStateModel model;
  model.inputs = model.outputs = channels;
  for (std::size_t m = 0; m < modes; ++m)
    model.lambda.emplace_back(-0.5, std::numbers::pi * static_cast<double>(m));
  for (std::size_t i = 0; i < modes * channels; ++i) {
    model.B.push_back(random.complex_normal());
    model.C.push_back(random.complex_normal());
  }
  model.D.assign(channels * channels, 0.0);
  return {
      {ring::layer_of({ssm::discretise(model, Rule::Zoh, 0.001)}, true)}, ring::Pooling::Last, {}};
}

void run(benchmark::State& state, const ring::Network& network, std::size_t steps,
         double operations_a_step) {
  compute::Pool pool;
  const auto backend = compute::make_cpu_backend(pool);
  compute::Progress progress;
  const ring::InputReader read = [](std::size_t first, std::size_t count, std::span<double> u) {
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = (first + i % count + 7 * (i / count)) % 97 == 0 ? 1.0 : -0.01;
  };
  for (auto _ : state) {
    const auto result = run_operator(network, steps, read, {}, *backend, progress);
    benchmark::DoNotOptimize(result.states.front().data());
  }
  state.counters["operations/s"] =
      benchmark::Counter(operations_a_step * static_cast<double>(steps),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void add(const std::string& name, ring::Network (*network)(std::size_t, std::size_t),
         std::size_t size, std::size_t channels, std::size_t steps, double operations_a_step) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    run(state, network(size, channels), steps, operations_a_step);
  })->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  constexpr double kBlock = 128.0;
  const auto diagonal = [](std::size_t modes, std::size_t) { return lin_network(modes); };
  const auto dense = [](std::size_t states, std::size_t) { return legs_network(states); };
  for (const std::size_t steps : {4096, 262144, 10000000})
    add("operator/64/" + std::to_string(steps) + "/cpu", diagonal, 64, 1, steps,
        2.0 * (kBlock + 8.0 * 64.0));
  for (const std::size_t states : {64, 256}) {
    const auto n = static_cast<double>(states);
    for (const std::size_t steps : {4096, 65536})
      add("operator_s4/" + std::to_string(states) + "/" + std::to_string(steps) + "/cpu", dense,
          states, 1, steps, 2.0 * (kBlock + 2.0 * n + n * n / kBlock));
  }
  for (const std::size_t channels : {8, 64}) {
    const auto h = static_cast<double>(channels), block = 256.0 / h;
    for (const std::size_t steps : {4096, 65536})
      add("operator_s5/64/" + std::to_string(channels) + "/" + std::to_string(steps) + "/cpu",
          shared_network, 64, channels, steps,
          2.0 * (block * h * h + 4.0 * 64.0 * h) + 8.0 * 64.0 / block);
  }
  return true;
}();

}  // namespace
