// Every operation on the CPU and on a Vulkan device, from the sizes of the window to 10^6 steps of
// 1,024 modes: ssmscope_gpu_bench [--device=K] [benchmark options]. Without --device the best
// device is taken, a real one before a software one.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "gpu/vulkan_backend.hpp"
#include "tests/bench/operation_benchmarks.hpp"

namespace {

using namespace ssmscope;
using gpu::DeviceChoice;

std::vector<bench::Size> sizes() {
  std::vector<bench::Size> made;
  for (const std::size_t modes : {std::size_t{32}, std::size_t{256}, std::size_t{1024}}) {
    for (const std::size_t length : {std::size_t{1024}, std::size_t{32768}, std::size_t{1000000}}) {
      made.push_back({modes, length});
    }
  }
  return made;
}

/// Takes --device=K out of the arguments.
std::optional<std::size_t> take_device(std::vector<char*>& arguments) {
  constexpr std::string_view kOption = "--device=";
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (!argument.starts_with(kOption)) continue;
    const std::size_t index = std::strtoul(argument.data() + kOption.size(), nullptr, 10);
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
    return index;
  }
  return std::nullopt;
}

DeviceChoice best_device() {
  std::string reason;
  const auto list = gpu::list_devices();
  const DeviceChoice real{DeviceChoice::Kind::BestReal, 0};
  if (gpu::choose_device(list, real, reason) != nullptr) return real;
  return {DeviceChoice::Kind::Software, 0};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  const auto index = take_device(arguments);
  const DeviceChoice choice =
      index ? DeviceChoice{DeviceChoice::Kind::Index, *index} : best_device();
  compute::Pool pool;
  const std::shared_ptr<compute::Backend> cpu = compute::make_cpu_backend(pool);
  std::unique_ptr<compute::Backend> device;
  try {
    device = gpu::make_vulkan_backend(choice, cpu, pool);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ssmscope_gpu_bench: %s\n", error.what());
    return 1;
  }
  for (const char* operation : {"kernel", "states", "ring", "response", "frequency", "toeplitz"}) {
    bench::add_operation(
        operation, "cpu", [&]() -> compute::Backend& { return *cpu; }, sizes());
    bench::add_operation(
        operation, "vulkan", [&]() -> compute::Backend& { return *device; }, sizes());
  }
  std::string min_time = "--benchmark_min_time=0.1";
  std::string tabular = "--benchmark_counters_tabular=true";
  arguments.insert(arguments.begin() + 1, {min_time.data(), tabular.data()});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  benchmark::AddCustomContext("device", device->name());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
