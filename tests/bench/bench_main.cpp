// The benchmark program of the core; the benchmarks are in bench_*.cpp. Unless told otherwise,
// each is measured several times and the median is printed after the single figures.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string repetitions = "--benchmark_repetitions=5";
  std::string min_time = "--benchmark_min_time=0.2";
  // Later arguments win, so ours come first.
  arguments.insert(arguments.begin() + 1, {repetitions.data(), min_time.data()});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
