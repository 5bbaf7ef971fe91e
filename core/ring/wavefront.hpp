// Where the wave on a ring is, how wide and how fast, and what it loses: measured step by step
// beside what the poles predict (MATHS section 2).
#pragma once

#include <vector>

#include "core/compute/progress.hpp"
#include "core/ring/ring_analysis.hpp"

namespace ssmscope::ring {

/// A number for each row of the field; NaN where there is no wave that it could be read off.
struct WaveTrack {
  /// Nodes, (N/2 pi) arg Z, Z = sum x_m conj(x_{m-1}) / sum |x_m||x_{m-1}|, carried on past node
  /// 0: the whole laps are those nearest the predicted motion.
  std::vector<double> position;
  std::vector<double> width;            ///< nodes, (N/2 pi) sqrt(-2 ln |Z|)
  std::vector<double> speed;            ///< nodes in the step that ends here, measured
  std::vector<double> group_speed;      ///< predicted: group velocity, mean over the terms of Z
  std::vector<double> phase_speed;      ///< predicted: phase velocity, mean over |x_m|^2, m >= 1
  std::vector<double> energy;           ///< sum |r|^2
  std::vector<double> decay;            ///< factor a lap lost by the root mean square, measured in
                                        ///< the step that ends here; NaN where an input comes in
  std::vector<double> predicted_decay;  ///< the same without the input
  std::vector<double> order;            ///< |mean_j e^{i arg r_j}| over the nodes that move
};

/// O(steps nodes log nodes).
WaveTrack track_wave(const RingResult& result, const compute::Progress& progress);

}  // namespace ssmscope::ring
