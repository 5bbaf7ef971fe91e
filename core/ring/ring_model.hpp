// A diagonal model on a ring of oscillators: which mode stands on which wavenumber, of the complex
// ring and of the real one (MATHS section 2).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/ssm/diagonal.hpp"
#include "core/target/scenario_model.hpp"

namespace ssmscope::ring {

/// Complex: a node for each mode, mode m on wavenumber m. Real: modes and their conjugates on
/// wavenumbers +-k, so that field and coupling are real numbers.
enum class RingKind { Complex, Real };

/// Entry n of every list stands on wavenumber n of n = 0 .. nodes - 1; on a real ring the upper
/// half is that of -k = n - nodes.
struct RingModel {
  RingKind kind = RingKind::Complex;
  ssm::DiscreteModel discrete;
  ComplexList lambda;
  ComplexList turn;                     ///< a step as e^turn (mode_turns)
  std::vector<int> mode_of_wavenumber;  ///< the model's mode; -1: none

  std::size_t nodes() const { return discrete.modes(); }
};

/// The wavenumbers whose waves travel towards growing nodes: all of a complex ring, 0..K or 1..K
/// (where no mode stands on 0) of a real one.
struct Travelling {
  std::size_t first = 0, count = 0;
};
Travelling travelling(RingKind kind, std::span<const int> mode_of_wavenumber);

RingModel complex_ring(const target::ScenarioModel& model, Rule rule, double delta);
/// 2M - 1 nodes with exactly one real mode, which stands on wavenumber 0; 2M + 1 with none, where
/// wavenumber 0 is empty; nothing with more. A mode with Im lambda < 0 is drawn by its conjugate:
/// the two halves of a pair are interchangeable.
std::optional<RingModel> real_ring(const target::ScenarioModel& model, Rule rule, double delta);
std::optional<RingModel> ring_of(RingKind kind, const target::ScenarioModel& model, Rule rule,
                                 double delta);

/// Modes in ring order: ascending Im lambda, ties by descending Re lambda; entry m is the
/// scenario's mode index at wavenumber m.
std::vector<int> ring_order(const ComplexList& lambda);

/// delta lambda where a step is e^{delta lambda} (an aliased mode turns by more than half a circle
/// a step; only lambda knows it), else log abar; entry m is of wavenumber m.
ComplexList mode_turns(const ssm::ContinuousModel& model, const ssm::DiscreteModel& discrete,
                       Rule rule, double delta, const std::vector<int>& order);

}  // namespace ssmscope::ring
