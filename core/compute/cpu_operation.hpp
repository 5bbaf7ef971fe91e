// What every operation of the CPU backend works with.
#pragma once

#include <cstddef>
#include <functional>

#include "core/compute/backend.hpp"
#include "core/compute/cpu_kernels.hpp"
#include "core/compute/flush_denormals.hpp"
#include "core/compute/pool.hpp"
#include "core/compute/progress.hpp"
#include "core/compute/workspace.hpp"

namespace ssmscope::compute::detail {

/// One call of an operation: the tools and the way to be cancelled.
struct Operation {
  Pool& pool;
  const CpuKernels& loops;
  WorkspaceStore& store;
  const Progress& progress;
};

/// Most mode-steps (mode-points) between two checks of the progress. The slowest inner loop, the
/// frequency response with vectors of two, needs about 5 ns for each on a slow core.
inline constexpr std::size_t kWorkPerCheck = std::size_t{1} << 18;
/// The same of the kernel, whose matrix product takes below 0.5 ns for each.
inline constexpr std::size_t kKernelWorkPerCheck = std::size_t{1} << 21;
/// Below this the threads cost more than they save.
inline constexpr std::size_t kWorkWorthThreads = std::size_t{1} << 15;

/// body(i) for i in [0, count), on the pool when `work` mode-steps are worth it, checking the
/// progress before each. The pieces are the same either way.
inline void for_pieces(const Operation& op, std::size_t count, std::size_t work,
                       const std::function<void(std::size_t)>& body) {
  const auto guarded = [&op, &body](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      op.progress.check();
      const FlushDenormals flush;
      body(i);
    }
  };
  if (work < kWorkWorthThreads) {
    guarded(0, count);
  } else {
    op.pool.parallel_for(count, 1, guarded);
  }
}

/// The least multiple of `unit` that is at least `n`.
constexpr std::size_t round_up(std::size_t n, std::size_t unit) {
  return (n + unit - 1) / unit * unit;
}

/// One model of a batch.
struct ModelView {
  std::size_t modes;
  const Complex* abar;
  const Complex* bbar;
  const Complex* c;
  double d;
  double factor;
};

inline ModelView model_of(const ModelBatch& batch, std::size_t index) {
  const std::size_t at = index * batch.modes;
  return {batch.modes,         batch.abar.data() + at, batch.bbar.data() + at,
          batch.c.data() + at, batch.d[index],         batch.factor};
}

}  // namespace ssmscope::compute::detail
