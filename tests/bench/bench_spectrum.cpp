// The full eigen-spectrum of the induced kernel: all values, and vectors of the first 32.
// Budget (cmake/budgets.txt): at L = 1,024 all values 2.5 times faster than NumPy's SVD, which the
// last benchmark measures in the same sitting where python3 has NumPy; at L = 512 values and
// vectors live, within the 50 ms of a move of a slider.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/compute/cpu_backend.hpp"
#include "core/scenario/scenario.hpp"
#include "core/spectrum/kernel_spectrum.hpp"
#include "core/spectrum/lanczos.hpp"
#include "core/target/scenario_model.hpp"

namespace {

using namespace ssmscope;

std::vector<double> default_kernel(std::size_t length) {
  compute::Pool pool;
  const auto backend = compute::make_cpu_backend(pool);
  compute::Progress progress;
  const auto model = target::scenario_model(Scenario{});
  std::vector<double> kernel(length);
  backend->kernel(model.discrete.batch(), length, kernel, progress);
  return kernel;
}

void spectrum_full(benchmark::State& state, std::size_t length, int vectors, double budget_ms) {
  const std::vector<double> kernel = default_kernel(length);
  compute::Progress progress;
  for (auto _ : state)
    benchmark::DoNotOptimize(spectrum::toeplitz_spectrum(kernel, vectors, progress));
  state.counters["budget_ms"] = budget_ms;
}

/// The kernel that the default scenario's follows, whose largest values are close together.
std::vector<double> smooth_kernel(std::size_t length) {
  constexpr double kSteps = 28.55;
  std::vector<double> kernel(length);
  for (std::size_t l = 0; l < length; ++l) kernel[l] = std::exp(-static_cast<double>(l) / kSteps);
  return kernel;
}

void spectrum_top32(benchmark::State& state, std::size_t length) {
  const std::vector<double> kernel = smooth_kernel(length);
  compute::Progress progress;
  int products = 0;
  for (auto _ : state) {
    const auto pairs = spectrum::largest_eigenpairs(kernel, spectrum::kEigenvectorsShown, progress);
    if (!pairs.converged) state.SkipWithError("the iteration did not converge");
    products = pairs.products;
  }
  state.counters["products"] = products;
}

/// Milliseconds that a Python program prints; 0 where its libraries are missing.
double python_ms(const std::string& program) {
  // As a user's NumPy would run: without the choice of kernels that our own program makes.
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const std::string command =
        std::string("env -u OPENBLAS_CORETYPE ") + python + " -c '" + program + "' 2>/dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    double milliseconds = 0.0;
    if (pipe && std::fscanf(pipe.get(), "%lf", &milliseconds) == 1) return milliseconds;
  }
  return 0.0;
}

/// SciPy's svds of the same kernel, by products with an FFT.
double scipy_svds_ms(int length) {
  return python_ms(
      "import numpy as n,time\nfrom scipy.fft import rfft,irfft\n"
      "from scipy.sparse.linalg import svds,LinearOperator\nL=" +
      std::to_string(length) +
      ";h=n.exp(-n.arange(L)/28.55);F=rfft(h,2*L)\n"
      "a=LinearOperator((L,L),matvec=lambda x:irfft(F*rfft(x.ravel(),2*L),2*L)[:L],"
      "rmatvec=lambda x:irfft(F.conj()*rfft(x.ravel(),2*L),2*L)[:L],dtype=float)\nt=[]\n"
      "for _ in range(3):\n s=time.perf_counter();svds(a,k=32,random_state=1);"
      "t.append(time.perf_counter()-s)\nprint(min(t)*1e3)");
}

void scipy_svds(benchmark::State& state, int length) {
  const double milliseconds = scipy_svds_ms(length);
  if (milliseconds == 0.0) {
    state.SkipWithError("python3 has no SciPy here");
    return;
  }
  for (auto _ : state) state.SetIterationTime(milliseconds * 1e-3);
}

/// Milliseconds of NumPy's SVD (values only) of a matrix of that size; 0 where there is none.
double numpy_svd_ms(int length) {
  const std::string program =
      "import numpy,time;a=numpy.tril(numpy.random.default_rng(1).normal(size=(" +
      std::to_string(length) + ",)*2));t=[]\n" +
      "for _ in range(5):\n s=time.perf_counter();numpy.linalg.svd(a,compute_uv=False);" +
      "t.append(time.perf_counter()-s)\n" + "print(min(t)*1e3)";
  return python_ms(program);
}

void numpy_svd(benchmark::State& state, int length) {
  const double milliseconds = numpy_svd_ms(length);
  if (milliseconds == 0.0) {
    state.SkipWithError("python3 has no NumPy here");
    return;
  }
  for (auto _ : state) state.SetIterationTime(milliseconds * 1e-3);
}

BENCHMARK_CAPTURE(spectrum_full, full_1024, 1024, 0, 75.0)
    ->Name("spectrum_full/1024/cpu")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(spectrum_full, full_512, 512, spectrum::kEigenvectorsShown, 50.0)
    ->Name("spectrum_full/512/cpu")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(spectrum_top32, top_16384, 16384)
    ->Name("spectrum_top32/16384/cpu")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scipy_svds, svds_16384, 16384)
    ->Name("peer_scipy_svds/16384")
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(numpy_svd, svd_1024, 1024)
    ->Name("peer_numpy_svd/1024")
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(numpy_svd, svd_512, 512)
    ->Name("peer_numpy_svd/512")
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
