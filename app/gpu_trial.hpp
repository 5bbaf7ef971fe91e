// Tries the Vulkan devices in a process of its own, so that a driver that crashes or hangs takes
// nothing with it.
#pragma once

#include <chrono>
#include <stop_token>

#include "app/gpu_report.hpp"

namespace ssmscope::app {

/// The child's part: lists the devices, computes on each, measures the real ones against the CPU
/// and prints the report. A line on stdout tells that it lives.
int run_gpu_trial();

/// The parent's part. A child that prints nothing for `silence` hangs and is killed. On a stop
/// request the child is killed and the report says nothing of use.
GpuReport try_gpu(const std::stop_token& stop = {},
                  std::chrono::milliseconds silence = std::chrono::seconds(10));

/// The remembered report, or that of a new trial, which is then remembered.
GpuReport gpu_report(const std::stop_token& stop = {});

}  // namespace ssmscope::app
