// From a row of the ring to its modes and to places between the nodes, by direct summation: no
// plan, no lock, fit for a frame of an animation. compute/fourier.hpp is for long ones.
#pragma once

#include <span>

#include "core/compute/backend.hpp"

namespace ssmscope::ring {

using compute::Complex;

/// x = F* r, x_m = (1/sqrt M) sum_j r_j e^{2 pi i jm/M} (MATHS section 2). Equal sizes M. O(M^2).
void modes_of_row(std::span<const Complex> row, std::span<Complex> modes);

/// sum_m x_m e^{-im theta}/sqrt M at out.size() angles from 0, evenly around the circle, the first
/// at node 0. O(modes places).
void wave_of_modes(std::span<const Complex> modes, std::span<Complex> out);

/// The same of a real ring, where entry N - k is wavenumber -k: sum over k = -K..K, N = 2K + 1.
void wave_of_folded_modes(std::span<const Complex> modes, std::span<Complex> out);

}  // namespace ssmscope::ring
