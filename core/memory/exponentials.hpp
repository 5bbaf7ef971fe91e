// Sums of decaying exponentials in steps, rho_hat(s) = 2 Re sum_k c_k e^{rate_k s}, as real
// columns.
#pragma once

#include <span>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::memory {

/// A mode that alternates in sign, (-1)^s e^{Re rate s}: real in steps, like Im rate = 0.
inline constexpr double kNyquist = 3.141592653589793;

/// True when e^{rate s} is real for every step s: such a mode has one real state, not two.
inline bool is_real(Complex rate) {
  return rate.imag() == 0.0 || rate.imag() == kNyquist || rate.imag() == -kNyquist;
}

/// e^{rate s}, s = 0..re.size()-1. The imaginary part of a real mode is exactly 0, and a small one
/// keeps its relative accuracy: near Im rate = 0 it is the direction in which a pole splits.
void powers(Complex rate, std::span<double> re, std::span<double> im);

/// 2 Re sum_k c_k e^{rate_k s} over `length` steps.
std::vector<double> sum_of_modes(std::span<const Complex> rates,
                                 std::span<const Complex> amplitudes, std::size_t length);

/// Condition number of the matrix e^{rate_k s}, e^{conj(rate_k) s} (one column for a real mode)
/// over `length` steps, columns scaled to unit norm.
double vandermonde_condition(std::span<const Complex> rates, std::size_t length);

/// Condition number of the derivatives of rho_hat by Re and Im of every amplitude and rate, columns
/// scaled to unit norm; a derivative that is 0 at every step is left out.
double gauss_newton_condition(std::span<const Complex> rates, std::span<const Complex> amplitudes,
                              std::size_t length);

}  // namespace ssmscope::memory
