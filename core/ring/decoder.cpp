#include "core/ring/decoder.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

namespace ssmscope::ring {
namespace {

double normal_density(double y) {
  return std::exp(-0.5 * y * y) / std::sqrt(2.0 * std::numbers::pi);
}

double normal_distribution(double y) { return 0.5 * std::erfc(-y / std::numbers::sqrt2); }

/// y Phi(y): derivative p >= 2 is (-1)^p phi(y) [p He_{p-2}(y) - y He_{p-1}(y)]. With h_p = He_p/p!
/// no factorial is formed: (p + 1) h_{p+1} = y h_p - h_{p-1}.
void gelu_taylor(double y, std::span<double> out) {
  const double density = normal_density(y), distribution = normal_distribution(y);
  double before = 1.0, last = y;  // h_{p-2}, h_{p-1}
  double sign = 1.0;
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (p == 0) {
      out[p] = y * distribution;
    } else if (p == 1) {
      out[p] = distribution + (density == 0.0 ? 0.0 : y * density);
    } else if (density == 0.0) {
      out[p] = 0.0;  // the polynomial may overflow where the density has vanished
    } else {
      const auto order = static_cast<double>(p);
      out[p] = sign * density * (before / (order - 1.0) - y * last / order);
      const double next = (y * last - before) / order;
      before = last;
      last = next;
      sign = -sign;
    }
  }
}

/// From sigma' = 1 - sigma^2: (p + 1) a_{p+1} = -sum_{i=0}^{p} a_i a_{p-i}, p >= 1. a_1 is
/// 1/cosh^2, which does not cancel where tanh is near 1.
void tanh_taylor(double y, std::span<double> out) {
  const double cosh = std::cosh(y);
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (p == 0) {
      out[p] = std::tanh(y);
    } else if (p == 1) {
      out[p] = 1.0 / cosh / cosh;
    } else {
      double sum = 0.0;
      for (std::size_t i = 0; i < p; ++i) sum += out[i] * out[p - 1 - i];
      out[p] = -sum / static_cast<double>(p);
    }
  }
}

void linear_taylor(double value, double slope, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  if (!out.empty()) out[0] = value;
  if (out.size() > 1) out[1] = slope;
}

}  // namespace

double activate(Activation kind, double y) {
  switch (kind) {
    case Activation::Identity:
      break;
    case Activation::Gelu:
      return y * normal_distribution(y);
    case Activation::Tanh:
      return std::tanh(y);
    case Activation::Relu:
      return std::max(y, 0.0);
    case Activation::Glu:
      return y * logistic(y).value;
  }
  return y;
}

void taylor_coefficients(Activation kind, double y, std::span<double> coefficients) {
  assert(kind != Activation::Glu);
  switch (kind) {
    case Activation::Gelu:
      gelu_taylor(y, coefficients);
      return;
    case Activation::Tanh:
      tanh_taylor(y, coefficients);
      return;
    case Activation::Relu:
      linear_taylor(std::max(y, 0.0), y > 0.0 ? 1.0 : 0.0, coefficients);
      return;
    case Activation::Identity:
    case Activation::Glu:
      linear_taylor(y, 1.0, coefficients);
      return;
  }
}

double second_derivative(Activation kind, double y) {
  std::array<double, 3> coefficients{};
  taylor_coefficients(kind, y, coefficients);
  return 2.0 * coefficients[2];
}

Logistic logistic(double b) {
  // Of -|b|, so that neither value nor 1 - value cancels.
  const double small = std::exp(-std::abs(b));
  const double total = 1.0 + small;
  const double first = small / total / total;
  const double value = b >= 0.0 ? 1.0 / total : small / total;
  const double one_less_twice = (b >= 0.0 ? small - 1.0 : 1.0 - small) / total;
  return {value, first, first * one_less_twice};
}

}  // namespace ssmscope::ring
