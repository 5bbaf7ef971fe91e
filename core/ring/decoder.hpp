// The nonlinear functions that decode a layer's waves, with exact derivatives of every order
// (MATHS section 2, "full layer" and "Volterra view").
#pragma once

#include <span>

#include "core/scenario/scenario.hpp"

namespace ssmscope::ring {

using ssmscope::Activation;
using ssmscope::Pooling;

/// GELU (exact, y Phi(y)), tanh, max(y, 0) or y. Of Glu: y s(y), its value where both mixes are y.
double activate(Activation kind, double y);

/// sigma^(p)(y)/p!, p = 0 .. coefficients.size() - 1, in closed form: GELU by Hermite's
/// polynomials, tanh by its own equation sigma' = 1 - sigma^2. ReLU has the derivatives of its
/// branch (0 at y = 0). Not for Glu.
void taylor_coefficients(Activation kind, double y, std::span<double> coefficients);

/// sigma''(y). Not for Glu.
double second_derivative(Activation kind, double y);

/// s, s' and s'' of the logistic function s(b) = 1/(1 + e^{-b}).
struct Logistic {
  double value, first, second;
};
Logistic logistic(double b);

}  // namespace ssmscope::ring
