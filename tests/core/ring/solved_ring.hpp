// A scenario's ring and its model, by the definitions.
#pragma once

#include "core/ring/ring_analysis.hpp"
#include "core/ring/ring_model.hpp"
#include "tests/core/ring/analysis_support.hpp"

namespace ssmscope::test {

struct SolvedRing {
  ring::RingModel model;
  ring::RingResult result;
};

inline SolvedRing solved(const Scenario& scenario, ring::RingKind kind = ring::RingKind::Complex) {
  DirectBackend backend;
  compute::Progress progress;
  const target::Solutions solutions;
  SolvedRing out;
  out.result = ring::analyse_ring(scenario, backend, progress, solutions, kind);
  out.model = *ring::ring_of(kind, *solutions.model(scenario, progress),
                             scenario.discretisation.rule, scenario.discretisation.delta);
  return out;
}

}  // namespace ssmscope::test
