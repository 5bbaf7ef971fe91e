#include "gpu/states_op.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gpu/ring_transform.hpp"

namespace ssmscope::gpu {
namespace {

/// Steps that one thread carries on by itself: few, as each adds a rounding.
constexpr std::size_t kChunk = 32;
/// A step of the ring costs its transform as well.
constexpr std::size_t kRingWork = 8;

struct StatesPush {
  std::uint32_t modes;
  std::uint32_t chunks;
  std::uint32_t chunk_steps;
  std::uint32_t steps;
  std::uint32_t input_model;
};

template <class Real>
class StatesRun final : public PiecewiseOperation {
 public:
  StatesRun(const Tools& tools, const ModelBatch& batch, const ScanInput& input, bool ring,
            std::span<Complex> out)
      : PiecewiseOperation(tools, batch, input.steps, needs(batch.modes, ring)),
        out_(out),
        run_steps_(input.steps),
        scan_(tools, job(), batch, input, kChunk),
        result_(job().template view<Real>()) {
    if (!ring) return;
    states_ = job().scratch();
    transform_.emplace(job(), batch.modes);
  }

 private:
  static Needs needs(std::size_t modes, bool ring) {
    Needs all{sizeof(Real), kChunk, modes * (ring ? kRingWork : 1),
              Scan<Real>::needs(modes, kChunk)};
    all.ranges.push_back({.both = 2 * kChunk * modes});  // result_
    if (!ring) return all;
    all.ranges.push_back({.both = 2 * kChunk * modes, .scratch = true});  // states_
    const auto transform = RingTransform<Real>::needs(modes);
    all.ranges.insert(all.ranges.end(), transform.begin(), transform.end());
    return all;
  }

  void load_models(const Block& at) override {
    scan_.load_models(at.model, at.models);
    seen_ = {};
  }

  void record(const Block& at) override {
    scan_.sweep(at.first, at.steps);
    const std::size_t modes = batch().modes;
    const StatesPush push{word(modes), word(scan_.chunks()), word(kChunk), word(at.steps),
                          word(scan_.chunks() * kChunk)};
    job().dispatch({Shader::States, Limits<Real>::kWide, {}},
                   {scan_.begins(), scan_.inputs(), scan_.steps(), scan_.weights(),
                    transform_ ? states_ : result_.range},
                   push, groups_for(pieces_of(scan_.chunks() * modes, kGroupThreads), at.models));
    const std::size_t rows = at.models * at.steps;
    if (transform_) transform_->dispatch(states_, result_.range, rows);
    job().fetch({result_.range.offset, rows * 2 * modes * sizeof(Real)});
  }

  void store(const Block& at) override {
    const std::size_t size = at.steps * batch().modes;
    for (std::size_t i = 0; i < at.models; ++i) {
      const std::size_t row = (at.model + i) * run_steps_ + at.first;
      const Real* from = result_.host.data() + 2 * i * size;
      seen_.see(unpack(tools().pool, from, scan_.state_scale(i),
                       doubles(out_.subspan(row * batch().modes, size))));
    }
  }

  std::string doubt(const Block& /*at*/) const override { return seen_.finite() ? "" : kNotFinite; }

  std::span<Complex> out_;
  std::size_t run_steps_;
  Scan<Real> scan_;
  View<Real> result_;
  Range states_;  ///< before they are transformed
  std::optional<RingTransform<Real>> transform_;
  Largest<Real> seen_;
};

}  // namespace

template <class Real>
Outcome states_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                         std::span<Complex> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  return StatesRun<Real>(tools, batch, input, false, out).run();
}

template <class Real>
Outcome ring_field_on_device(const Tools& tools, const ModelBatch& batch, ScanInput input,
                             std::span<Complex> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  if (batch.modes == 1) return StatesRun<Real>(tools, batch, input, false, out).run();
  if (!ring_fits<Real>(tools.engine.device(), ring_shape<Real>(batch.modes))) {
    return {"A ring of " + std::to_string(batch.modes) +
                " nodes is more than the device's shared memory holds.",
            0.0};
  }
  input.weight = 1.0 / std::sqrt(static_cast<double>(batch.modes));
  return StatesRun<Real>(tools, batch, input, true, out).run();
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
