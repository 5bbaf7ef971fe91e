// LAPACK's sizes and its status. For the .cpp files that call it.
#pragma once

#include <lapacke.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ssmscope::compute::lapack {

inline lapack_int to_int(std::size_t n) { return static_cast<lapack_int>(n); }

/// Only a non-finite matrix or a failure of the iteration, both excluded by our callers, throws.
inline void require(lapack_int info, const char* routine) {
  if (info == 0) return;
  throw std::runtime_error(std::string(routine) + " failed with status " + std::to_string(info));
}

}  // namespace ssmscope::compute::lapack
