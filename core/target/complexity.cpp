#include "core/target/complexity.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/compute/norms.hpp"
#include "core/compute/symmetric_eigen.hpp"
#include "core/target/dense.hpp"

namespace ssmscope::target {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kSplits = 16;

// rho divided by its largest magnitude, so that no square over- or underflows; empty if all zero.
std::vector<double> normalised(std::span<const double> rho) {
  const double most = compute::largest_magnitude(rho);
  if (most == 0.0) return {};
  std::vector<double> scaled(rho.begin(), rho.end());
  for (double& v : scaled) v /= most;
  return scaled;
}

// Sizes m = 1..ceil(T/2) of the 16 log-spaced splits m + n - 1 = T, without repeats.
std::vector<std::size_t> split_sizes(std::size_t length) {
  const std::size_t half = (length + 1) / 2;
  const auto most = static_cast<double>(half);
  std::vector<std::size_t> sizes;
  for (int i = 0; i < kSplits; ++i) {
    const double m = std::pow(most, static_cast<double>(i) / (kSplits - 1));
    const auto rounded = static_cast<std::size_t>(std::lround(m));
    if (sizes.empty() || sizes.back() != rounded) sizes.push_back(rounded);
  }
  return sizes;
}

std::vector<double> block_singular_values(std::span<const double> rho, std::size_t m,
                                          const compute::Progress& progress) {
  const std::size_t n = rho.size() + 1 - m;
  progress.check();
  std::vector<double> block(m * n);
  for (std::size_t j = 0; j < n; ++j) {
    std::copy_n(rho.begin() + static_cast<std::ptrdiff_t>(j), m,
                block.begin() + static_cast<std::ptrdiff_t>(j * m));
  }
  return singular_values(std::move(block), m, n, progress);
}

// Raises floor[N] to the bound of one split: sum_{i > N} sigma_i^2/(m sum rho^2), m <= n.
void apply_split(std::span<const double> rho, std::size_t m, double total,
                 std::vector<double>& floor, const compute::Progress& progress) {
  const auto sigma = block_singular_values(rho, m, progress);
  const double zero = 16 * kEps * sigma.front();
  double tail = 0.0;
  for (std::size_t i = sigma.size(); i-- > 1;) {
    if (sigma[i] < zero) continue;
    tail += sigma[i] * sigma[i];
    if (i < floor.size()) {
      floor[i] = std::max(floor[i], tail / (static_cast<double>(m) * total));
    }
  }
}

}  // namespace

std::vector<double> tail_energy(std::span<const double> rho) {
  std::vector<double> tail(rho.size() + 1, 0.0);
  auto sorted = normalised(rho);
  if (sorted.empty()) return tail;
  for (double& v : sorted) v *= v;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  for (std::size_t k = sorted.size(); k-- > 0;) tail[k] = tail[k + 1] + sorted[k];
  const double total = tail[0];
  for (double& v : tail) v /= total;
  return tail;
}

std::vector<double> hankel_singular_values(std::span<const double> rho,
                                           const compute::Progress& progress) {
  const std::size_t n = rho.size();
  std::vector<double> hankel(n * n, 0.0);
  const double most = compute::largest_magnitude(rho);
  if (most == 0.0) return std::vector<double>(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i + j < n; ++i) hankel[j * n + i] = rho[i + j] / most;
  }
  auto values =
      compute::symmetric_eigen(std::move(hankel), static_cast<int>(n), 0, progress).values;
  for (double& v : values) v = std::abs(v) * most;
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

double effective_rank(std::span<const double> singular_values) {
  const auto scaled = normalised(singular_values);
  double sum = 0.0;
  for (const double v : scaled) sum += v;
  if (sum == 0.0) return 0.0;
  double entropy = 0.0;
  for (const double v : scaled) {
    const double p = v / sum;
    if (p > 0.0) entropy -= p * std::log(p);
  }
  return std::exp(entropy);
}

std::vector<double> error_floor(std::span<const double> rho, int max_states,
                                const compute::Progress& progress) {
  std::vector<double> floor(static_cast<std::size_t>(std::max(max_states, 0)) + 1, 0.0);
  const auto scaled = normalised(rho);
  if (scaled.empty()) return floor;
  floor[0] = 1.0;
  const double total = compute::sum_of_squares(scaled);
  for (const std::size_t m : split_sizes(scaled.size()))
    apply_split(scaled, m, total, floor, progress);
  return floor;
}

}  // namespace ssmscope::target
