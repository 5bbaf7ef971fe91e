#include "gpu/states_op.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gpu/ring_transform.hpp"

namespace ssmscope::gpu {
namespace {

/// Steps that one thread carries on by itself: few, as each adds a rounding.
constexpr std::size_t kChunk = 32;
constexpr std::size_t kThreads = 64;

struct StatesPush {
  std::uint32_t modes;
  std::uint32_t chunks;
  std::uint32_t chunk_steps;
  std::uint32_t steps;
  std::uint32_t input_model;
};

template <class Real>
class StatesRun {
 public:
  StatesRun(const Tools& tools, const ModelBatch& batch, const ScanInput& input, bool ring)
      : tools_(tools),
        batch_(batch),
        input_(input),
        ring_(ring),
        piece_(plan(tools.engine, cost(), batch.models, input.steps)),
        job_(tools.engine, tools.progress, shared_bytes(), scratch_bytes()),
        scan_(tools, job_, batch, input, piece_, kChunk),
        result_(job_.view<Real>(numbers())) {
    if (!ring) return;
    transform_.emplace(job_, batch.modes);
    states_ = job_.scratch<Real>(numbers());
  }

  Outcome into(std::span<Complex> out) {
    for (std::size_t model = 0; model < batch_.models; model += piece_.models) {
      const std::size_t models = std::min(piece_.models, batch_.models - model);
      scan_.load_models(model, models);
      for (std::size_t first = 0; first < input_.steps; first += piece_.steps) {
        const std::size_t steps = std::min(piece_.steps, input_.steps - first);
        make(first, steps);
        job_.run(models * steps * piece_.step_work);
        if (!store(model, first, steps, out)) return {kNotFinite, job_.device_seconds()};
      }
    }
    return {{}, job_.device_seconds()};
  }

 private:
  std::size_t numbers() const { return 2 * piece_.models * piece_.steps * batch_.modes; }

  PieceCost cost() const {
    const std::size_t row_bytes = 2 * sizeof(Real) * batch_.modes;
    PieceCost cost{};
    cost.model_bytes = Scan<Real>::model_bytes(batch_.modes, kChunk);
    cost.largest_model = cost.model_bytes;
    cost.step_bytes =
        Scan<Real>::step_bytes(batch_.modes, kChunk) + (ring_ ? 2 * row_bytes : row_bytes);
    cost.largest_step = row_bytes;
    cost.fixed_bytes = ring_ ? RingTransform<Real>::shared_bytes(batch_.modes) : 0;
    cost.step_work = batch_.modes * (ring_ ? kRingWork : 1);
    cost.unit = kChunk;
    return cost;
  }
  std::size_t shared_bytes() const {
    return Scan<Real>::shared_bytes(batch_.modes, kChunk, piece_) +
           Job::aligned(numbers() * sizeof(Real)) +
           (ring_ ? RingTransform<Real>::shared_bytes(batch_.modes) : 0);
  }
  std::size_t scratch_bytes() const {
    return Scan<Real>::scratch_bytes(batch_.modes, kChunk, piece_) +
           (ring_ ? Job::aligned(numbers() * sizeof(Real)) : 0);
  }

  void make(std::size_t first, std::size_t steps) {
    scan_.sweep(first, steps);
    const auto chunks = static_cast<std::uint32_t>(scan_.chunks());
    const StatesPush push{static_cast<std::uint32_t>(batch_.modes), chunks,
                          static_cast<std::uint32_t>(kChunk), static_cast<std::uint32_t>(steps),
                          chunks * static_cast<std::uint32_t>(kChunk)};
    Groups groups = groups_for(pieces_of(scan_.chunks() * batch_.modes, kThreads));
    groups.z = static_cast<std::uint32_t>(scan_.models());
    const Range states = ring_ ? states_ : result_.range;
    job_.dispatch({Shader::States, Limits<Real>::kWide, {}},
                  {scan_.begins(), scan_.inputs(), scan_.steps(), scan_.weights(), states}, push,
                  groups);
    const std::size_t rows = scan_.models() * steps;
    if (ring_) transform_->dispatch(states_, result_.range, rows);
    job_.fetch({result_.range.offset, rows * 2 * batch_.modes * sizeof(Real)});
  }

  /// False where a number is not finite.
  bool store(std::size_t model, std::size_t first, std::size_t steps, std::span<Complex> out) {
    const std::size_t modes = batch_.modes;
    for (std::size_t i = 0; i < scan_.models(); ++i) {
      const auto to = out.subspan(((model + i) * input_.steps + first) * modes, steps * modes);
      const Real* from = result_.host.data() + i * steps * 2 * modes;
      if (!unpack(tools_.pool, from, scan_.state_scale(i), doubles(to)).finite()) return false;
    }
    return true;
  }

  /// A step of the ring costs its transform as well.
  static constexpr std::size_t kRingWork = 8;

  const Tools& tools_;
  const ModelBatch& batch_;
  const ScanInput& input_;
  bool ring_;
  Piece piece_;
  Job job_;
  Scan<Real> scan_;
  View<Real> result_;
  std::optional<RingTransform<Real>> transform_;
  Range states_;
};

}  // namespace

template <class Real>
Outcome states_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                         std::span<Complex> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  return StatesRun<Real>(tools, batch, input, false).into(out);
}

template <class Real>
Outcome ring_field_on_device(const Tools& tools, const ModelBatch& batch, ScanInput input,
                             std::span<Complex> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  if (batch.modes == 1) return StatesRun<Real>(tools, batch, input, false).into(out);
  if (!ring_fits<Real>(tools.engine.device(), ring_shape<Real>(batch.modes))) {
    return {"A ring of " + std::to_string(batch.modes) +
                " nodes is more than the device's shared memory holds.",
            0.0};
  }
  input.weight = 1.0 / std::sqrt(static_cast<double>(batch.modes));
  return StatesRun<Real>(tools, batch, input, true).into(out);
}

template Outcome states_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                         const ScanInput& input, std::span<Complex> out);
template Outcome states_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                          const ScanInput& input, std::span<Complex> out);
template Outcome ring_field_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                             ScanInput input, std::span<Complex> out);
template Outcome ring_field_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                              ScanInput input, std::span<Complex> out);

}  // namespace ssmscope::gpu
