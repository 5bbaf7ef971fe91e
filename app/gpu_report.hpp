// What a trial of the Vulkan devices found out: a value, its JSON, and where it is remembered.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/tidy_end.hpp"
#include "core/compute/crossover.hpp"
#include "gpu/vulkan_backend.hpp"

namespace ssmscope::app {

struct TriedDevice {
  gpu::Device device;  ///< usable only if it computed what the CPU computed
  gpu::Precision precision = gpu::Precision::Single;  ///< double where that costs little
  compute::Crossover crossover;  ///< of a real device; kNever for a software one
};

struct GpuReport {
  std::vector<TriedDevice> devices;
  std::string notice;  ///< why there is none, or why the trial did not end; else empty
};

/// Where what can be made again is kept for this user's next runs.
std::filesystem::path cache_folder();
/// The compiled pipelines in it: of the trial and of the program alike, so that a device's first
/// use compiles once.
std::filesystem::path pipeline_folder();

std::string report_text(const GpuReport& report);
/// Nothing where `text` is not what report_text() wrote.
std::optional<GpuReport> read_report(const std::string& text);

/// The report of an earlier trial with the drivers that are installed now.
std::optional<GpuReport> remembered_report();
/// Kept for the user's next runs; where that cannot be, the next run tries again.
void remember_report(const GpuReport& report);
/// Forgets the report and a mark that was left behind: the next gpu_report() tries the drivers.
/// The compiled pipelines go too, as a driver may have died of them.
void forget_trials();
void forget_pipelines();

/// Stands while a driver starts inside this process. Where the process does not survive it, the
/// next run finds the mark and leaves the drivers alone until it is asked to try again. A process
/// that is told to end (Ctrl+C) takes its mark with it.
class DriverMark {
 public:
  DriverMark();
  ~DriverMark();
  DriverMark(const DriverMark&) = delete;
  DriverMark& operator=(const DriverMark&) = delete;
  static bool left_behind();
  static void remove();

 private:
  TidyEnd tidy_end_;
};

}  // namespace ssmscope::app
