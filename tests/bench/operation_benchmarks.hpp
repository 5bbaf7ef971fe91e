// The operations of a backend as benchmarks, named OPERATION/MODES/LENGTH/BACKEND. One call on
// buffers that are kept is measured, as the window does it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"

namespace ssmscope::bench {

struct Size {
  std::size_t modes;
  std::size_t length;      ///< steps, lags or frequencies
  double budget_ms = 0.0;  ///< 0: none stated
};

/// Gives the backend on first use, so that a benchmark that is filtered out starts no driver.
using BackendSource = std::function<compute::Backend&()>;

/// operation: "kernel", "states", "ring", "response", "frequency" or "toeplitz". Counters: bytes
/// and operations that a call cannot do without, and the rates reached, in 10^9 a second.
/// A table (states, ring) beyond 1 GiB is made in pieces, into the same memory.
void add_operation(const std::string& operation, const std::string& backend_name,
                   const BackendSource& backend, const std::vector<Size>& sizes);

}  // namespace ssmscope::bench
