// What is removed when the program is told to end.
#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX's, not C++'s

#include <array>
#include <filesystem>

namespace ssmscope::app {

/// While this stands, a signal that a person or the system ends the program with (Ctrl+C, the
/// terminal closing, shutting down) removes `file` first. A crash and SIGKILL leave it. Signals
/// that are ignored or have a handler already stay as they are. At most one stands at a time.
class TidyEnd {
 public:
  explicit TidyEnd(const std::filesystem::path& file);
  ~TidyEnd();
  TidyEnd(const TidyEnd&) = delete;
  TidyEnd& operator=(const TidyEnd&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace ssmscope::app
