// What ran where during one analysis.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/compute/progress.hpp"

namespace ssmscope::compute {

/// Passes everything on to the progress behind it and keeps what the backend tells.
class OperationLog final : public Progress {
 public:
  explicit OperationLog(Progress& behind) : behind_(behind) {}

  bool cancelled() const override { return behind_.cancelled(); }
  void report(double fraction) override { behind_.report(fraction); }
  void ran(const OperationReport& report) override;

  /// The names of what computed, in the order of their first work, joined by " + "; `otherwise`
  /// where the backend told nothing: the CPU's does not, and an analysis may need none.
  std::string computed_on(const std::string& otherwise) const;
  /// Why the CPU did what a device was asked to do: each sentence once, joined by a space.
  std::string reasons() const;
  /// By the device's own clock, of all operations.
  double device_seconds() const;

 private:
  Progress& behind_;
  mutable std::mutex mutex_;
  std::vector<std::string> names_, reasons_;
  double device_seconds_ = 0.0;
};

}  // namespace ssmscope::compute
