// The two inner loops of the reduction to tridiagonal form, in the widest registers of the
// processor. (OpenBLAS picks its kernels by the processor's model number; for one newer than the
// library it falls back to those of 2004, two to four times slower.)
#pragma once

#include <cstddef>

namespace ssmscope::compute {

/// y = A x, A symmetric size x size, column by column with leading dimension `leading`, of which
/// the lower triangle is read. x and y may not overlap.
void symmetric_product(const double* a, std::size_t leading, std::size_t size, const double* x,
                       double* y);

/// Rows that the packed factors of a rank-2k update are grouped by.
inline constexpr std::size_t kRowTile = 16;

/// C -= V W^T + W V^T on the lower triangle of C (size x size, leading dimension `leading`); the
/// upper triangle within kRowTile of the diagonal may be overwritten. v, w: size rows of `rank`
/// columns, packed as [row / kRowTile][column][row % kRowTile], rows beyond size zero.
void rank_2k_update(double* c, std::size_t leading, std::size_t size, const double* v,
                    const double* w, std::size_t rank);

}  // namespace ssmscope::compute
