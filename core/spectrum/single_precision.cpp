#include "core/spectrum/single_precision.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>

namespace ssmscope::spectrum {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kTermsAPoll = 1 << 16;

using Single = std::complex<float>;

Single single(Complex value) {
  return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}

/// abar and bbar/B of a mode, as whoever works in float32 computes them.
std::pair<Single, Single> discretised(Single lambda, Rule rule, float delta) {
  const Single z = delta * lambda;
  const Single half = 0.5F * z;
  switch (rule) {
    case Rule::Zoh:
      return {std::exp(z), (std::exp(z) - 1.0F) / lambda};
    case Rule::Bilinear:
      return {(1.0F + half) / (1.0F - half), delta / (1.0F - half)};
    case Rule::Euler:
      return {1.0F + z, delta};
    case Rule::BackwardEuler:
      return {1.0F / (1.0F - z), delta / (1.0F - z)};
    case Rule::EulerB:
      break;
  }
  return {std::exp(z), delta};
}

/// The model in float32; parts apart, so that loops over modes run in vector registers.
struct SingleModel {
  std::vector<float> pole_re, pole_im, residue_re, residue_im;
  float d;

  SingleModel(const ssm::ContinuousModel& model, const Discretisation& discretisation)
      : d(static_cast<float>(model.D)) {
    const auto factor = static_cast<float>(model.factor);
    const auto delta = static_cast<float>(discretisation.delta);
    for (std::size_t m = 0; m < model.lambda.size(); ++m) {
      const auto [pole, gain] = discretised(single(model.lambda[m]), discretisation.rule, delta);
      const Single residue = factor * (single(model.C[m]) * (gain * single(model.B[m])));
      pole_re.push_back(pole.real());
      pole_im.push_back(pole.imag());
      residue_re.push_back(residue.real());
      residue_im.push_back(residue.imag());
    }
  }
  std::size_t modes() const { return pole_re.size(); }
};

class Poll {
 public:
  explicit Poll(const compute::Progress& progress) : progress_(progress) {}
  void after(std::size_t terms) {
    if ((terms_ += terms) < kTermsAPoll) return;
    terms_ = 0;
    progress_.check();
  }

 private:
  const compute::Progress& progress_;
  std::size_t terms_ = 0;
};

std::vector<double> recurrence(const SingleModel& model, std::size_t length, Poll poll) {
  std::vector<double> out;
  out.reserve(length);
  std::vector<float> re = model.residue_re, im = model.residue_im;
  for (std::size_t l = 0; l < length; ++l) {
    poll.after(model.modes());
    float sum = l == 0 ? model.d : 0.0F;
    for (std::size_t m = 0; m < model.modes(); ++m) {
      sum += re[m];
      const float next = re[m] * model.pole_re[m] - im[m] * model.pole_im[m];
      im[m] = re[m] * model.pole_im[m] + im[m] * model.pole_re[m];
      re[m] = next;
    }
    const bool left = !std::isfinite(sum) || (!out.empty() && std::isnan(out.back()));
    out.push_back(left ? kUndefined : static_cast<double>(sum));
  }
  return out;
}

Complex response_at(const SingleModel& model, float omega) {
  const float cosine = std::cos(omega), sine = std::sin(omega);
  float re = model.d, im = 0.0F;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    for (const float sign : {1.0F, -1.0F}) {  // the mode and its conjugate
      const float ai = sign * model.pole_im[m];
      const float gr = 0.5F * model.residue_re[m], gi = 0.5F * sign * model.residue_im[m];
      const float zr = 1.0F - (model.pole_re[m] * cosine + ai * sine);
      const float zi = model.pole_re[m] * sine - ai * cosine;
      const float size = zr * zr + zi * zi;
      re += (gr * zr + gi * zi) / size;
      im += (gi * zr - gr * zi) / size;
    }
  }
  return {static_cast<double>(re), static_cast<double>(im)};
}

/// Largest |a - b| over the largest |b| of the entries that are finite in both.
template <class Value>
double difference(std::span<const Value> a, std::span<const Value> b) {
  double apart = 0.0, size = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double each = std::abs(a[i] - b[i]);
    if (!std::isfinite(each)) continue;
    apart = std::max(apart, each);
    size = std::max(size, static_cast<double>(std::abs(b[i])));
  }
  return size > 0.0 ? apart / size : kUndefined;
}

}  // namespace

SinglePrecision single_precision(const ssm::ContinuousModel& model,
                                 const Discretisation& discretisation,
                                 std::span<const double> kernel, std::span<const double> omega,
                                 std::span<const Complex> response,
                                 const compute::Progress& progress) {
  const SingleModel rounded(model, discretisation);
  Poll poll(progress);
  SinglePrecision out;
  out.kernel = recurrence(rounded, kernel.size(), poll);
  for (const double at : omega) {
    poll.after(2 * rounded.modes());
    out.response.push_back(response_at(rounded, static_cast<float>(at)));
  }
  out.kernel_difference = difference(std::span<const double>(out.kernel), kernel);
  out.response_difference = difference(std::span<const Complex>(out.response), response);
  return out;
}

}  // namespace ssmscope::spectrum
