#include "core/spectrum/continuous_curve.hpp"

#include <algorithm>

namespace ssmscope::spectrum {
namespace {

constexpr std::size_t kBlock = 512;  // frequencies that stay in the first cache
constexpr std::size_t kTermsAPoll = 1 << 18;

/// A mode and its conjugate over one denominator, in w only:
/// g/(iw - l) + conj(g)/(iw - conj l) = (level + i slope w)/((size - w)(size + w) + i width w).
struct Resonance {
  double level, slope, size, width;
};

Resonance resonance(Complex lambda, Complex g) {
  return {-2.0 * (g * std::conj(lambda)).real(), 2.0 * g.real(), std::abs(lambda),
          -2.0 * lambda.real()};
}

/// Adds one mode at a block of frequencies; written for vector registers.
void add(const Resonance& r, std::span<const double> w, std::span<double> re,
         std::span<double> im) {
  for (std::size_t k = 0; k < w.size(); ++k) {
    const double numerator = r.slope * w[k];
    // The product keeps the digits of size - w near a resonance.
    const double a = (r.size - w[k]) * (r.size + w[k]), b = r.width * w[k];
    const double inverse = 1.0 / (a * a + b * b);
    re[k] += (r.level * a + numerator * b) * inverse;
    im[k] += (numerator * a - r.level * b) * inverse;
  }
}

}  // namespace

std::vector<Complex> continuous_curve(const ssm::ContinuousModel& model,
                                      std::span<const double> omega, double delta,
                                      const compute::Progress& progress) {
  std::vector<Resonance> modes;
  for (std::size_t m = 0; m < model.lambda.size(); ++m)
    modes.push_back(resonance(model.lambda[m], 0.5 * model.factor * model.C[m] * model.B[m]));
  std::vector<Complex> out(omega.size());
  std::vector<double> w(kBlock), re(kBlock), im(kBlock);
  std::size_t terms = 0;
  for (std::size_t first = 0; first < omega.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, omega.size() - first);
    for (std::size_t k = 0; k < count; ++k) w[k] = omega[first + k] / delta;
    std::fill(re.begin(), re.end(), 0.0);
    std::fill(im.begin(), im.end(), 0.0);
    for (const Resonance& mode : modes) {
      add(mode, std::span(w).first(count), re, im);
      if ((terms += count) < kTermsAPoll) continue;
      progress.check();
      terms = 0;
    }
    for (std::size_t k = 0; k < count; ++k) out[first + k] = {model.D + re[k], im[k]};
  }
  return out;
}

}  // namespace ssmscope::spectrum
