// The ring at any moment, also between two steps and between two nodes. Knows no Qt: numbers in,
// numbers out.
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "core/ring/ring_analysis.hpp"
#include "core/scenario/scenario.hpp"

namespace ssmscope::ui {

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
  /// With more modes than this, rows are blended instead.
  static constexpr int kMostTurned = 512;

  RingMotion() = default;
  RingMotion(std::shared_ptr<const ring::RingResult> result, const Scenario& scenario);

  bool empty() const { return nodes_ == 0 || rows_ == 0; }
  int nodes() const { return nodes_; }
  int rows() const { return rows_; }
  const ring::RingResult& result() const { return *result_; }
  std::span<const Complex> row(int index) const;
  /// Largest modulus in a row.
  double peak(int row) const { return peaks_[static_cast<std::size_t>(row)]; }
  /// Largest |x_m| at the row with the largest energy: the scale of the mode strip.
  double largestMode() const { return largest_mode_; }
  /// Curve points from one node to the next; 0: the curve shows groups of nodes.
  int pointsPerNode() const { return points_per_node_; }

  /// The frame at `time` (steps); the reference is valid until the next call.
  const RingFrame& at(double time);

 private:
  void findTurns(const Scenario& scenario);
  void measure();
  std::vector<Complex> modesOf(int index) const;
  void turn(double part);
  void blend(int row, double part);
  void drawCurve();

  std::shared_ptr<const ring::RingResult> result_;
  int nodes_ = 0, rows_ = 0;
  int curve_points_ = 0, points_per_node_ = 0;
  double largest_mode_ = 0.0;
  std::vector<double> peaks_;
  std::vector<Complex> turn_;  ///< log of a; empty: rows are blended
  int cached_row_ = -1;
  std::vector<Complex> before_, after_;  ///< modes of the cached row and the next
  RingFrame frame_;
};

/// x = F* r, x_m = (1/sqrt M) sum_j r_j e^{2 pi i jm/M} (MATHS section 2).
void modesOfRow(std::span<const Complex> row, std::span<Complex> modes);
/// sum_m x_m e^{-im theta}/sqrt M at out.size() angles from 0, evenly around the circle: what
/// ring::interpolate_row gives, without transforming the row first.
void waveOfModes(std::span<const Complex> modes, std::span<Complex> out);

}  // namespace ssmscope::ui
