#include "gpu/operation.hpp"

#include <algorithm>
#include <cmath>

#include "gpu/packing.hpp"

namespace ssmscope::gpu {
namespace {

constexpr double kSmallestScale = 1e-150;
constexpr double kLargestScale = 1e150;
/// Slack for the rounding up of each range to its alignment.
constexpr std::size_t kRanges = 16;
constexpr std::size_t kMostModels = 65535;  // work groups in the third dimension

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

Piece plan(const Engine& engine, const PieceCost& cost, std::size_t models, std::size_t steps) {
  const std::size_t slack = kRanges * Job::kAlignment + cost.fixed_bytes;
  const std::size_t bytes = engine.call_bytes();
  const auto range = static_cast<std::size_t>(engine.device().largest_buffer);
  if (bytes < slack + cost.model_bytes || range < cost.largest_model) throw std::bad_alloc();
  const std::size_t room = bytes - slack;
  const std::size_t rounded = pieces_of(steps, cost.unit) * cost.unit;

  const auto fitting_steps = [&](std::size_t of_models) {
    const std::size_t by_bytes =
        (room - of_models * cost.model_bytes) / (of_models * cost.step_bytes + cost.fixed_steps);
    const std::size_t by_range = range / std::max<std::size_t>(1, of_models * cost.largest_step);
    const std::size_t by_work =
        std::max(cost.unit, engine.work_per_submission() / (of_models * cost.step_work));
    return std::min({by_bytes, by_range, by_work}) / cost.unit * cost.unit;
  };

  std::size_t together =
      std::min({models, kMostModels, range / std::max<std::size_t>(1, cost.largest_model)});
  while (together > 1 &&
         (room < together * cost.model_bytes || fitting_steps(together) < rounded)) {
    together /= 2;
  }
  const std::size_t most = fitting_steps(together);
  if (most == 0) throw std::bad_alloc();
  return {together, std::min(rounded, most), cost.step_work};
}

}  // namespace ssmscope::gpu
