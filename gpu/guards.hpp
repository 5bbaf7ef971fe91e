// Bounds checks of our own, for tests: a guard that no shader may touch behind each range of a job.
// Drivers may drop what is written beyond a binding, and the validation layer does not look at the
// ends of buffers; so bindings reach over the guard behind their range, where what is written stays
// to be seen. (An index below 0 wraps to one far beyond.) All begins as NaN, so that what is read
// beyond a range, or before it was written, spoils the result. No two NaN are the same, so that one
// that was read in one place and written in another is seen too.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gpu/engine.hpp"

namespace ssmscope::gpu {

class Guards {
 public:
  /// Least bytes of a guard.
  static constexpr std::size_t kBytes = 256;
  /// Bytes of a range with its guard.
  static constexpr std::size_t room(std::size_t bytes) { return Job::aligned(bytes) + kBytes; }

  /// `memory`: the job's, as the host sees it.
  explicit Guards(std::byte* memory) : memory_(memory) {}

  /// Fills the range and its guard with NaN.
  void add(Range range);
  /// What was written behind a range, as a sentence; empty: nothing.
  std::string damage() const;

 private:
  std::byte* memory_;
  std::vector<Range> ranges_;
};

}  // namespace ssmscope::gpu
