#include "core/compute/fft_plans.hpp"

#include <fftw3.h>

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace ssmscope::compute {
namespace {

struct DestroyPlan {
  void operator()(fftw_plan_s* plan) const { fftw_destroy_plan(plan); }
};
using Plan = std::unique_ptr<fftw_plan_s, DestroyPlan>;
/// length, rows, alignment of in and of out.
using PlanKey = std::tuple<std::size_t, std::size_t, int, int>;

fftw_complex* fftw_pointer(std::complex<double>* p) { return reinterpret_cast<fftw_complex*>(p); }

int alignment(std::complex<double>* p) { return fftw_alignment_of(reinterpret_cast<double*>(p)); }

Plan make_plan(std::complex<double>* in, std::complex<double>* out, std::size_t length,
               std::size_t rows) {
  const int n = static_cast<int>(length);
  return Plan(fftw_plan_many_dft(1, &n, static_cast<int>(rows), fftw_pointer(in), nullptr, 1, n,
                                 fftw_pointer(out), nullptr, 1, n, FFTW_FORWARD,
                                 FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
}

/// Plans stay valid for the life of the process and may be executed by any thread.
fftw_plan find_plan(std::complex<double>* in, std::complex<double>* out, std::size_t length,
                    std::size_t rows) {
  static std::mutex mutex;
  static std::map<PlanKey, Plan> plans;
  const PlanKey key{length, rows, alignment(in), alignment(out)};
  const std::lock_guard lock(mutex);
  Plan& plan = plans[key];
  if (!plan) plan = make_plan(in, out, length, rows);
  return plan.get();
}

}  // namespace

void fft_rows(std::complex<double>* in, std::complex<double>* out, std::size_t length,
              std::size_t rows) {
  if (length == 0 || rows == 0) return;
  fftw_execute_dft(find_plan(in, out, length, rows), fftw_pointer(in), fftw_pointer(out));
}

}  // namespace ssmscope::compute
