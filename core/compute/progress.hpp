// How a long computation hears that it is no longer wanted, and says how far it is.
#pragma once

#include <exception>

namespace ssmscope::compute {

/// Thrown by Progress::check() when the work is no longer wanted.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// Polled by an analysis at least every 2 ms of its own loops. Called from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual bool cancelled() const { return false; }
  virtual void report(double /*fraction done, 0 to 1*/) {}
  /// Throws Cancelled when cancelled().
  void check() const {
    if (cancelled()) throw Cancelled();
  }
};

}  // namespace ssmscope::compute
