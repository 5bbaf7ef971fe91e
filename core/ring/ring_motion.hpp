// The ring at any moment, also between two steps and between two nodes (MATHS section 2).
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "core/ring/ring_analysis.hpp"

namespace ssmscope::ring {

/// The ring at one moment.
struct RingFrame {
  double time = 0.0;           ///< in steps, within the finite rows
  int row = -1;                ///< latest whole step's row; -1: nothing to show
  bool beyond = false;         ///< the time asked for lies after the last finite row
  std::vector<Complex> nodes;  ///< M
  std::vector<Complex> modes;  ///< x_m, M; empty where the ring has too many to turn each
  std::vector<Complex> curve;  ///< evenly around the circle, point 0 at node 0
};

/// Between two steps each mode turns on by a part of its step while the input of the next one
/// comes in: x(k + f) = a^f x_k + (a^f - 1)/(a - 1) (x_{k+1} - a x_k). Under ZOH this is exactly
/// the state of continuous time with the input held; under the other rules it is a smooth way
/// from one step to the next. At whole steps it is the computed row itself.
class RingMotion {
 public:
  /// With more modes than this, rows are blended instead: a frame costs O(modes (modes + points)).
  static constexpr int kMostTurned = 512;

  RingMotion() = default;
  explicit RingMotion(std::shared_ptr<const RingResult> result);

  bool empty() const { return nodes_ == 0 || rows_ == 0; }
  int nodes() const { return nodes_; }
  int rows() const { return rows_; }
  const RingResult& result() const { return *result_; }
  std::span<const Complex> row(int index) const;
  /// Largest modulus in a row.
  double peak(int row) const { return peaks_[static_cast<std::size_t>(row)]; }
  /// Largest |x_m| at the row with the largest energy: the scale of the mode strip.
  double largest_mode() const { return largest_mode_; }
  /// Curve points from one node to the next; 0: the curve shows groups of nodes.
  int points_per_node() const { return points_per_node_; }

  /// The wave of these modes alone at evenly spaced places, with the ring's own wavenumbers.
  void wave_between_nodes(std::span<const Complex> modes, std::span<Complex> out) const;

  /// The frame at `time` (steps); the reference is valid until the next call.
  const RingFrame& at(double time);

 private:
  void measure();
  std::vector<Complex> modes_of(int index) const;
  void turn(double part);
  void blend(int row, double part);
  void draw_curve();

  std::shared_ptr<const RingResult> result_;
  int nodes_ = 0, rows_ = 0;
  int curve_points_ = 0, points_per_node_ = 0;
  double largest_mode_ = 0.0;
  std::vector<double> peaks_;
  int cached_row_ = -1;
  std::vector<Complex> before_, after_;  ///< modes of the cached row and the next
  RingFrame frame_;
};

}  // namespace ssmscope::ring
