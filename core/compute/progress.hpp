// How a long computation hears that it is no longer wanted, and says how far it is.
#pragma once

#include <exception>
#include <string>

namespace ssmscope::compute {

/// Thrown by Progress::check() when the work is no longer wanted.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// What a backend that is not the CPU's tells of an operation that it has finished.
struct OperationReport {
  std::string operation;        ///< "kernel", "states", "ring field", ..
  std::string ran_on;           ///< the name() of what did the work
  double device_seconds = 0.0;  ///< by the device's own clock; 0 where it tells none
  std::string reason;           ///< when the CPU did it: why, in one sentence; else empty
};

/// Polled by an analysis at least every 2 ms of its own loops. Called from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual bool cancelled() const { return false; }
  virtual void report(double /*fraction done, 0 to 1*/) {}
  /// Called on the thread that called the operation.
  virtual void ran(const OperationReport& /*report*/) {}
  /// Throws Cancelled when cancelled().
  void check() const {
    if (cancelled()) throw Cancelled();
  }
};

}  // namespace ssmscope::compute
