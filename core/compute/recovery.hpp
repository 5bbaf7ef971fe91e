// The work of an analysis on a backend, and on the CPU where that is lost on the way.
#pragma once

#include <optional>
#include <string>

#include "core/compute/backend.hpp"
#include "core/compute/operation_log.hpp"

namespace ssmscope::compute {

/// How a result came to be.
struct RunReport {
  std::string computed_on;          ///< "CPU", or the names of what computed, joined by " + "
  std::string reasons;              ///< why the CPU did a part of it; empty: it did not have to
  double device_seconds = 0.0;      ///< of the device's own work, by its clock; 0 without one
  std::optional<BackendLost> lost;  ///< the backend was lost and the CPU did all of it
};

/// What work(backend, progress) gives; where it loses the backend, what it gives with `cpu`.
/// Throws what `work` throws; BackendLost only where `backend` is `cpu`.
template <class Work>
auto run_or_recover(Backend& backend, Backend& cpu, Progress& progress, RunReport& report,
                    const Work& work) {
  OperationLog log(progress);
  try {
    auto result = work(backend, log);
    report = {log.computed_on(cpu.name()), log.reasons(), log.device_seconds(), std::nullopt};
    return result;
  } catch (const BackendLost& error) {
    if (&backend == &cpu) throw;
    report = {cpu.name(), "", 0.0, error};
  }
  return work(cpu, progress);
}

}  // namespace ssmscope::compute
