// What is said of a ring beside its field: the tracker, how far the simulated network and the
// exact operator are from it, and the other kind of ring. Dearer than the field, so that a view
// that follows a hand asks for it once the hand rests.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "core/ring/network.hpp"
#include "core/ring/ring_analysis.hpp"
#include "core/ring/wavefront.hpp"

namespace ssmscope::ring {

/// The real ring beside the complex one.
struct RealRingSummary {
  int nodes = 0;
  double output_difference = 0.0;  ///< largest |y - y of the complex ring| over the largest |y|
  double group_speed = 0.0;        ///< nodes a step, mean over the wavenumbers; NaN: none
};

struct RingStudy {
  WaveTrack track;
  NetworkAgreement network;
  OperatorAgreement exact;
  std::optional<RealRingSummary> real;  ///< nothing where there is no real ring
};

/// `result`: of this scenario. `with_real_ring`: also that one, another field to compute.
RingStudy study_ring(const RingResult& result, const Scenario& scenario, compute::Backend& backend,
                     compute::Progress& progress, const target::Solutions& solutions = {},
                     bool with_real_ring = false);

/// Adds the keys "tracker", "network" and "real_ring" to the ring's JSON.
void add_study(nlohmann::ordered_json& json, const RingStudy& study);

}  // namespace ssmscope::ring
