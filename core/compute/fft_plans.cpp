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
enum class Numbers { Complex, FromReal, ToReal };
/// Of what, length, rows, alignment of in and of out.
using PlanKey = std::tuple<Numbers, std::size_t, std::size_t, int, int>;

fftw_complex* fftw_pointer(std::complex<double>* p) { return reinterpret_cast<fftw_complex*>(p); }

int alignment(std::complex<double>* p) { return fftw_alignment_of(reinterpret_cast<double*>(p)); }
int alignment(double* p) { return fftw_alignment_of(p); }

constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;

Plan make_plan(std::complex<double>* in, std::complex<double>* out, int length, int rows) {
  return Plan(fftw_plan_many_dft(1, &length, rows, fftw_pointer(in), nullptr, 1, length,
                                 fftw_pointer(out), nullptr, 1, length, FFTW_FORWARD, kFlags));
}

Plan make_plan(double* in, std::complex<double>* out, int length, int /*rows*/) {
  return Plan(fftw_plan_dft_r2c_1d(length, in, fftw_pointer(out), kFlags));
}

Plan make_plan(std::complex<double>* in, double* out, int length, int /*rows*/) {
  return Plan(fftw_plan_dft_c2r_1d(length, fftw_pointer(in), out, kFlags));
}

/// Plans stay valid for the life of the process and may be executed by any thread.
template <class In, class Out>
fftw_plan find_plan(Numbers numbers, In* in, Out* out, std::size_t length, std::size_t rows) {
  static std::mutex mutex;
  static std::map<PlanKey, Plan> plans;
  const PlanKey key{numbers, length, rows, alignment(in), alignment(out)};
  const std::lock_guard lock(mutex);
  Plan& plan = plans[key];
  if (!plan) plan = make_plan(in, out, static_cast<int>(length), static_cast<int>(rows));
  return plan.get();
}

}  // namespace

void fft_rows(std::complex<double>* in, std::complex<double>* out, std::size_t length,
              std::size_t rows) {
  if (length == 0 || rows == 0) return;
  fftw_execute_dft(find_plan(Numbers::Complex, in, out, length, rows), fftw_pointer(in),
                   fftw_pointer(out));
}

void fft_real(double* in, std::complex<double>* out, std::size_t length) {
  if (length == 0) return;
  fftw_execute_dft_r2c(find_plan(Numbers::FromReal, in, out, length, 1), in, fftw_pointer(out));
}

void fft_to_real(std::complex<double>* in, double* out, std::size_t length) {
  if (length == 0) return;
  fftw_execute_dft_c2r(find_plan(Numbers::ToReal, in, out, length, 1), fftw_pointer(in), out);
}

}  // namespace ssmscope::compute
