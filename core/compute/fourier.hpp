// Discrete Fourier transforms of any length.
#pragma once

#include <span>

#include "core/compute/backend.hpp"

namespace ssmscope::compute {

/// out[k] = sum_j in[j] e^{-2 pi i jk/n}, n = out.size() >= 1. `in` may be shorter (zeros follow)
/// or longer (it is folded: e^{-2 pi i jk/n} has period n in j). O(|in| + n log n).
/// The two may not overlap.
void forward_dft(std::span<const Complex> in, std::span<Complex> out);

/// out[j] = (1/n) sum_k in[k] e^{2 pi i jk/n}; the sizes are equal.
void inverse_dft(std::span<const Complex> in, std::span<Complex> out);

}  // namespace ssmscope::compute
