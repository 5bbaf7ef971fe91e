#include "gpu/response_op.hpp"

#include <algorithm>

#include "gpu/powers.hpp"
#include "gpu/product.hpp"

namespace ssmscope::gpu {
namespace {

/// Steps of a chunk. Its products with the kernel cost chunk/2 a step, the carrying from chunk to
/// chunk is a long chain: a compromise.
constexpr std::size_t kChunk = 64;

template <class Real>
class ResponseRun {
 public:
  ResponseRun(const Tools& tools, const ModelBatch& batch, const ScanInput& input)
      : tools_(tools),
        batch_(batch),
        input_(input),
        piece_(plan(tools.engine, cost(), batch.models, input.steps)),
        job_(tools.engine, tools.progress, shared_bytes(), scratch_bytes()),
        scan_(tools, job_, batch, input, piece_, kChunk),
        readout_(job_.view<Real>(2 * piece_.models * kChunk * batch.modes)),
        kernel_(job_.view<Real>(2 * piece_.models * kChunk)),
        result_(job_.view<Real>(piece_.models * piece_.steps)) {}

  Outcome into(std::span<double> out) {
    for (std::size_t model = 0; model < batch_.models; model += piece_.models) {
      const std::size_t models = std::min(piece_.models, batch_.models - model);
      load_models(model, models);
      for (std::size_t first = 0; first < input_.steps; first += piece_.steps) {
        const std::size_t steps = std::min(piece_.steps, input_.steps - first);
        scan_.sweep(first, steps);
        multiply();
        job_.run(models * steps * piece_.step_work);
        store(model, first, steps, out);
      }
      for (std::size_t i = 0; i < models; ++i) {
        if (!sizes_[i].finite()) return {kNotFinite, job_.device_seconds()};
        if (!holds_tolerance<Real>(terms(i), results_[i])) {
          return {cancels<Real>(), job_.device_seconds()};
        }
      }
    }
    return {{}, job_.device_seconds()};
  }

 private:
  PieceCost cost() const {
    PieceCost cost{};
    cost.model_bytes = Scan<Real>::model_bytes(batch_.modes, kChunk) +
                       sizeof(Real) * 2 * kChunk * (batch_.modes + 1);
    cost.largest_model = cost.model_bytes;
    cost.step_bytes = Scan<Real>::step_bytes(batch_.modes, kChunk) + sizeof(Real);
    cost.largest_step = cost.step_bytes;
    cost.step_work = batch_.modes / kMatrixGain + 1;
    cost.unit = kChunk;
    return cost;
  }
  std::size_t shared_bytes() const {
    const std::size_t number = sizeof(Real) * piece_.models;
    return Scan<Real>::shared_bytes(batch_.modes, kChunk, piece_) +
           Job::aligned(2 * number * kChunk * batch_.modes) + Job::aligned(2 * number * kChunk) +
           Job::aligned(number * piece_.steps);
  }
  std::size_t scratch_bytes() const {
    return Scan<Real>::scratch_bytes(batch_.modes, kChunk, piece_);
  }

  void load_models(std::size_t model, std::size_t models) {
    scan_.load_models(model, models);
    scales_.assign(models, 1.0);
    sizes_.assign(models, {});
    results_.assign(models, 0.0);
    weights_.resize(models * batch_.modes);
    for (std::size_t i = 0; i < models; ++i) {
      load_readout(i, model + i);
      load_kernel(i, model + i);
    }
    job_.send(readout_.range);
    job_.send(kernel_.range);
  }

  void load_readout(std::size_t i, std::size_t model) {
    const std::size_t modes = batch_.modes;
    const auto a = row(batch_.abar, model, modes);
    const auto c = row(batch_.c, model, modes);
    const double scale = power_of_two(batch_.factor * largest(c));
    scales_[i] = scale * scan_.state_scale(i);
    std::vector<Complex> first(modes);
    for (std::size_t m = 0; m < modes; ++m) {
      const Complex w = batch_.factor / scale * c[m];
      weights_[i * modes + m] = w;
      first[m] = w * a[m];
    }
    Real* to = readout_.host.data() + i * 2 * kChunk * modes;
    for (const Complex z : powers(a, first, 1, kChunk)) {
      *to++ = static_cast<Real>(z.real());
      *to++ = static_cast<Real>(-z.imag());
    }
  }

