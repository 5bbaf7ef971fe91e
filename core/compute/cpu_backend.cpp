#include "core/compute/cpu_backend.hpp"

#include <algorithm>
#include <cassert>

#include "core/compute/cpu_backend_with.hpp"
#include "core/compute/cpu_dispatch.hpp"
#include "core/compute/cpu_frequency.hpp"
#include "core/compute/cpu_kernel_op.hpp"
#include "core/compute/cpu_scan.hpp"

// OpenBLAS runs its own threads unless told otherwise; another BLAS has no such function.
extern "C" void openblas_set_num_threads(int threads) __attribute__((weak));

namespace ssmscope::compute {
namespace detail {
namespace {

void assert_batch([[maybe_unused]] const ModelBatch& batch) {
  assert(batch.abar.size() == batch.models * batch.modes);
  assert(batch.bbar.size() == batch.models * batch.modes);
  assert(batch.c.size() == batch.models * batch.modes);
  assert(batch.d.size() == batch.models);
}

/// The part of a span that belongs to one model; empty stays empty.
template <class T>
std::span<T> part(std::span<T> all, std::size_t index, std::size_t size) {
  return all.empty() ? all : all.subspan(index * size, size);
}

class CpuBackend final : public Backend {
 public:
  CpuBackend(Pool& pool, const CpuKernels& loops) : pool_(pool), loops_(loops) {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  }

  std::string name() const override { return "CPU"; }

  void kernel(const ModelBatch& batch, std::size_t length, std::span<double> out,
              Progress& progress) override {
    assert(out.size() == batch.models * length);
    for_models(batch, length, progress, [&](const Operation& op, std::size_t i) {
      kernel_of_model(op, model_of(batch, i), part(out, i, length));
    });
  }

  void states(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
              std::span<const Complex> initial, std::span<Complex> out,
              Progress& progress) override {
    scan(batch, steps, input, initial, out, batch.modes, progress, states_of_model);
  }

  void ring_field(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                  std::span<const Complex> initial, std::span<Complex> out,
                  Progress& progress) override {
    scan(batch, steps, input, initial, out, batch.modes, progress, ring_field_of_model);
  }

  void response(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                std::span<const Complex> initial, std::span<double> out,
                Progress& progress) override {
    scan(batch, steps, input, initial, out, 1, progress, response_of_model);
  }

  void frequency_response(const ModelBatch& batch, std::span<const double> omega,
                          std::span<Complex> out, Progress& progress) override {
    assert_batch(batch);
    assert(out.size() == batch.models * omega.size());
    progress.check();
    frequency_of_batch({pool_, loops_, store_, progress}, batch, omega, out);
  }

  void toeplitz_product(const ModelBatch& batch, Toeplitz which, std::size_t length,
                        std::span<const double> input, std::span<double> out,
                        Progress& progress) override {
    if (which == Toeplitz::Forward) {
      response(batch, length, input, {}, out, progress);
      return;
    }
    // T^T = J T J with J the reversal of time.
    WorkspaceStore::Lease lease(store_);
    const std::span<double> reversed(lease[0].get(input.size()), input.size());
    for (std::size_t i = 0; i < batch.models; ++i) {
      const auto row = part(input, i, length);
      std::reverse_copy(row.begin(), row.end(), part(reversed, i, length).begin());
    }
    response(batch, length, reversed, {}, out, progress);
    for (std::size_t i = 0; i < batch.models; ++i) {
      const auto row = part(out, i, length);
      std::reverse(row.begin(), row.end());
    }
  }

 private:
  /// One of the operations on every model's input; `width` numbers of `out` a step.
  template <class Number>
  void scan(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
            std::span<const Complex> initial, std::span<Number> out, std::size_t width,
            Progress& progress,
            void (*of_model)(const Operation&, const ModelView&, const ScanInput&,
                             std::span<Number>)) {
    assert(input.size() == batch.models * steps);
    assert(initial.empty() || initial.size() == batch.models * batch.modes);
    assert(out.size() == batch.models * steps * width);
    for_models(batch, steps, progress, [&](const Operation& op, std::size_t i) {
      const ScanInput own{part(input, i, steps), part(initial, i, batch.modes)};
      of_model(op, model_of(batch, i), own, part(out, i, steps * width));
    });
  }

  /// body(operation, model) for all models of the batch; a model's own pieces share the cores
  /// too, so that neither one large model nor many small ones leave any idle.
  template <class Body>
  void for_models(const ModelBatch& batch, std::size_t length, Progress& progress,
                  const Body& body) {
    assert_batch(batch);
    const Operation op{pool_, loops_, store_, progress};
    progress.check();
    if (length == 0) return;
    if (batch.models == 1) {
      body(op, 0);
      return;
    }
    for_pieces(op, batch.models, batch.models * batch.modes * length,
               [&](std::size_t i) { body(op, i); });
  }

  Pool& pool_;
  const CpuKernels& loops_;
  WorkspaceStore store_;
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend_with(Pool& pool, const CpuKernels& loops) {
  return std::make_unique<CpuBackend>(pool, loops);
}

}  // namespace detail

std::unique_ptr<Backend> make_cpu_backend(Pool& pool) {
  return detail::make_cpu_backend_with(pool, *detail::supported_kernels().back());
}

}  // namespace ssmscope::compute
