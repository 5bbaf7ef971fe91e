// What every operation on the device works with, and what it answers.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"
#include "gpu/engine.hpp"
#include "gpu/packing.hpp"

namespace ssmscope::gpu {

using compute::Complex;
using compute::ModelBatch;

struct Tools {
  Engine& engine;
  compute::Pool& pool;
  compute::Progress& progress;
};

/// `reason` is empty when the output is good; else why the CPU has to make it.
struct Outcome {
  std::string reason;
  double seconds = 0.0;  ///< of the device's work
};

/// What float32 and float64 promise and can hold.
template <class Real>
struct Limits {
  static constexpr bool kWide = sizeof(Real) == sizeof(double);
  static constexpr double kTolerance = kWide ? compute::Backend::kTolerance : kSingleTolerance;
  static constexpr double kUnit = kWide ? 0x1p-53 : 0x1p-24;
  /// Most that a mode may grow over a run: the numbers of all tables and states then stay within
  /// the type's range.
  static constexpr double kMostGrowth = kWide ? 1e100 : 1e12;
};

/// Why the device cannot take these models over so many steps; empty if it can.
template <class Real>
std::string unfit(const ModelBatch& batch, std::size_t steps);

/// Numbers that are too large or too small to be scaled.
std::string unfit_scale(double scale);

extern template std::string unfit<float>(const ModelBatch& batch, std::size_t steps);
extern template std::string unfit<double>(const ModelBatch& batch, std::size_t steps);

/// Sizes of the terms of a sum from which its rounding error is told.
struct Terms {
  double sum = 0.0;      ///< of the sizes
  double squares = 0.0;  ///< of their squares
  void add(double size) {
    sum += size;
    squares += size * size;
  }
};

/// Whether sums of such terms, the largest of which came out as `result`, hold the tolerance. An
/// estimate: each term carries a few independent roundings (the largest error of many sums is some
/// 4 times their usual size), and the summing (by parts) adds some, of the size of the sum so far.
template <class Real>
bool holds_tolerance(const Terms& terms, double result) {
  const double error = Limits<Real>::kUnit * (4.0 * std::sqrt(terms.squares) + 0.25 * terms.sum);
  return error <= Limits<Real>::kTolerance * result;
}

inline constexpr const char* kNotFinite = "A result of the device is not finite.";

/// Why sums of such terms, the largest of which came out as `result`, are not good: `seen` of the
/// device's numbers is not finite, or the tolerance does not hold. Empty where they are.
template <class Real>
std::string doubt_of(const Largest<Real>& seen, const Terms& terms, double result) {
  if (!seen.finite()) return kNotFinite;
  if (holds_tolerance<Real>(terms, result)) return {};
  return Limits<Real>::kWide
             ? "The modes cancel so far that the device would not hold the tolerance."
             : "The modes cancel so far that single precision would not hold the tolerance.";
}

/// One model's part of the batch.
inline std::span<const Complex> row(std::span<const Complex> all, std::size_t model,
                                    std::size_t modes) {
  return all.subspan(model * modes, modes);
}

}  // namespace ssmscope::gpu
