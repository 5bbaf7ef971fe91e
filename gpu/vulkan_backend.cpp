#include "gpu/vulkan_backend.hpp"

#include <cassert>
#include <new>

#include "gpu/engine.hpp"
#include "gpu/frequency_op.hpp"
#include "gpu/kernel_op.hpp"
#include "gpu/response_op.hpp"
#include "gpu/states_op.hpp"

namespace ssmscope::gpu {
namespace {

using compute::Backend;
using compute::Progress;
using compute::Toeplitz;

/// `Real`: what the device computes in.
template <class Real>
class VulkanBackend final : public Backend {
 public:
  VulkanBackend(const DeviceChoice& choice, std::shared_ptr<Backend> cpu, compute::Pool& pool,
                const Options& options)
      : cpu_(std::move(cpu)), pool_(pool), engine_(choice, options) {
    if (Limits<Real>::kWide && !engine_.device().float64) {
      throw DeviceUnavailable(engine_.device().name + " has no float64.");
    }
  }

  std::string name() const override {
    return engine_.device().name + (Limits<Real>::kWide ? ", float64" : ", float32");
  }
  double tolerance() const override { return Limits<Real>::kTolerance; }

  void kernel(const ModelBatch& batch, std::size_t length, std::span<double> out,
              Progress& progress) override {
    assert(out.size() == batch.models * length);
    perform(
        "kernel", out.size(), progress,
        [&](const Tools& tools) { return kernel_on_device<Real>(tools, batch, length, out); },
        [&] { cpu_->kernel(batch, length, out, progress); });
  }

  void states(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
              std::span<const Complex> initial, std::span<Complex> out,
              Progress& progress) override {
    assert(out.size() == batch.models * steps * batch.modes);
    const ScanInput scan{steps, input, initial};
    perform(
        "states", out.size(), progress,
        [&](const Tools& tools) { return states_on_device<Real>(tools, batch, scan, out); },
        [&] { cpu_->states(batch, steps, input, initial, out, progress); });
  }

  void ring_field(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                  std::span<const Complex> initial, std::span<Complex> out,
                  Progress& progress) override {
    assert(out.size() == batch.models * steps * batch.modes);
    const ScanInput scan{steps, input, initial};
    perform(
        "ring field", out.size(), progress,
        [&](const Tools& tools) { return ring_field_on_device<Real>(tools, batch, scan, out); },
        [&] { cpu_->ring_field(batch, steps, input, initial, out, progress); });
  }

  void response(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                std::span<const Complex> initial, std::span<double> out,
                Progress& progress) override {
    assert(out.size() == batch.models * steps);
    const ScanInput scan{steps, input, initial};
    perform(
        "response", out.size(), progress,
        [&](const Tools& tools) { return response_on_device<Real>(tools, batch, scan, out); },
        [&] { cpu_->response(batch, steps, input, initial, out, progress); });
  }

  void frequency_response(const ModelBatch& batch, std::span<const double> omega,
                          std::span<Complex> out, Progress& progress) override {
    assert(out.size() == batch.models * omega.size());
    perform(
        "frequency response", out.size(), progress,
        [&](const Tools& tools) { return frequency_on_device<Real>(tools, batch, omega, out); },
        [&] { cpu_->frequency_response(batch, omega, out, progress); });
  }

  void toeplitz_product(const ModelBatch& batch, Toeplitz which, std::size_t length,
                        std::span<const double> input, std::span<double> out,
                        Progress& progress) override {
    assert(out.size() == batch.models * length);
    ScanInput scan{length, input, {}};
    scan.reversed = which == Toeplitz::Transposed;  // T^T = J T J, J the reversal of time
    perform(
        "Toeplitz product", out.size(), progress,
        [&](const Tools& tools) { return response_on_device<Real>(tools, batch, scan, out); },
        [&] { cpu_->toeplitz_product(batch, which, length, input, out, progress); });
  }

 private:
  /// On the device, or where that cannot be on the CPU; and tells the caller which.
  template <class OnDevice, class OnCpu>
  void perform(const char* operation, std::size_t numbers, Progress& progress,
               const OnDevice& on_device, const OnCpu& on_cpu) {
    progress.check();
    if (numbers == 0) return;
    Outcome outcome;
    try {
      outcome = on_device(Tools{engine_, pool_, progress});
    } catch (const std::bad_alloc&) {
      outcome.reason = engine_.device().name + " has too little memory.";
    }
    const bool done = outcome.reason.empty();
    if (!done) on_cpu();
    progress.ran({operation, done ? name() : cpu_->name(), outcome.seconds, outcome.reason});
  }

  std::shared_ptr<Backend> cpu_;
  compute::Pool& pool_;
  Engine engine_;
};

}  // namespace

std::unique_ptr<compute::Backend> make_vulkan_backend(const DeviceChoice& choice,
                                                      std::shared_ptr<compute::Backend> cpu,
                                                      compute::Pool& pool, const Options& options) {
  if (options.precision == Precision::Double) {
    return std::make_unique<VulkanBackend<double>>(choice, std::move(cpu), pool, options);
  }
  return std::make_unique<VulkanBackend<float>>(choice, std::move(cpu), pool, options);
}

}  // namespace ssmscope::gpu
