#include "gpu/response_op.hpp"

#include <algorithm>

#include "gpu/powers.hpp"
#include "gpu/product.hpp"

namespace ssmscope::gpu {
namespace {

/// Steps of a chunk. Its products with the kernel cost chunk/2 a step, the carrying from chunk to
/// chunk is a long chain: a compromise.
constexpr std::size_t kChunk = 64;

/// A step of the matrix products costs less than one of a recurrence.
constexpr std::size_t kMatrixGain = 2;

template <class Real>
class ResponseRun final : public PiecewiseOperation {
 public:
  ResponseRun(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
              std::span<double> out)
      : PiecewiseOperation(tools, batch, input.steps, needs(batch.modes)),
        input_(input),
        out_(out),
        scan_(tools, job(), batch, input, kChunk),
        readout_(job().template view<Real>()),
        kernel_(job().template view<Real>()),
        result_(job().template view<Real>()) {}

 private:
  static Needs needs(std::size_t modes) {
    Needs all{sizeof(Real), kChunk, modes / kMatrixGain + 1, Scan<Real>::needs(modes, kChunk)};
    all.ranges.push_back({.model = 2 * kChunk * modes});  // readout_
    all.ranges.push_back({.model = 2 * kChunk});          // kernel_
    all.ranges.push_back({.both = kChunk});               // result_
    return all;
  }

  void load_models(const Block& at) override {
    scan_.load_models(at.model, at.models);
    scales_.assign(at.models, 1.0);
    seen_.assign(at.models, {});
    results_.assign(at.models, 0.0);
    weights_.resize(at.models * batch().modes);
    for (std::size_t i = 0; i < at.models; ++i) {
      load_readout(i, at.model + i);
      load_kernel(i, at.model + i);
    }
    job().send(readout_.range);
    job().send(kernel_.range);
  }

  void load_readout(std::size_t i, std::size_t model) {
    const std::size_t modes = batch().modes;
    const auto a = row(batch().abar, model, modes);
    const auto c = row(batch().c, model, modes);
    const double scale = power_of_two(batch().factor * largest(c));
    scales_[i] = scale * scan_.state_scale(i);
    std::vector<Complex> first(modes);
    for (std::size_t m = 0; m < modes; ++m) {
      const Complex w = batch().factor / scale * c[m];
      weights_[i * modes + m] = w;
      first[m] = w * a[m];
    }
    pack(conjugates(powers(a, first, 1, kChunk)), readout_.host.data() + i * 2 * kChunk * modes);
  }

  /// h_0 .. behind as many zeros less one, so that a matrix reads what is above its diagonal.
  void load_kernel(std::size_t i, std::size_t model) {
    const std::size_t modes = batch().modes;
    const auto b = scan_.scaled_bbar(i);
    std::vector<Complex> g(modes);
    for (std::size_t m = 0; m < modes; ++m) g[m] = weights_[i * modes + m] * b[m];
    const auto table = powers(row(batch().abar, model, modes), g, 1, kChunk);
    Real* to = kernel_.host.data() + i * 2 * kChunk;
    std::fill_n(to, 2 * kChunk, Real(0));
    for (std::size_t l = 0; l < kChunk; ++l) {
      double sum = 0.0;
      for (std::size_t m = 0; m < modes; ++m) sum += table[l * modes + m].real();
      to[kChunk - 1 + l] = static_cast<Real>(sum);
    }
  }

  void record(const Block& at) override {
    scan_.sweep(at.first, at.steps);
    const auto width = word(2 * batch().modes);
    const auto chunk = word(kChunk);
    ProductPush push{};
    push.rows = word(scan_.chunks());
    push.columns = chunk;
    push.depth = width;
    push.left_row = width;
    push.left_model = push.rows * width;
    push.right_column = static_cast<std::int32_t>(width);
    push.right_depth = 1;
    push.right_model = chunk * width;
    push.result_row = chunk;
    push.result_model = push.rows * chunk;
    dispatch_product<Real>(job(), scan_.begins(), readout_.range, result_.range, push, at.models);
    push.depth = chunk;
    push.left_row = chunk;
    push.left_model = push.rows * chunk;
    push.right_first = static_cast<std::int32_t>(chunk - 1);
    push.right_column = 1;
    push.right_depth = -1;
    push.right_model = 2 * chunk;
    push.add = 1;
    dispatch_product<Real>(job(), scan_.inputs(), kernel_.range, result_.range, push, at.models);
    job().fetch({result_.range.offset, at.models * scan_.chunks() * kChunk * sizeof(Real)});
  }

  void store(const Block& at) override {
    for (std::size_t i = 0; i < at.models; ++i) {
      const std::size_t from = input_.reversed ? input_.steps - at.first - at.steps : at.first;
      const std::size_t begin = (at.model + i) * input_.steps + from;
      const auto to = out_.subspan(begin, at.steps);
      const Real* numbers = result_.host.data() + i * scan_.chunks() * kChunk;
      seen_[i].see(unpack(tools().pool, numbers, scales_[i], to));
      if (input_.reversed) std::reverse(to.begin(), to.end());
      const double d = batch().d[at.model + i];
      for (std::size_t t = 0; t < at.steps; ++t) {
        to[t] += d * input_.input[begin + t];
        results_[i] = std::max(results_[i], std::abs(to[t]));
      }
    }
  }

  std::string doubt(const Block& at) const override {
    for (std::size_t i = 0; i < at.models; ++i) {
      std::string reason = doubt_of(seen_[i], terms(i), results_[i]);
      if (!reason.empty()) return reason;
    }
    return {};
  }

  /// What each mode adds to the output, at most.
  Terms terms(std::size_t i) const {
    const auto b = scan_.scaled_bbar(i);
    Terms terms;
    for (std::size_t m = 0; m < b.size(); ++m) {
      const double state = scan_.peak(i, m) + std::abs(b[m]) * scan_.largest_input(i);
      terms.add(scales_[i] * std::abs(weights_[i * b.size() + m]) * state);
    }
    return terms;
  }

  const ScanInput& input_;
  std::span<double> out_;
  Scan<Real> scan_;
  View<Real> readout_, kernel_, result_;
  std::vector<Complex> weights_;     ///< factor c, scaled
  std::vector<double> scales_;       ///< the device's outputs times this are the model's
  std::vector<Largest<Real>> seen_;  ///< of the device's outputs
  std::vector<double> results_;      ///< the largest |output| of each model
};

}  // namespace

template <class Real>
Outcome response_on_device(const Tools& tools, const ModelBatch& batch, const ScanInput& input,
                           std::span<double> out) {
  if (std::string reason = unfit_scan<Real>(batch, input); !reason.empty()) return {reason, 0.0};
  return ResponseRun<Real>(tools, batch, input, out).run();
}

template Outcome response_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                           const ScanInput& input, std::span<double> out);
template Outcome response_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                            const ScanInput& input, std::span<double> out);

}  // namespace ssmscope::gpu
