// The recurrence, step by step: what the exact operator is measured against.
#pragma once

#include <span>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/ring/layer.hpp"

namespace ssmscope::ring {

/// x_t = Abar x_{t-1} + Bbar u_t, y_t = factor Re(C x_t) + D u_t of one diagonal channel.
class Recurrence {
 public:
  Recurrence(const ssm::DiscreteModel& model, compute::Backend& backend,
             compute::Progress& progress);
  /// The next u.size() steps; y: as many.
  void advance(std::span<const double> u, std::span<double> y, const compute::Progress& progress);

 private:
  double step(double u);

  ssm::DiscreteModel model_;
  std::vector<double> state_;  ///< real and imaginary parts in turn
};

/// The same of a system with several inputs and outputs.
class CoupledRecurrence {
 public:
  CoupledRecurrence(const CoupledSystem& system, const compute::Progress& progress);
  /// The next `count` steps. u: inputs x count; y: outputs x count.
  void advance(std::span<const double> u, std::size_t count, std::span<double> y,
               const compute::Progress& progress);

 private:
  void step(const ssm::DiscreteSharedState& system);
  void step(const ssm::DiscreteDense& system);

  CoupledSystem system_;
  std::size_t cost_ = 1;          ///< products a step
  std::vector<double> u_, y_;     ///< of one step
  std::vector<double> x_, next_;  ///< the state; of a shared one real and imaginary parts in turn
};

}  // namespace ssmscope::ring
