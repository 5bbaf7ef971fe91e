// Bodies written once with GCC's vector types and inlined into one function an instruction set.
// This file includes no template that other files share: a copy made here with wide instructions
// could be the one that the linker keeps.
#include "core/compute/tridiagonal_kernels.hpp"

namespace ssmscope::compute {
namespace {

using std::size_t;

constexpr size_t kWide = 8;
constexpr size_t kColumns = 4;
/// Eight doubles anywhere in memory; narrower processors work on its halves or quarters.
using Wide __attribute__((vector_size(64), aligned(8), may_alias)) = double;

/// The part of a column group's product inside its own kColumns x kColumns triangle.
[[gnu::always_inline]] inline void triangle_product(const double* a, size_t leading, size_t columns,
                                                    const double* x, double* y) {
  for (size_t c = 0; c < columns; ++c) {
    y[c] += a[c + c * leading] * x[c];
    for (size_t r = c + 1; r < columns; ++r) {
      y[r] += a[r + c * leading] * x[c];
      y[c] += a[r + c * leading] * x[r];
    }
  }
}

[[gnu::always_inline]] inline double sum_of(const Wide& v) {
  return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}

/// Every element below the triangle is read once and used for its row and for its column.
[[gnu::always_inline]] inline void product_body(const double* a, size_t leading, size_t size,
                                                const double* x, double* y) {
  for (size_t i = 0; i < size; ++i) y[i] = 0.0;
  size_t j = 0;
  for (; j + kColumns <= size; j += kColumns) {
    const double* column = a + j * leading;
    triangle_product(column + j, leading, kColumns, x + j, y + j);
    const double *a0 = column, *a1 = a0 + leading, *a2 = a1 + leading, *a3 = a2 + leading;
    const double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
    Wide s0 = {}, s1 = {}, s2 = {}, s3 = {};
    size_t i = j + kColumns;
    for (; i + kWide <= size; i += kWide) {
      const Wide xi = *reinterpret_cast<const Wide*>(x + i);
      const Wide c0 = *reinterpret_cast<const Wide*>(a0 + i);
      const Wide c1 = *reinterpret_cast<const Wide*>(a1 + i);
      const Wide c2 = *reinterpret_cast<const Wide*>(a2 + i);
      const Wide c3 = *reinterpret_cast<const Wide*>(a3 + i);
      *reinterpret_cast<Wide*>(y + i) += c0 * x0 + c1 * x1 + c2 * x2 + c3 * x3;
      s0 += c0 * xi;
      s1 += c1 * xi;
      s2 += c2 * xi;
      s3 += c3 * xi;
    }
    double t0 = sum_of(s0), t1 = sum_of(s1), t2 = sum_of(s2), t3 = sum_of(s3);
    for (; i < size; ++i) {
      y[i] += a0[i] * x0 + a1[i] * x1 + a2[i] * x2 + a3[i] * x3;
      t0 += a0[i] * x[i];
      t1 += a1[i] * x[i];
      t2 += a2[i] * x[i];
      t3 += a3[i] * x[i];
    }
    y[j] += t0;
    y[j + 1] += t1;
    y[j + 2] += t2;
    y[j + 3] += t3;
  }
  triangle_product(a + j + j * leading, leading, size - j, x + j, y + j);
}

/// 16 rows x 4 columns of C in registers; vi, wi the packed rows, vj, wj the packed rows that
/// belong to the columns.
[[gnu::always_inline]] inline void update_block(double* c, size_t leading, const double* vi,
                                                const double* wi, const double* vj,
                                                const double* wj, size_t rank) {
  Wide sum[kColumns][2] = {};
  for (size_t p = 0; p < rank; ++p) {
    const size_t at = p * kRowTile;
    const Wide v0 = *reinterpret_cast<const Wide*>(vi + at);
    const Wide v1 = *reinterpret_cast<const Wide*>(vi + at + kWide);
    const Wide w0 = *reinterpret_cast<const Wide*>(wi + at);
    const Wide w1 = *reinterpret_cast<const Wide*>(wi + at + kWide);
    for (size_t k = 0; k < kColumns; ++k) {
      sum[k][0] += v0 * wj[at + k] + w0 * vj[at + k];
      sum[k][1] += v1 * wj[at + k] + w1 * vj[at + k];
    }
  }
  for (size_t k = 0; k < kColumns; ++k) {
    *reinterpret_cast<Wide*>(c + k * leading) -= sum[k][0];
    *reinterpret_cast<Wide*>(c + k * leading + kWide) -= sum[k][1];
  }
}

/// The same through a small copy, where rows or columns end inside the block.
[[gnu::always_inline]] inline void update_edge(double* c, size_t leading, size_t rows,
                                               size_t columns, const double* vi, const double* wi,
                                               const double* vj, const double* wj, size_t rank) {
  double block[kColumns * kRowTile] = {};
  update_block(block, kRowTile, vi, wi, vj, wj, rank);
  for (size_t k = 0; k < columns; ++k)
    for (size_t r = 0; r < rows; ++r) c[r + k * leading] += block[r + k * kRowTile];
}

[[gnu::always_inline]] inline void update_body(double* c, size_t leading, size_t size,
                                               const double* v, const double* w, size_t rank) {
  for (size_t i = 0; i < size; i += kRowTile) {
    const double *vi = v + i * rank, *wi = w + i * rank;
    const size_t rows = size - i < kRowTile ? size - i : kRowTile;
    const size_t end = i + rows;  // columns up to the diagonal
    for (size_t j = 0; j < end; j += kColumns) {
      const size_t tile = j / kRowTile * kRowTile * rank + j % kRowTile;
      double* block = c + i + j * leading;
      if (rows == kRowTile) {
        update_block(block, leading, vi, wi, v + tile, w + tile, rank);
      } else {
        const size_t columns = end - j < kColumns ? end - j : kColumns;
        update_edge(block, leading, rows, columns, vi, wi, v + tile, w + tile, rank);
      }
    }
  }
}

#ifdef __x86_64__

[[gnu::target("avx512f")]] void product_avx512(const double* a, size_t leading, size_t size,
                                               const double* x, double* y) {
  product_body(a, leading, size, x, y);
}
[[gnu::target("avx2,fma")]] void product_avx2(const double* a, size_t leading, size_t size,
                                              const double* x, double* y) {
  product_body(a, leading, size, x, y);
}
[[gnu::target("avx512f")]] void update_avx512(double* c, size_t leading, size_t size,
                                              const double* v, const double* w, size_t rank) {
  update_body(c, leading, size, v, w, rank);
}
[[gnu::target("avx2,fma")]] void update_avx2(double* c, size_t leading, size_t size,
                                             const double* v, const double* w, size_t rank) {
  update_body(c, leading, size, v, w, rank);
}

bool has_avx512() { return __builtin_cpu_supports("avx512f"); }
bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

#endif

}  // namespace

void symmetric_product(const double* a, size_t leading, size_t size, const double* x, double* y) {
#ifdef __x86_64__
  if (has_avx512()) return product_avx512(a, leading, size, x, y);
  if (has_avx2()) return product_avx2(a, leading, size, x, y);
#endif
  product_body(a, leading, size, x, y);
}

void rank_2k_update(double* c, size_t leading, size_t size, const double* v, const double* w,
                    size_t rank) {
#ifdef __x86_64__
  if (has_avx512()) return update_avx512(c, leading, size, v, w, rank);
  if (has_avx2()) return update_avx2(c, leading, size, v, w, rank);
#endif
  update_body(c, leading, size, v, w, rank);
}

}  // namespace ssmscope::compute
