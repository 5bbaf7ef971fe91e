// Rates of a sum of exponentials by the matrix pencil (ESPRIT): the signal space of a Hankel block
// is the same one step later, up to a small matrix whose eigenvalues are e^{rate}.
// Hua and Sarkar 1990; MATHS section 6, starts (i) and (ii).
#pragma once

#include <span>
#include <vector>

#include "core/compute/progress.hpp"
#include "core/memory/variable_projection.hpp"

namespace ssmscope::memory {

class MatrixPencil {
 public:
  /// O(m^3) for the m x m block, m = min((T + 1)/2, 512): a longer target has the rest of its
  /// samples in wider blocks.
  /// Knows the signal space up to `most` dimensions.
  MatrixPencil(std::span<const double> rho, std::size_t most, const compute::Progress& progress);

  /// Numerical rank of the block at 1e-12 of its largest singular value, at most `most`.
  std::size_t rank() const { return rank_; }

  /// Rates of the pencil of order min(order, rank): one of each conjugate pair, Im in (0, pi); a
  /// real pole is one mode with Im exactly 0 or kNyquist. Growing poles are clipped to decay.
  RateList rates(std::size_t order) const;

 private:
  std::size_t length_ = 0, rows_ = 0, rank_ = 0;
  std::vector<double> space_;  // rows x rank, by falling singular value
};

}  // namespace ssmscope::memory
