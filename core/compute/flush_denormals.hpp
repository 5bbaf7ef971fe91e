// Decaying powers pass through the subnormal numbers on their way to 0, where each operation
// costs a hundred times its usual time; they are below 1e-308 and read as 0 meanwhile.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace ssmscope::compute::detail {

/// Subnormal numbers are 0 on this thread while it lives (x86; elsewhere it does nothing).
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040U); }
  ~FlushDenormals() { _mm_setcsr(saved_); }
#else
  FlushDenormals() = default;
  ~FlushDenormals() = default;
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE2__)
  unsigned saved_;
#endif
};

}  // namespace ssmscope::compute::detail
