#include "gpu/pieces.hpp"

#include <algorithm>
#include <new>

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kMostModels = 65535;  // work groups in the third dimension

std::size_t most(const Needs& needs, std::size_t models, std::size_t units) {
  std::size_t numbers = 0;
  for (const Need& need : needs.ranges) numbers = std::max(numbers, need.numbers(models, units));
  return numbers * needs.number_bytes;
}

std::size_t total(const Needs& needs, std::size_t models, std::size_t units) {
  std::size_t bytes = 0;
  for (const Need& need : needs.ranges) {
    bytes += Job::aligned(need.numbers(models, units) * needs.number_bytes);
  }
  return bytes;
}

}  // namespace

Piece plan(const Engine& engine, const Needs& needs, std::size_t models, std::size_t steps) {
  const auto fits = [&](std::size_t of_models, std::size_t units) {
    return total(needs, of_models, units) <= engine.call_bytes() &&
           most(needs, of_models, units) <= engine.device().largest_buffer;
  };
  // By bisection, as memory grows with the units: the last that fits, at most those of the run and
  // those of a submission's work.
  const auto fitting_units = [&](std::size_t of_models) {
    const std::size_t unit_work = of_models * needs.step_work * needs.unit;
    std::size_t fitting = 0;
    std::size_t beyond =
        1 + std::min(pieces_of(steps, needs.unit),
                     std::max<std::size_t>(1, engine.work_per_submission() / unit_work));
    while (fitting + 1 < beyond) {
      const std::size_t middle = fitting + (beyond - fitting) / 2;
      (fits(of_models, middle) ? fitting : beyond) = middle;
    }
    return fitting;
  };

  std::size_t together = std::min(models, kMostModels);
  while (together > 1 && fitting_units(together) * needs.unit < steps) together /= 2;
  const std::size_t units = fitting_units(together);
  if (units == 0) throw std::bad_alloc();
  Piece piece{together, units * needs.unit, {}};
  for (const Need& need : needs.ranges) {
    piece.extents.push_back({need.numbers(together, units) * needs.number_bytes, need.scratch});
  }
  return piece;
}

PiecewiseOperation::PiecewiseOperation(const Tools& tools, const ModelBatch& batch,
                                       std::size_t steps, const Needs& needs)
    : tools_(tools),
      batch_(batch),
      steps_(steps),
      step_work_(needs.step_work),
      piece_(plan(tools.engine, needs, batch.models, steps)),
      job_(tools.engine, tools.progress, piece_.extents) {}

Outcome PiecewiseOperation::run() {
  Block at;
  for (; at.model < batch_.models; at.model += piece_.models) {
    at.models = std::min(piece_.models, batch_.models - at.model);
    load_models(at);
    for (at.first = 0; at.first < steps_; at.first += piece_.steps) {
      at.steps = std::min(piece_.steps, steps_ - at.first);
      record(at);
      job_.run(at.models * at.steps * step_work_);
      store(at);
    }
    std::string reason = doubt(at);
    if (!reason.empty()) return {std::move(reason), job_.device_seconds()};
  }
  return {{}, job_.device_seconds()};
}

}  // namespace ssmscope::gpu
