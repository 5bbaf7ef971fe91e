#include "core/compute/cpu_kernel_op.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::compute::detail {
namespace {

/// Modes multiplied at a time: their panels of powers stay in the second-level cache.
constexpr std::size_t kModesPerBlock = 64;
constexpr std::size_t kMostColumns = 768;
constexpr std::size_t kRowsPerPiece = 32;
static_assert(kModesPerBlock * kMostColumns * kRowsPerPiece <= kKernelWorkPerCheck);

/// How the kernel is laid out as a matrix: row a, column b hold h_{a columns + b}.
struct Layout {
  std::size_t columns;
  std::size_t rows;
};

Layout layout(const CpuKernels& loops, std::size_t length) {
  const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(length)));
  const std::size_t columns =
      round_up(std::clamp<std::size_t>(root, 1, kMostColumns), loops.tile_columns);
  return {columns, (length + columns - 1) / columns};
}

/// The modes of one block: abar and the coefficients of the powers, padded with zeros.
struct Block {
  std::size_t modes;
  std::size_t padded;
  double* a_re;
  double* a_im;
  double* g_re;
  double* g_im;
};

PreciseArrays precise(double* memory, std::size_t padded) {
  return {memory, memory + padded, memory + 2 * padded, memory + 3 * padded};
}

/// The modes from `first`, as many as a block takes.
Block load_block(const ModelView& model, std::size_t first, std::size_t lanes, Buffer& buffer) {
  const std::size_t modes = std::min(kModesPerBlock, model.modes - first);
  const std::size_t padded = round_up(modes, lanes);
  double* memory = buffer.zeroed(4 * padded);
  Block block{modes, padded, memory, memory + padded, memory + 2 * padded, memory + 3 * padded};
  for (std::size_t m = 0; m < modes; ++m) {
    const Complex g = model.factor * (model.c[first + m] * model.bbar[first + m]);
    block.a_re[m] = model.abar[first + m].real();
    block.a_im[m] = model.abar[first + m].imag();
    block.g_re[m] = g.real();
    block.g_im[m] = g.imag();
  }
  return block;
}

/// abar^b for all columns b, as panels.
void column_powers(const CpuKernels& loops, const Block& block, std::size_t columns,
                   Buffer& scratch, double* panels) {
  double* memory = scratch.zeroed(10 * block.padded);
  const PreciseArrays base = precise(memory, block.padded);
  const PreciseArrays start = precise(memory + 4 * block.padded, block.padded);
  double* one = memory + 8 * block.padded;
  double* zero = memory + 9 * block.padded;
  std::copy_n(block.a_re, block.padded, base.re_high);
  std::copy_n(block.a_im, block.padded, base.im_high);
  std::fill_n(start.re_high, block.padded, 1.0);
  std::fill_n(one, block.padded, 1.0);
  loops.power_panels(base, start, one, zero, 1.0, {block.modes, columns, loops.tile_columns},
                     panels);
}

/// g abar^{a columns} for the rows from `first`, as panels.
void row_powers(const CpuKernels& loops, const Block& block, const Layout& shape, std::size_t first,
                std::size_t rows, Buffer& scratch, double* panels) {
  double* memory = scratch.get(8 * block.padded);
  const PreciseArrays base = precise(memory, block.padded);
  const PreciseArrays start = precise(memory + 4 * block.padded, block.padded);
  loops.power(block.a_re, block.a_im, block.padded, shape.columns, base);
  loops.power(block.a_re, block.a_im, block.padded, shape.columns * first, start);
  loops.power_panels(base, start, block.g_re, block.g_im, -1.0,
                     {block.modes, rows, loops.tile_rows}, panels);
}

/// A tile at the end of the kernel, of which only what lies before the end is kept.
void edge_tile(const CpuKernels& loops, const double* p, const double* q, std::size_t depth,
               bool add, std::span<double> out, std::size_t at, std::size_t stride,
               double* scratch) {
  loops.tile(p, q, depth, false, scratch, loops.tile_columns);
  for (std::size_t r = 0; r < loops.tile_rows; ++r) {
    for (std::size_t j = 0; j < loops.tile_columns; ++j) {
      const std::size_t l = at + r * stride + j;
      if (l >= out.size()) return;
      const double value = scratch[r * loops.tile_columns + j];
      out[l] = add ? out[l] + value : value;
    }
  }
}

/// Some rows of the kernel from their powers.
void multiply_rows(const CpuKernels& loops, const Block& block, const Layout& shape,
                   std::size_t first, std::size_t rows, const double* p, const double* q, bool add,
                   std::span<double> out, double* scratch) {
  const std::size_t depth = 2 * block.modes;
  for (std::size_t r = 0; r < rows; r += loops.tile_rows) {
    const double* row_panel = p + r * depth;
    for (std::size_t b = 0; b < shape.columns; b += loops.tile_columns) {
      const double* column_panel = q + b * depth;
      const std::size_t at = (first + r) * shape.columns + b;
      const std::size_t last = at + (loops.tile_rows - 1) * shape.columns + loops.tile_columns;
      if (last <= out.size()) {
        loops.tile(row_panel, column_panel, depth, add, out.data() + at, shape.columns);
      } else {
        edge_tile(loops, row_panel, column_panel, depth, add, out, at, shape.columns, scratch);
      }
    }
  }
}

void add_block(const Operation& op, const ModelView& model, std::size_t first,
               std::span<double> out) {
  const CpuKernels& loops = op.loops;
  WorkspaceStore::Lease own(op.store);
  const Layout shape = layout(loops, out.size());
  const Block block = load_block(model, first, loops.lanes, own[0]);
  double* columns = own[1].get(2 * block.modes * shape.columns);
  op.progress.check();
  {
    const FlushDenormals flush;
    column_powers(loops, block, shape.columns, own[2], columns);
  }
  const std::size_t pieces = (shape.rows + kRowsPerPiece - 1) / kRowsPerPiece;
  for_pieces(op, pieces, out.size() * block.modes, [&](std::size_t piece) {
    WorkspaceStore::Lease lease(op.store);
    const std::size_t begin = piece * kRowsPerPiece;
    const std::size_t rows = round_up(std::min(kRowsPerPiece, shape.rows - begin), loops.tile_rows);
    double* powers = lease[0].get(2 * block.modes * rows);
    row_powers(loops, block, shape, begin, rows, lease[1], powers);
    multiply_rows(loops, block, shape, begin, rows, powers, columns, first > 0, out,
                  lease[2].get(loops.tile_rows * loops.tile_columns));
  });
}

}  // namespace

void kernel_of_model(const Operation& op, const ModelView& model, std::span<double> out) {
  if (out.empty()) return;
  if (model.modes == 0) std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t first = 0; first < model.modes; first += kModesPerBlock) {
    add_block(op, model, first, out);
  }
  out[0] += model.d;
}

}  // namespace ssmscope::compute::detail
