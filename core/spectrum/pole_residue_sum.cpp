#include "core/spectrum/pole_residue_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ssmscope::spectrum {
namespace {

constexpr std::size_t kLanes = 4;
constexpr double kRoundingLevel = 1e-13;  // MATHS section 3

using Lanes = std::array<double, kLanes>;

double total(const Lanes& lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

}  // namespace

double ResponseSample::phase_slope() const {
  // Im(H'/H)
  return (derivative.imag() * value.real() - derivative.real() * value.imag()) / std::norm(value);
}

PoleResidueSum::PoleResidueSum(const ssm::DiscreteModel& model, Convention convention)
    : direct_(model.d), delayed_(convention == Convention::Delayed) {
  const std::size_t terms = 2 * model.modes();
  const std::size_t padded = (terms + kLanes - 1) / kLanes * kLanes;
  for (auto* list : {&pole_re_, &pole_im_, &residue_re_, &residue_im_, &residue_size_})
    list->assign(padded, 0.0);
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const Complex residue = 0.5 * model.factor * model.c[m] * model.bbar[m];
    for (const std::size_t i : {2 * m, 2 * m + 1}) {
      const double sign = i % 2 == 0 ? 1.0 : -1.0;
      pole_re_[i] = model.abar[m].real();
      pole_im_[i] = sign * model.abar[m].imag();
      residue_re_[i] = residue.real();
      residue_im_[i] = sign * residue.imag();
      residue_size_[i] = std::abs(residue);
      residue_total_ += residue_size_[i];
    }
  }
}

ResponseSample PoleResidueSum::at(double omega) const {
  const double cosine = std::cos(omega), sine = std::sin(omega);
  Lanes value_re{}, value_im{}, slope_re{}, slope_im{}, nearest{};
  for (std::size_t i = 0; i < pole_re_.size(); i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double ar = pole_re_[i + k], ai = pole_im_[i + k];
      // w = 1/(1 - abar e^{-i omega}); the term is g w, its derivative -i g w (w - 1).
      const double zr = 1.0 - (ar * cosine + ai * sine), zi = ar * sine - ai * cosine;
      const double inverse = 1.0 / (zr * zr + zi * zi);
      const double wr = zr * inverse, wi = -zi * inverse;
      const double tr = residue_re_[i + k] * wr - residue_im_[i + k] * wi;
      const double ti = residue_re_[i + k] * wi + residue_im_[i + k] * wr;
      value_re[k] += tr;
      value_im[k] += ti;
      slope_re[k] += tr * (wr - 1.0) - ti * wi;
      slope_im[k] += tr * wi + ti * (wr - 1.0);
      nearest[k] = inverse > nearest[k] ? inverse : nearest[k];
    }
  }
  ResponseSample sample;
  sample.omega = omega;
  sample.value = {total(value_re), total(value_im)};
  sample.derivative = {total(slope_im), -total(slope_re)};
  if (delayed_) {  // (e^{-i omega} S)' = e^{-i omega} (S' - i S)
    const Complex back(cosine, -sine);
    sample.derivative = back * (sample.derivative - Complex(0.0, 1.0) * sample.value);
    sample.value *= back;
  }
  sample.value += direct_;
  const double size = std::abs(sample.value);
  const double largest = std::sqrt(*std::max_element(nearest.begin(), nearest.end()));
  const double bound = residue_total_ * largest + std::abs(direct_);
  if (!(size > kRoundingLevel * bound)) {
    const double terms = term_sizes(cosine, sine) + std::abs(direct_);
    sample.lost = !(size > kRoundingLevel * terms);
  }
  sample.lost = sample.lost || !std::isfinite(size);
  return sample;
}

double PoleResidueSum::term_sizes(double cosine, double sine) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < pole_re_.size(); ++i) {
    const double zr = 1.0 - (pole_re_[i] * cosine + pole_im_[i] * sine);
    const double zi = pole_re_[i] * sine - pole_im_[i] * cosine;
    sum += residue_size_[i] / std::hypot(zr, zi);
  }
  return sum;
}

double PoleResidueSum::steepest(double a, double b) const {
  // The distance to a pole falls towards its angle, which no cell has inside: an end is nearest.
  const double cos_a = std::cos(a), sin_a = std::sin(a), cos_b = std::cos(b), sin_b = std::sin(b);
  Lanes sum{};
  for (std::size_t i = 0; i < pole_re_.size(); i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double ar = pole_re_[i + k], ai = pole_im_[i + k];
      const double ra = 1.0 - (ar * cos_a + ai * sin_a), ia = ar * sin_a - ai * cos_a;
      const double rb = 1.0 - (ar * cos_b + ai * sin_b), ib = ar * sin_b - ai * cos_b;
      const double da = ra * ra + ia * ia, db = rb * rb + ib * ib;
      const double pole = std::sqrt(ar * ar + ai * ai);
      const double d = da < db ? da : db;
      sum[k] += residue_size_[i + k] * (delayed_ ? pole + std::sqrt(d) : pole) / d;
    }
  }
  return total(sum);
}

}  // namespace ssmscope::spectrum