  /// h_0 .. behind as many zeros less one, so that a matrix reads what is above its diagonal.
  void load_kernel(std::size_t i, std::size_t model) {
    const std::size_t modes = batch_.modes;
    const auto b = scan_.scaled_bbar(i);
    std::vector<Complex> g(modes);
    for (std::size_t m = 0; m < modes; ++m) g[m] = weights_[i * modes + m] * b[m];
    const auto table = powers(row(batch_.abar, model, modes), g, 1, kChunk);
    Real* to = kernel_.host.data() + i * 2 * kChunk;
    std::fill_n(to, 2 * kChunk, Real(0));
    for (std::size_t l = 0; l < kChunk; ++l) {
      double sum = 0.0;
      for (std::size_t m = 0; m < modes; ++m) sum += table[l * modes + m].real();
      to[kChunk - 1 + l] = static_cast<Real>(sum);
    }
  }

  void multiply() {
    const auto width = static_cast<std::uint32_t>(2 * batch_.modes);
    const auto chunk = static_cast<std::uint32_t>(kChunk);
    ProductPush push{};
    push.rows = static_cast<std::uint32_t>(scan_.chunks());
    push.columns = chunk;
    push.depth = width;
    push.left_row = width;
    push.left_model = push.rows * width;
    push.right_column = static_cast<std::int32_t>(width);
    push.right_depth = 1;
    push.right_model = chunk * width;
    push.result_row = chunk;
    push.result_model = push.rows * chunk;
    dispatch_product(job_, Limits<Real>::kWide, scan_.begins(), readout_.range, result_.range, push,
                     scan_.models());
    push.depth = chunk;
    push.left_row = chunk;
    push.left_model = push.rows * chunk;
    push.right_first = static_cast<std::int32_t>(chunk - 1);
    push.right_column = 1;
    push.right_depth = -1;
    push.right_model = 2 * chunk;
    push.add = 1;
    dispatch_product(job_, Limits<Real>::kWide, scan_.inputs(), kernel_.range, result_.range, push,
                     scan_.models());
    job_.fetch({result_.range.offset, scan_.models() * scan_.chunks() * kChunk * sizeof(Real)});
  }

  void store(std::size_t model, std::size_t first, std::size_t steps, std::span<double> out) {
    for (std::size_t i = 0; i < scan_.models(); ++i) {
      const std::size_t at = (model + i) * input_.steps;
      const std::size_t from = input_.reversed ? input_.steps - first - steps : first;
      const auto to = out.subspan(at + from, steps);
      const Real* numbers = result_.host.data() + i * scan_.chunks() * kChunk;
      sizes_[i].see(unpack(tools_.pool, numbers, scales_[i], to));
      if (input_.reversed) std::reverse(to.begin(), to.end());
      const double d = batch_.d[model + i];
      for (std::size_t t = 0; t < steps; ++t) {
        to[t] += d * input_.input[at + from + t];
        results_[i] = std::max(results_[i], std::abs(to[t]));
      }
    }
  }

  /// What each mode adds to the output, at most.
  Terms terms(std::size_t i) const {
    const auto b = scan_.scaled_bbar(i);
    Terms terms;
    for (std::size_t m = 0; m < batch_.modes; ++m) {
      const double state = scan_.peak(i, m) + std::abs(b[m]) * scan_.largest_input(i);
      terms.add(scales_[i] * std::abs(weights_[i * batch_.modes + m]) * state);
    }
    return terms;
  }

  /// A step of the matrix products costs less than one of a recurrence.
  static constexpr std::size_t kMatrixGain = 2;

  const Tools& tools_;
  const ModelBatch& batch_;
  const ScanInput& input_;
  Piece piece_;
  Job job_;
  Scan<Real> scan_;
  View<Real> readout_, kernel_, result_;
  std::vector<Complex> weights_;  ///< factor c, scaled
  std::vector<double> scales_;    ///< the device's outputs times this are the model's
  std::vector<Largest<Real>> sizes_;
  std::vector<double> results_;  ///< the largest |output| of each model
};

}  // namespace

template <class Real>
Outcome response_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                           std::span<double> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  return ResponseRun<Real>(tools, batch, input).into(out);
}

template Outcome response_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                           const ScanInput& input, std::span<double> out);
template Outcome response_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                            const ScanInput& input, std::span<double> out);

}  // namespace ssmscope::gpu
