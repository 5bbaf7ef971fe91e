// Tables of numbers a step, row after row (outputs x steps).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace ssmscope::ring {

/// The first `kept` of each row's `steps` columns. kept <= steps.
inline std::vector<double> leading_steps(std::span<const double> table, std::size_t steps,
                                         std::size_t kept) {
  std::vector<double> out;
  for (std::size_t at = 0; at < table.size(); at += steps) {
    const auto row = table.subspan(at, kept);
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

/// Puts a chunk of columns, rows x count, where it belongs in a table of rows x steps.
inline void put_steps(std::vector<double>& table, std::size_t steps, std::size_t first,
                      std::size_t count, std::span<const double> chunk) {
  for (std::size_t row = 0; row * count < chunk.size(); ++row)
    std::ranges::copy(chunk.subspan(row * count, count),
                      table.begin() + static_cast<std::ptrdiff_t>(row * steps + first));
}

}  // namespace ssmscope::ring
