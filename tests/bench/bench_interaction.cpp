// The maps of what interacts behind the decoder, at one step: CHANNELS outputs, LAGS past inputs,
// LAGS modes. The floor is 2 H (H + L) L operations of the lag map and eight times as many of the
// two complex ones of the modes, in matrix products.
#include <benchmark/benchmark.h>

#include "core/compute/random.hpp"
#include "core/ring/interaction.hpp"

namespace {

using namespace ssmscope;

void run(benchmark::State& state, std::size_t channels, std::size_t lags) {
  compute::Random random(1);
  std::vector<double> kernels(channels * lags), of_modes(channels * lags), y(channels),
      weights(channels, 1.0), hessian(channels * channels);
  ComplexList c(channels * lags);
  for (double& value : kernels) value = random.normal();
  for (double& value : of_modes) value = random.normal();
  for (double& value : y) value = random.normal();
  for (Complex& value : c) value = random.complex_normal();
  ring::Layer layer;
  layer.channels = channels;
  layer.activation = Activation::Gelu;
  for (auto _ : state) {
    ring::output_hessian(layer, weights, y, hessian);
    benchmark::DoNotOptimize(ring::lag_interaction(kernels, lags, hessian).data());
    benchmark::DoNotOptimize(ring::mode_strength(c, lags, 2.0, hessian).data());
    benchmark::DoNotOptimize(ring::mode_energy(of_modes, lags, hessian).data());
  }
  const auto h = static_cast<double>(channels), l = static_cast<double>(lags);
  state.counters["operations/s"] = benchmark::Counter(
      (2.0 * 2.0 + 2.0 * 8.0) * h * (h + l) * l, benchmark::Counter::kIsIterationInvariantRate);
}

const bool registered = [] {
  for (const std::size_t channels : {1, 8, 64}) {
    for (const std::size_t lags : {32, 128}) {
      const std::string name =
          "interaction/" + std::to_string(channels) + "/" + std::to_string(lags) + "/cpu";
      benchmark::RegisterBenchmark(name.c_str(), [channels, lags](benchmark::State& state) {
        run(state, channels, lags);
      })->Unit(benchmark::kMicrosecond);
    }
  }
  return true;
}();

}  // namespace
