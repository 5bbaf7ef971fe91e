// The whole forward pass as an explicit operator, input -> output, without running the recurrence
// (MATHS section 2, arXiv 2604.20595): blocks joined by the state, in memory that does not grow
// with the number of steps.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/ring/layer.hpp"

namespace ssmscope::ring {

/// Writes the inputs of steps first .. first + count - 1. u: inputs x count.
using InputReader = std::function<void(std::size_t first, std::size_t count, std::span<double> u)>;
/// Takes the outputs of steps first .. first + count - 1. z: outputs x count.
using OutputWriter =
    std::function<void(std::size_t first, std::size_t count, std::span<const double> z)>;
/// The same of every layer, the first one's first.
using LayerWriter = std::function<void(std::size_t layer, std::size_t first, std::size_t count,
                                       std::span<const double> z)>;

struct OperatorResult {
  std::size_t steps = 0;  ///< finite steps: fewer than asked where an output overflows
  double value = 0.0;     ///< f, pooled and read out; NaN without a read-out or a step
  /// Of each layer after the last step computed: channels x modes, or its systems' states one after
  /// the other (real ones of a dense system). Where an output overflowed, that is the end of the
  /// chunk (kOperatorChunk) in which it did, beyond `steps`, and states may not be finite.
  std::vector<ComplexList> states;
  std::vector<std::string> notes;
};

/// Steps read, computed and handed on at a time.
inline constexpr std::size_t kOperatorChunk = 8192;

/// A forward pass that goes on from chunk to chunk, for who does other work in between or watches
/// every layer. `write` gets the steps of a chunk before an output overflows; false when nothing is
/// left.
class ForwardPass {
 public:
  /// By the operator, over `steps` steps, fewer where a layer's states outgrow double. Throws
  /// InputError (check_network).
  ForwardPass(Network network, std::size_t steps, compute::Backend& backend,
              compute::Progress& progress);
  /// The same network and steps from the start, by x_t = Abar x_{t-1} + Bbar u_t step by step.
  ForwardPass by_recurrence(compute::Backend& backend, compute::Progress& progress) const;
  ~ForwardPass();
  ForwardPass(ForwardPass&&) noexcept;
  ForwardPass& operator=(ForwardPass&&) noexcept;

  /// The next chunk, at most kOperatorChunk steps. `write`: of the last layer; may be empty.
  bool advance(const InputReader& read, const OutputWriter& write,
               const compute::Progress& progress);
  bool advance_layers(const InputReader& read, const LayerWriter& write,
                      const compute::Progress& progress);

  std::size_t steps() const;      ///< taken so far, all of them finite
  std::size_t last_step() const;  ///< that can be reached
  double value() const;           ///< f of these steps; NaN without a read-out or a step
  /// Of each layer, as OperatorResult's. Of the recurrence: nothing.
  std::vector<ComplexList> states() const;

 private:
  struct State;
  explicit ForwardPass(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// "The output is cut at step 31, where it outgrows double."
std::string overflow_note(const std::string& what, std::size_t step);

/// Throws InputError (check_network). `write`: of the last layer; may be empty. O(steps) time.
OperatorResult run_operator(const Network& network, std::size_t steps, const InputReader& read,
                            const OutputWriter& write, compute::Backend& backend,
                            compute::Progress& progress);

/// The state after u.size() steps from zero, x_T = sum_s Abar^{T-s} Bbar u_s.
ComplexList state_after(const ssm::DiscreteModel& model, std::span<const double> u,
                        compute::Backend& backend, compute::Progress& progress);

/// How far the operator is from the plain recurrence, x_t = Abar x_{t-1} + Bbar u_t step by step.
struct OperatorAgreement {
  std::size_t steps = 0;
  double difference = 0.0;      ///< largest |z - z_recurrence| over largest |z_recurrence|
  double longest_memory = 0.0;  ///< steps, at most those compared
  double bound = 0.0;           ///< 1e-12 + 4 epsilon x longest memory
  /// What the modes of a channel are before they cancel, times their sum: largest factor times the
  /// sum of |C Bbar| over the largest |kernel|, at least 1. Rounding is relative to these parts: a
  /// fitted C of modes that are all but alike can be huge.
  double cancellation = 1.0;
  double allowed() const { return bound * cancellation; }
  bool holds() const { return difference <= allowed(); }
};
/// Fills in what rounding allows of agreement.longest_memory over agreement.steps steps.
void allow_rounding(OperatorAgreement& agreement, const Network& network, compute::Backend& backend,
                    compute::Progress& progress);
OperatorAgreement compare_with_recurrence(const Network& network, std::size_t steps,
                                          const InputReader& read, compute::Backend& backend,
                                          compute::Progress& progress);

}  // namespace ssmscope::ring
