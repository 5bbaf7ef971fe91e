// How much work a submission should be.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace ssmscope::gpu {

/// Follows the device's clock, so that a submission takes about kSeconds: long beside the cost of
/// submitting, short enough that a call that is cancelled ends soon and others get their turn.
class Pace {
 public:
  static constexpr double kSeconds = 4e-3;
  /// A software device on a busy machine does this in some ms; much less would only be submitting.
  static constexpr std::size_t kLeast = std::size_t{1} << 20;
  static constexpr std::size_t kMost = std::size_t{1} << 30;

  /// `fixed` mode-steps always; 0: a first guess of 10^9 mode-steps a second for a software
  /// device, 10^10 for a real one, and then what is measured.
  Pace(bool software, std::size_t fixed)
      : follows_(fixed == 0), work_(fixed > 0 ? fixed : std::size_t{1} << (software ? 21 : 25)) {}

  /// Mode-steps of a submission.
  std::size_t work() const { return work_; }

  /// A submission of `work` mode-steps took the device `seconds`. From any thread: where two tell
  /// at once one of them may not be heard.
  void measured(std::size_t work, double seconds) {
    if (!follows_ || seconds <= 0.0) return;
    const std::size_t now = work_;
    if (seconds > 2.0 * kSeconds && work <= 2 * now) {
      work_ = std::max(kLeast, now / 2);
    } else if (seconds < kSeconds / 2.0 && work >= now / 2) {
      work_ = std::min(kMost, now * 2);
    }
  }

 private:
  bool follows_;
  std::atomic<std::size_t> work_;
};

}  // namespace ssmscope::gpu
