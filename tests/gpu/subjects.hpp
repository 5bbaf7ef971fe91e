// The backends under test, each by its name, and how a test sees what they did.
//
// The software device lavapipe is chosen explicitly, so that the tests run and mean the same
// everywhere. Where it is missing they fail: a skip could hide a backend that was never tested.
// SSMSCOPE_SKIP_GPU_TESTS=1 skips them (CTest counts it as skipped), but never where CI is set.
#pragma once

#include <QtTest>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::test {

/// Messages of the validation layer; any of them fails the test (see Messages::text()).
class Messages {
 public:
  std::function<void(const std::string&)> collector() {
    return [this](const std::string& message) {
      const std::lock_guard lock(mutex_);
      text_ += message + "\n";
    };
  }
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(text_, {});
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

/// A backend that hands everything on and keeps what the one behind it tells.
class Watched final : public compute::Backend {
 public:
  explicit Watched(std::shared_ptr<compute::Backend> behind) : behind_(std::move(behind)) {}

  std::string name() const override { return behind_->name(); }
  double tolerance() const override { return behind_->tolerance(); }

  void kernel(const compute::ModelBatch& batch, std::size_t length, std::span<double> out,
              compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->kernel(batch, length, out, ear);
  }
  void states(const compute::ModelBatch& batch, std::size_t steps, std::span<const double> input,
              std::span<const compute::Complex> initial, std::span<compute::Complex> out,
              compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->states(batch, steps, input, initial, out, ear);
  }
  void ring_field(const compute::ModelBatch& batch, std::size_t steps,
                  std::span<const double> input, std::span<const compute::Complex> initial,
                  std::span<compute::Complex> out, compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->ring_field(batch, steps, input, initial, out, ear);
  }
  void response(const compute::ModelBatch& batch, std::size_t steps, std::span<const double> input,
                std::span<const compute::Complex> initial, std::span<double> out,
                compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->response(batch, steps, input, initial, out, ear);
  }
  void frequency_response(const compute::ModelBatch& batch, std::span<const double> omega,
                          std::span<compute::Complex> out, compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->frequency_response(batch, omega, out, ear);
  }
  void toeplitz_product(const compute::ModelBatch& batch, compute::Toeplitz which,
                        std::size_t length, std::span<const double> input, std::span<double> out,
                        compute::Progress& progress) override {
    Ear ear(progress, reports);
    behind_->toeplitz_product(batch, which, length, input, out, ear);
  }

  /// Why operations since the last call of this ran on the CPU though a device was asked; empty
  /// when none did.
  std::string handed_on() {
    std::string all;
    for (const auto& report : reports) {
      if (!report.reason.empty()) all += report.operation + ": " + report.reason + " ";
    }
    reports.clear();
    return all;
  }

  std::vector<compute::OperationReport> reports;

 private:
  class Ear final : public compute::Progress {
   public:
    Ear(compute::Progress& outer, std::vector<compute::OperationReport>& reports)
        : outer_(outer), reports_(reports) {}
    bool cancelled() const override { return outer_.cancelled(); }
    void report(double fraction) override { outer_.report(fraction); }
    void ran(const compute::OperationReport& report) override { reports_.push_back(report); }

   private:
    compute::Progress& outer_;
    std::vector<compute::OperationReport>& reports_;
  };

  std::shared_ptr<compute::Backend> behind_;
};

inline constexpr gpu::DeviceChoice kSoftwareDevice{gpu::DeviceChoice::Kind::Software, 0};

/// The device of the table of cases: SSMSCOPE_TEST_DEVICE is "best" (a real one) or a number; the
/// software device where it is not set.
inline gpu::DeviceChoice tested_device() {
  const QByteArray name = qgetenv("SSMSCOPE_TEST_DEVICE");
  if (name.isEmpty()) return kSoftwareDevice;
  if (name == "best") return {gpu::DeviceChoice::Kind::BestReal, 0};
  return {gpu::DeviceChoice::Kind::Index, name.toUInt()};
}

/// Why the tests cannot run here; empty where they can. For initTestCase():
///   const std::string missing = test::missing_device();
///   if (!missing.empty() && test::may_skip()) QSKIP(missing.c_str());
///   QVERIFY2(missing.empty(), missing.c_str());
inline std::string missing_device(const gpu::DeviceChoice& wanted = kSoftwareDevice) {
  std::string reason;
  gpu::choose_device(gpu::list_devices(), wanted, reason);
  return reason;
}

inline bool may_skip() {
  return qEnvironmentVariableIsSet("SSMSCOPE_SKIP_GPU_TESTS") && !qEnvironmentVariableIsSet("CI");
}

}  // namespace ssmscope::test
