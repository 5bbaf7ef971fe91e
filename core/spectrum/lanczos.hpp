// The largest singular values of a long lower-triangular Toeplitz matrix, and their vectors, by a
// Lanczos iteration that needs products with the matrix alone (MATHS section 4).
//
// T J (J the exchange matrix) is real symmetric, so that |eigenvalues| are the singular values. A
// thick-restart Lanczos iteration (Wu and Simon 2000) with full reorthogonalisation runs on an odd
// Chebyshev polynomial of T J that grows outside of the unwanted eigenvalues: products by FFT are
// cheap, the long basis is not. Where the unwanted ones end is read off the sorted |H| of the
// kernel itself, and corrected when the answer says otherwise. A random start afterwards looks for
// what one start cannot see: further copies of an eigenvalue.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::spectrum {

struct LargestEigenpairs {
  std::vector<double> values;                ///< of T J, descending |value|, signs kept
  std::vector<std::vector<double>> vectors;  ///< of T J, orthonormal
  double residual =
      0.0;  ///< largest |T J q - value q| over the largest |value|; 0 of a zero kernel
  bool converged = true;  ///< residual within kLanczosTolerance
  int products = 0;       ///< with T J
};

inline constexpr double kLanczosTolerance = 1e-10;

/// The min(count, L) largest of the L x L matrix of `kernel`. The same numbers in every run.
/// O(products L log L) time and 3 count L numbers. Polls between products and within the passes
/// over the basis: one product at L = 262,144 takes some 10 ms.
LargestEigenpairs largest_eigenpairs(std::span<const double> kernel, int count,
                                     compute::Progress& progress);

}  // namespace ssmscope::spectrum
