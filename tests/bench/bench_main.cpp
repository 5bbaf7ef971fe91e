// The benchmark program of the core; the benchmarks are in bench_*.cpp.
#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
