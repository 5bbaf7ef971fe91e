#include <algorithm>
#include <cmath>

#include "core/compute/lapack.hpp"
#include "core/memory/exponentials.hpp"
#include "core/memory/variable_projection.hpp"

namespace ssmscope::memory {
namespace {

// Damped least squares |triangle d - seen|^2 + mu |D d|^2 by QR of the two stacked: normal
// equations would square the condition, which reaches 1e8 for overlapping exponentials.
class DampedStep {
 public:
  std::vector<double> operator()(const Projection::Linearised& at, std::span<const double> scale,
                                 double mu) {
    const std::size_t n = scale.size();
    stacked_.assign(2 * n * n, 0.0);
    right_.assign(2 * n, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      std::copy_n(at.triangle.begin() + static_cast<std::ptrdiff_t>(j * n), j + 1,
                  stacked_.begin() + static_cast<std::ptrdiff_t>(2 * j * n));
      stacked_[2 * j * n + n + j] = std::sqrt(mu) * scale[j];
    }
    std::copy(at.seen.begin(), at.seen.end(), right_.begin());
    work_.resize(64 * n + 64);
    using compute::lapack::to_int;
    compute::lapack::require(LAPACKE_dgels_work(LAPACK_COL_MAJOR, 'N', to_int(2 * n), to_int(n), 1,
                                                stacked_.data(), to_int(2 * n), right_.data(),
                                                to_int(2 * n), work_.data(), to_int(work_.size())),
                             "dgels");
    return {right_.begin(), right_.begin() + static_cast<std::ptrdiff_t>(n)};
  }

 private:
  std::vector<double> stacked_, right_, work_;
};

// |seen|^2 - |seen - triangle d|^2: what the linear model promises.
double promised(const Projection::Linearised& at, std::span<const double> step) {
  const std::size_t n = step.size();
  double gain = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double moved = 0.0;
    for (std::size_t j = i; j < n; ++j) moved += at.triangle[j * n + i] * step[j];
    gain += moved * (2.0 * at.seen[i] - moved);
  }
  return gain;
}

// Moré's scaling: each parameter's largest column norm so far.
void widen_scale(const Projection::Linearised& at, std::vector<double>& scale) {
  const std::size_t n = scale.size();
  for (std::size_t j = 0; j < n; ++j) {
    double sum = 0.0;
    for (std::size_t i = 0; i <= j; ++i) sum += at.triangle[j * n + i] * at.triangle[j * n + i];
    scale[j] = std::max(scale[j], std::sqrt(sum));
  }
}

RateList moved(std::span<const Complex> rates, std::span<const double> step, std::size_t length) {
  // A step multiplies a decay by at most e^2: beyond that the linear model says nothing.
  constexpr double kLargestLogStep = 2.0;
  RateList next(rates.size());
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const double log_step = std::clamp(step[2 * k], -kLargestLogStep, kLargestLogStep);
    // A mode that is real in steps stays so: its frequency has no gradient.
    const double frequency =
        is_real(rates[k]) ? rates[k].imag() : rates[k].imag() + step[2 * k + 1];
    next[k] = clip_rate({rates[k].real() * std::exp(log_step), frequency}, length);
  }
  return next;
}

// A parameter without influence (a real mode's frequency) gets a scale of its own, so that the
// damped system stays regular and moves it by 0.
std::vector<double> regular(std::vector<double> scale) {
  const double largest = *std::max_element(scale.begin(), scale.end());
  for (double& s : scale) {
    if (s <= 1e-14 * largest) s = largest > 0.0 ? largest : 1.0;
  }
  return scale;
}

}  // namespace

RateFit improve(Projection& projection, RateList rates, int iterations, double enough,
                const compute::Progress& progress) {
  constexpr double kSmallGain = 1e-6;    // relative fall of the error that counts as none
  constexpr int kPatience = 5;           // such steps in a row
  constexpr double kMostDamping = 1e12;  // the step is then nothing
  const std::size_t length = projection.rho().size();
  RateFit best{std::move(rates), 0.0};
  best.error = projection.project(best.rates);
  if (best.rates.empty()) return best;
  std::vector<double> scale(2 * best.rates.size(), 0.0);
  Projection::Linearised at;
  DampedStep damped_step;
  double mu = 1e-3, growth = 2.0;
  int idle = 0;
  bool fresh = true;
  for (int i = 0; i < iterations && best.error > enough; ++i) {
    progress.check();
    if (fresh) {
      projection.linearise(at);
      widen_scale(at, scale);
    }
    const auto step = damped_step(at, regular(scale), mu);
    const double promise = promised(at, step);
    if (!(promise > 0.0)) break;
    RateList next = moved(best.rates, step, length);
    const double error = projection.project(next);
    const double gain = best.error - error;
    fresh = gain > 0.0;
    if (fresh) {
      idle = gain < kSmallGain * best.error ? idle + 1 : 0;
      best = {std::move(next), error};
      const double trust = 2.0 * gain / promise - 1.0;
      mu = std::max(1e-12, mu * std::max(1.0 / 3.0, 1.0 - trust * trust * trust));
      growth = 2.0;
    } else {
      mu *= growth;
      growth *= 2.0;
      if (promise < kSmallGain * best.error) ++idle;
    }
    if (idle >= kPatience || mu > kMostDamping) break;
  }
  return best;
}

}  // namespace ssmscope::memory
