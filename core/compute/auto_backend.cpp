#include "core/compute/auto_backend.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace ssmscope::compute {

namespace {

class AutoBackend final : public Backend {
 public:
  AutoBackend(std::shared_ptr<Backend> cpu, std::shared_ptr<Backend> device, Crossover crossover)
      : cpu_(std::move(cpu)), device_(std::move(device)), crossover_(crossover) {}

  std::string name() const override { return device_->name(); }
  double tolerance() const override { return std::max(cpu_->tolerance(), device_->tolerance()); }

  void kernel(const ModelBatch& batch, std::size_t length, std::span<double> out,
              Progress& progress) override {
    run("kernel", batch, length, crossover_.kernel, progress,
        [&](Backend& chosen) { chosen.kernel(batch, length, out, progress); });
  }

  void states(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
              std::span<const Complex> initial, std::span<Complex> out,
              Progress& progress) override {
    run("states", batch, steps, crossover_.states, progress,
        [&](Backend& chosen) { chosen.states(batch, steps, input, initial, out, progress); });
  }

  void ring_field(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                  std::span<const Complex> initial, std::span<Complex> out,
                  Progress& progress) override {
    run("ring field", batch, steps, crossover_.ring_field, progress,
        [&](Backend& chosen) { chosen.ring_field(batch, steps, input, initial, out, progress); });
  }

  void response(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                std::span<const Complex> initial, std::span<double> out,
                Progress& progress) override {
    run("response", batch, steps, crossover_.response, progress,
        [&](Backend& chosen) { chosen.response(batch, steps, input, initial, out, progress); });
  }

  void frequency_response(const ModelBatch& batch, std::span<const double> omega,
                          std::span<Complex> out, Progress& progress) override {
    run("frequency response", batch, omega.size(), crossover_.frequency_response, progress,
        [&](Backend& chosen) { chosen.frequency_response(batch, omega, out, progress); });
  }

  void toeplitz_product(const ModelBatch& batch, Toeplitz which, std::size_t length,
                        std::span<const double> input, std::span<double> out,
                        Progress& progress) override {
    run("Toeplitz product", batch, length, crossover_.toeplitz_product, progress,
        [&](Backend& chosen) {
          chosen.toeplitz_product(batch, which, length, input, out, progress);
        });
  }

 private:
  template <class Call>
  void run(const char* operation, const ModelBatch& batch, std::size_t length, double least,
           Progress& progress, const Call& call) {
    const double work = static_cast<double>(batch.models) * static_cast<double>(batch.modes) *
                        static_cast<double>(length);
    if (work >= least) return call(*device_);
    call(*cpu_);
    progress.ran({operation, cpu_->name(), 0.0, ""});
  }

  std::shared_ptr<Backend> cpu_, device_;
  Crossover crossover_;
};

}  // namespace

std::unique_ptr<Backend> make_auto_backend(std::shared_ptr<Backend> cpu,
                                           std::shared_ptr<Backend> device, Crossover crossover) {
  return std::make_unique<AutoBackend>(std::move(cpu), std::move(device), crossover);
}

}  // namespace ssmscope::compute
