// How a nonlinear decoder makes waves interact: the second derivatives of f = w W sigma(y), exact
// (MATHS section 2, "wave-wave interaction"). Matrices are row by row.
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/ring/layer.hpp"

namespace ssmscope::ring {

/// H_ij = d2f/dy_i dy_j at the outputs y of the layer's channels; symmetric, channels x channels,
/// in units of f over y squared. Diagonal, w_h sigma''(y_h), unless mixes meet in the gate of Glu;
/// zero for identity and, but for the kink at 0 that it does not see, ReLU.
/// y: channels; weights: layer.outputs(); out: channels x channels.
void output_hessian(const Layer& layer, std::span<const double> weights, std::span<const double> y,
                    std::span<double> out);

/// I(s1, s2) = d2f/du_{t-s1} du_{t-s2} = K^T H K, lags x lags, H the Hessian at step t.
/// kernels: channels x lags, h_h(s) with its D at s = 0.
std::vector<double> lag_interaction(std::span<const double> kernels, std::size_t lags,
                                    std::span<const double> hessian);

/// The same where f is the mean over the steps of a window and s1, s2 count back from the last one:
/// I(s1, s2) = 1/T sum_j K(. - j)^T H(T-1-j) K(. - j), j = 0 .. min(s1, s2).
/// y: channels x steps. O(lags^2 (lags + channels) channels).
std::vector<double> mean_lag_interaction(const Layer& layer, std::span<const double> weights,
                                         std::span<const double> kernels, std::size_t lags,
                                         std::span<const double> y, std::size_t steps,
                                         const compute::Progress& progress);

/// S_mn = 2 (|J_mn| + |Q_mn|), J = C^T H C, Q = C^T H conj(C): the largest singular value of the
/// 2 x 2 block of the real Hessian of f in the states of modes m and n, which the channels share.
/// c: channels x modes; factor as in Layer; modes x modes.
std::vector<double> mode_strength(std::span<const Complex> c, std::size_t modes, double factor,
                                  std::span<const double> hessian);

/// E_mn = sum H_ij y_im y_jn, y_hm = factor Re(C_hm x_m) the share of mode m in output h: how much
/// of f's curvature the pair holds at the present state, in units of f. modes x modes.
/// of_modes: channels x modes.
std::vector<double> mode_energy(std::span<const double> of_modes, std::size_t modes,
                                std::span<const double> hessian);

}  // namespace ssmscope::ring
