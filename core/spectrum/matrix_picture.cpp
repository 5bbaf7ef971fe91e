#include "core/spectrum/matrix_picture.hpp"

#include <Eigen/Dense>
#include <algorithm>

namespace ssmscope::spectrum {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// First index of each block, and L.
std::vector<Index> block_edges(std::size_t length, int most_cells) {
  const std::size_t cells = std::min<std::size_t>(length, static_cast<std::size_t>(most_cells));
  std::vector<Index> edges(cells + 1, 0);
  for (std::size_t b = 0; b <= cells && cells > 0; ++b)
    edges[b] = static_cast<Index>(b * length / cells);
  return edges;
}

MatrixPicture empty_picture(std::size_t length, const std::vector<Index>& edges) {
  MatrixPicture out;
  out.cells = static_cast<int>(edges.size()) - 1;
  if (out.cells > 0) out.steps = static_cast<double>(length) / out.cells;
  out.values.resize(static_cast<std::size_t>(out.cells) * static_cast<std::size_t>(out.cells));
  return out;
}

/// sum_{l < n} h_l at n = 0 .. L.
std::vector<double> running_sums(std::span<const double> values) {
  std::vector<double> sums(values.size() + 1, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i + 1] = sums[i] + values[i];
  return sums;
}

double at(const std::vector<double>& sums, Index n) {
  return n <= 0 ? 0.0 : sums[static_cast<std::size_t>(n)];
}

}  // namespace

MatrixPicture toeplitz_picture(std::span<const double> kernel, int most_cells) {
  const std::vector<Index> edges = block_edges(kernel.size(), most_cells);
  MatrixPicture out = empty_picture(kernel.size(), edges);
  const auto cells = static_cast<std::size_t>(out.cells);
  const std::vector<double> once = running_sums(kernel);
  for (std::size_t i = 0; i < cells; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const Index rows = edges[i + 1] - edges[i], columns = edges[j + 1] - edges[j];
      double sum = 0.0;
      for (Index row = edges[i]; row < edges[i + 1]; ++row)
        sum += at(once, row - edges[j] + 1) - at(once, row - edges[j + 1] + 1);
      out.values[i * cells + j] = sum / static_cast<double>(rows * columns);
    }
  }
  return out;
}

MatrixPicture kernel_picture(std::span<const double> kernel, int window,
                             const compute::Progress& progress, int most_cells) {
  const std::vector<Index> edges = block_edges(kernel.size(), most_cells);
  MatrixPicture out = empty_picture(kernel.size(), edges);
  const auto cells = static_cast<Index>(out.cells), length = static_cast<Index>(kernel.size());
  if (cells == 0) return out;
  const std::vector<double> once = running_sums(kernel);
  // Means of T over blocks of columns; K's blocks are their products.
  constexpr Index kRows = 32;  // a piece takes about 1 ms
  MatrixXd sum = MatrixXd::Zero(cells, cells), piece(kRows, cells);
  for (Index row = 0; row < length; row += kRows) {
    progress.check();
    const Index rows = std::min(kRows, length - row);
    for (Index j = 0; j < cells; ++j) {
      const Index begin = edges[static_cast<std::size_t>(j)];
      const Index end = edges[static_cast<std::size_t>(j) + 1];
      for (Index r = 0; r < rows; ++r)
        piece(r, j) = (at(once, row + r - begin + 1) - at(once, row + r - end + 1)) /
                      static_cast<double>(end - begin);
    }
    sum.selfadjointView<Eigen::Lower>().rankUpdate(piece.topRows(rows).transpose(), 1.0 / window);
  }
  for (Index i = 0; i < cells; ++i)
    for (Index j = 0; j < cells; ++j)
      out.values[static_cast<std::size_t>(i * cells + j)] = i >= j ? sum(i, j) : sum(j, i);
  return out;
}

}  // namespace ssmscope::spectrum
