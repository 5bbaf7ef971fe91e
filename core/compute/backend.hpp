// The operations that a device can do for us, batched and on plain spans, so that a GPU can
// implement them. An analysis never knows which backend it runs on.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include "core/compute/progress.hpp"

namespace ssmscope::compute {

using Complex = std::complex<double>;

/// The device went away; the caller runs the analysis again on the CPU.
class BackendLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `models` discrete diagonal systems of `modes` modes each, row after row:
/// x_t = abar x_{t-1} + bbar u_t, y_t = factor Re(c x_t) + d u_t (MATHS section 1).
struct ModelBatch {
  std::size_t models = 0;
  std::size_t modes = 0;
  std::span<const Complex> abar;  ///< models x modes
  std::span<const Complex> bbar;  ///< models x modes
  std::span<const Complex> c;     ///< models x modes
  std::span<const double> d;      ///< models
  double factor = 2.0;            ///< 2: a mode stands for a conjugate pair; 1: for itself
};

/// Which product with the lower-triangular Toeplitz matrix T of the kernel.
enum class Toeplitz { Forward, Transposed };

/// Every operation checks `progress` at least every 2 ms and throws Cancelled. Outputs are
/// written in place; their sizes must be as stated (asserted). Non-finite numbers pass through.
/// Tolerances are the largest error allowed against 50-digit arithmetic: the float64 reference
/// promises kTolerance; a float32 device states its own in tolerance().
class Backend {
 public:
  static constexpr double kTolerance = 1e-12;  ///< relative to the largest |output|

  virtual ~Backend() = default;
  /// "CPU", or the device's name.
  virtual std::string name() const = 0;
  virtual double tolerance() const { return kTolerance; }

  /// Kernel h_l = factor Re sum_m c bbar abar^l + d [l = 0]. abar^0 = 1 always (abar may be 0).
  /// out: models x length. O(modes x length) time, no modes x length table.
  virtual void kernel(const ModelBatch& batch, std::size_t length, std::span<double> out,
                      Progress& progress) = 0;

  /// State trajectory. input: models x steps. initial: models x modes, or empty for zero.
  /// out: models x steps x modes; out[t] already holds the input of step t.
  virtual void states(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                      std::span<const Complex> initial, std::span<Complex> out,
                      Progress& progress) = 0;

  /// Ring field r_t = F x_t, F_jm = e^{-2 pi i jm/M}/sqrt(M), modes in the batch's order
  /// (MATHS section 2). Arguments as states(); out: models x steps x modes (nodes).
  virtual void ring_field(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                          std::span<const Complex> initial, std::span<Complex> out,
                          Progress& progress) = 0;

  /// Response y_t. Arguments as states(); out: models x steps. No states table.
  virtual void response(const ModelBatch& batch, std::size_t steps, std::span<const double> input,
                        std::span<const Complex> initial, std::span<double> out,
                        Progress& progress) = 0;

  /// H(e^{i omega}), both members of each pair (MATHS section 3). omega: radians a step, shared
  /// by all models, any values. out: models x omega.size(). A pole at distance r from the circle
  /// multiplies the rounding of e^{-i omega} by 1/r: tolerance() holds for r >= 1e-3, and where
  /// r is less, tolerance() x 1e-3/r does.
  virtual void frequency_response(const ModelBatch& batch, std::span<const double> omega,
                                  std::span<Complex> out, Progress& progress) = 0;

  /// Product of the length x length Toeplitz matrix of each model's kernel with a vector.
  /// input, out: models x length. O(modes x length) or O(length log length).
  virtual void toeplitz_product(const ModelBatch& batch, Toeplitz which, std::size_t length,
                                std::span<const double> input, std::span<double> out,
                                Progress& progress) = 0;
};

}  // namespace ssmscope::compute
