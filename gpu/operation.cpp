#include "gpu/operation.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::gpu {
namespace {

constexpr double kSmallestScale = 1e-150;
constexpr double kLargestScale = 1e150;

}  // namespace

template <class Real>
std::string unfit(const ModelBatch& batch, std::size_t steps) {
  if (batch.modes == 0) return "A model without modes leaves the device nothing to do.";
  for (const auto values : {batch.abar, batch.bbar, batch.c}) {
    if (!std::isfinite(largest(values))) return "The model has a number that is not finite.";
  }
  if (!std::isfinite(largest(batch.d))) return "The model has a number that is not finite.";
  const double growth = std::log(std::max(1.0, largest(batch.abar))) * static_cast<double>(steps);
  if (growth > std::log(Limits<Real>::kMostGrowth)) {
    return "A mode grows beyond the numbers of the device.";
  }
  return {};
}

template std::string unfit<float>(const ModelBatch& batch, std::size_t steps);
template std::string unfit<double>(const ModelBatch& batch, std::size_t steps);

std::string unfit_scale(double scale) {
  if (scale == 0.0 || (scale > kSmallestScale && scale < kLargestScale)) return {};
  return "The numbers are too large or too small for the device.";
}

}  // namespace ssmscope::gpu
